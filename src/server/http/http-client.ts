/**
 * The real Http port, on undici: one request, one total timeout, a bounded answer, no redirects, HTTP/1.1 so that a
 * request belongs to one connection and is written at most once.
 *
 * The most important part is the difference between `not_sent` and `no_answer`. undici calls `onRequestStart` immediately
 * before the first byte is written. Whatever fails earlier (name, connection, TLS, waiting for a free connection)
 * was certainly not sent; whatever fails later, including a kept connection that the other side had just closed,
 * has an unknown outcome.
 *
 * The log gets method, host, pattern of the path, status and duration: never query, headers or bodies.
 */
import { createHash } from "node:crypto";
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { Agent, type Dispatcher } from "undici";
import type { Http, HttpRequest, HttpResult, Log } from "#core/ports.ts";
import { isInTransaction } from "#db/open.ts";
import { publicOnly, refusalOf } from "./public-address.ts";

export type HttpClientOptions = {
  readonly log: Log;
  /** For tests: one more certificate to trust, in PEM. Installations set NODE_EXTRA_CA_CERTS. */
  readonly trustedCaPem?: string;
  /** For tests: how names are resolved. */
  readonly lookup?: LookupFunction;
};

export type HttpClient = {
  readonly http: Http;
  /** Lets requests under way finish and closes all connections. */
  readonly close: () => Promise<void>;
};

const defaultMaxBytes = 1024 * 1024;

/** Connections to one host; more requests wait for a free one, within their timeout. */
const connectionsPerHost = 64;

/** Client certificates in use at the same time; beyond that the one unused for longest is closed. */
const maxCertificates = 50;

/**
 * Builds the client with its connection pools.
 *
 * The returned `http` gives `not_sent` when nothing reached the provider, `no_answer` when the request was begun and
 * no complete answer of at most `maxBytes` came back in time. It throws when a database transaction is open (a
 * provider may take a minute, and a transaction holds locks) and for an address that is not http(s): both are bugs.
 */
export function createHttpClient({ log, ...options }: HttpClientOptions): HttpClient {
  const agents = createAgents(options);
  const http: Http = async (request) => {
    if (isInTransaction())
      throw new Error("a provider may not be called while a database transaction is open");
    const url = new URL(request.url);
    if (url.protocol !== "https:" && url.protocol !== "http:")
      throw new Error(`not an http address: ${url.protocol}`);
    const startedAt = performance.now();
    const refusal = request.isPublicOnly ? refusalOf(url) : null;
    const result: HttpResult =
      refusal === null
        ? await exchange(agents.of(request), url, request)
        : { kind: "not_sent", reason: refusal };
    log.info("http.request", {
      method: request.method,
      host: url.host,
      path: pathPattern(url.pathname),
      status: result.kind === "answer" ? result.status : result.kind,
      ...(result.kind !== "answer" && { reason: result.reason }),
      durationMs: Math.round(performance.now() - startedAt),
    });
    return result;
  };
  return { http, close: agents.close };
}

/** One request on one agent. Settles exactly once; later events of an abandoned request find `settle` closed. */
function exchange(agent: Agent, url: URL, request: HttpRequest): Promise<HttpResult> {
  const { promise, resolve } = Promise.withResolvers<HttpResult>();
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  const chunks: Buffer[] = [];
  let size = 0;
  let head: { status: number; headers: Readonly<Record<string, string>> } | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let isSettled = false;

  const settle = (result: HttpResult): void => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    resolve(result);
  };
  const fail = (reason: string): void =>
    settle({ kind: controller === null ? "not_sent" : "no_answer", reason });
  const giveUp = (reason: string): void => {
    fail(reason);
    controller?.abort(new Error(reason));
  };
  const timer = setTimeout(giveUp, request.timeoutMs, "timeout");

  agent.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      ...(request.headers && { headers: { ...request.headers } }),
      ...(request.body !== undefined && { body: request.body }),
    },
    {
      onRequestStart: (started) => {
        // Timed out while it waited for a connection: throwing here keeps the request from being written.
        if (isSettled) throw new Error("given up before sending");
        controller = started;
      },
      onResponseStart: (_, status, headers) => {
        // Interim answers (103) come here as well; the last one is the answer.
        head = { status, headers: flatten(headers) };
      },
      onResponseData: (_, chunk) => {
        size += chunk.length;
        if (size > maxBytes) giveUp("answer_too_large");
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        if (head) settle({ kind: "answer", ...head, body: Buffer.concat(chunks).toString("utf8") });
        else fail("no_status");
      },
      onResponseError: (_, error) => fail(reasonOf(error)),
    },
  );
  return promise;
}

type Reach = Pick<HttpRequest, "clientCertificate" | "isPublicOnly">;

/**
 * One agent without a client certificate, one per certificate, made on first use; others for public hosts alone, since a
 * connection that is kept is used again without its address being judged.
 */
function createAgents({
  trustedCaPem,
  lookup = systemLookup as LookupFunction,
}: Pick<HttpClientOptions, "trustedCaPem" | "lookup">) {
  const build = ({ clientCertificate, isPublicOnly }: Reach): Agent =>
    new Agent({
      allowH2: false,
      pipelining: 1,
      connections: connectionsPerHost,
      // The total timeout of each request rules; these two would cut a slow but living provider short.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        lookup: isPublicOnly ? publicOnly(lookup) : lookup,
        ...(trustedCaPem !== undefined && { ca: [...getCACertificates("default"), trustedCaPem] }),
        ...(clientCertificate && { cert: clientCertificate.certPem, key: clientCertificate.keyPem }),
      },
    });
  const toAny = build({});
  const toPublic = build({ isPublicOnly: true });
  const byCertificate = new Map<string, Agent>();
  return {
    of: ({ clientCertificate, isPublicOnly = false }: Reach): Agent => {
      if (!clientCertificate) return isPublicOnly ? toPublic : toAny;
      const id = createHash("sha256")
        .update(isPublicOnly ? "public\0" : "any\0")
        .update(clientCertificate.certPem)
        .update("\0")
        .update(clientCertificate.keyPem)
        .digest("hex");
      const agent = byCertificate.get(id) ?? build({ clientCertificate, isPublicOnly });
      // Set again at the end: the map is in order of last use.
      byCertificate.delete(id);
      byCertificate.set(id, agent);
      const oldest = byCertificate.entries().next().value;
      if (byCertificate.size > maxCertificates && oldest) {
        byCertificate.delete(oldest[0]);
        void oldest[1].close();
      }
      return agent;
    },
    close: async (): Promise<void> => {
      await Promise.all([toAny, toPublic, ...byCertificate.values()].map((agent) => agent.close()));
    },
  };
}

/**
 * The path with every segment that could be an id or a number as `:id`: words and API versions (`v2`) stay, as in
 * `/rest/version/:id/session/:id`.
 */
export function pathPattern(path: string): string {
  return path
    .split("/")
    .map((segment) => (/^([a-z][a-z._-]{0,29}|v\d{1,2})?$/i.test(segment) ? segment : ":id"))
    .join("/");
}

function reasonOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
  }
  return flat;
}
