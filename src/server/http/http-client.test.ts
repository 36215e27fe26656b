import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { type TestContext, test } from "node:test";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { HttpRequest, HttpResult, Log } from "#core/ports.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { selfSigned } from "#test/self-signed.ts";
import { createHttpClient, pathPattern } from "./http-client.ts";

type Line = { readonly event: string; readonly fields: unknown };

function createClient(t: TestContext, options: { readonly trustedCaPem?: string } = {}) {
  const lines: Line[] = [];
  const note = (event: string, fields?: unknown) => void lines.push({ event, fields });
  const log: Log = { info: note, warn: note, error: note };
  const client = createHttpClient({ log, ...options });
  t.after(client.close);
  const send = (url: string, request: Partial<HttpRequest> = {}): Promise<HttpResult> =>
    client.http({ method: "GET", url, timeoutMs: 20_000, ...request });
  return { send, lines };
}

async function listen(t: TestContext, server: Server | TcpServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(t, createServer(listener))}`;
}

/** A server below HTTP: gets the raw socket after the first bytes of each request. */
async function serveRaw(
  t: TestContext,
  onRequest: (socket: import("node:net").Socket) => void,
): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => onRequest(socket));
  });
  return `http://127.0.0.1:${await listen(t, server)}`;
}

test("a request arrives as it was given and its answer comes back whole", async (t) => {
  const origin = await serve(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader("X-Two", ["a", "b"]);
    response.statusCode = 201;
    response.end(`${request.method} ${request.url} ${request.headers["x-one"]} ${Buffer.concat(chunks)}`);
  });
  const { send } = createClient(t);
  const result = await send(`${origin}/a/b?c=%20d`, {
    method: "PUT",
    body: "مرحبا",
    headers: { "X-One": "1" },
  });
  assert.equal(result.kind, "answer");
  if (result.kind !== "answer") return;
  assert.deepEqual([result.status, result.headers["x-two"]], [201, "a, b"]);
  assert.equal(result.body, "PUT /a/b?c=%20d 1 مرحبا");
});

test("a redirect is an answer and is not followed", async (t) => {
  let count = 0;
  const origin = await serve(t, (_, response) => {
    count += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const { send } = createClient(t);
  const result = await send(`${origin}/`);
  assert.equal(result.kind === "answer" && result.status, 302);
  assert.equal(count, 1);
});

test("an interim status is not taken for the answer", async (t) => {
  const origin = await serve(t, (_, response) => {
    response.writeEarlyHints({ link: "</a>; rel=preload" });
    response.end("done");
  });
  const { send } = createClient(t);
  const result = await send(`${origin}/`);
  assert.deepEqual(result.kind === "answer" && [result.status, result.body], [200, "done"]);
});

test("a refused connection was not sent", async (t) => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const { send } = createClient(t);
  assert.deepEqual(await send(`http://127.0.0.1:${port}/`), { kind: "not_sent", reason: "ECONNREFUSED" });
});

test("an unknown host was not sent", async (t) => {
  const { send } = createClient(t);
  const result = await send("http://no-such-host.invalid/");
  assert.equal(result.kind, "not_sent");
});

test("a TLS handshake that fails was not sent", async (t) => {
  const { certPem, keyPem } = selfSigned();
  let requests = 0;
  const server = createTlsServer({ cert: certPem, key: keyPem }, () => {
    requests += 1;
  });
  const port = await listen(t, server);
  const { send } = createClient(t);
  assert.equal((await send(`https://localhost:${port}/`)).kind, "not_sent");
  const plain = await serveRaw(t, (socket) => socket.destroy());
  assert.equal((await send(plain.replace("http:", "https:"))).kind, "not_sent");
  assert.equal(requests, 0);
});

test("a request that waits for a connection until it expires was not sent, and never is", async (t) => {
  const seen: string[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const origin = await serve(t, (request, response) => {
    seen.push(request.url ?? "");
    if (isOpen) response.end();
    else waiting.push(() => response.end());
  });
  const { send } = createClient(t);
  // As many requests as there are connections: the next one finds all of them taken.
  const holders = Array.from({ length: 64 }, () => send(`${origin}/holder`));
  const queued = await send(`${origin}/late`, { timeoutMs: 300 });
  assert.deepEqual(queued, { kind: "not_sent", reason: "timeout" });
  isOpen = true;
  for (const release of waiting) release();
  for (const { kind } of await Promise.all(holders)) assert.equal(kind, "answer");
  assert.equal((await send(`${origin}/next`)).kind, "answer");
  assert.ok(!seen.includes("/late"));
});

const noAnswers: readonly {
  readonly name: string;
  readonly onRequest: (socket: import("node:net").Socket) => void;
}[] = [
  { name: "a connection that is closed after the request", onRequest: (socket) => socket.destroy() },
  { name: "a connection that is reset after the request", onRequest: (socket) => socket.resetAndDestroy() },
  {
    name: "an answer that ends before its stated length",
    onRequest: (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
  },
  {
    name: "an answer whose last chunk is missing",
    onRequest: (socket) => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"),
  },
  { name: "an answer that is not HTTP", onRequest: (socket) => socket.end("what?\r\n\r\n") },
];

for (const { name, onRequest } of noAnswers) {
  test(`${name} has an unknown outcome`, async (t) => {
    const origin = await serveRaw(t, onRequest);
    const { send } = createClient(t);
    const result = await send(`${origin}/`, { method: "PUT", body: "{}" });
    assert.equal(result.kind, "no_answer");
  });
}

test("a timeout after sending has an unknown outcome and ends the connection", async (t) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const origin = await serve(t, (request) => void request.socket.once("close", resolve));
  const { send } = createClient(t);
  assert.deepEqual(await send(`${origin}/`, { timeoutMs: 500 }), { kind: "no_answer", reason: "timeout" });
  await closed;
});

test("the timeout is a total: an answer that drips does not prolong it", async (t) => {
  const origin = await serve(t, (_, response) => {
    const drip = setInterval(() => response.write("."), 20);
    response.once("close", () => clearInterval(drip));
  });
  const { send } = createClient(t);
  assert.deepEqual(await send(`${origin}/`, { timeoutMs: 500 }), { kind: "no_answer", reason: "timeout" });
});

test("an answer that is larger than allowed is not read to its end", async (t) => {
  const origin = await serve(t, (_, response) => {
    const flood = () => {
      while (response.write("x".repeat(64_000)));
      response.once("drain", flood);
    };
    flood();
  });
  const { send } = createClient(t);
  assert.deepEqual(await send(`${origin}/`, { maxBytes: 1_000 }), {
    kind: "no_answer",
    reason: "answer_too_large",
  });
});

test("an answer of exactly the allowed size is read", async (t) => {
  const origin = await serve(t, (_, response) => response.end("x".repeat(1_000)));
  const { send } = createClient(t);
  const result = await send(`${origin}/`, { maxBytes: 1_000 });
  assert.equal(result.kind === "answer" && result.body.length, 1_000);
});

test("connections are kept and used again", async (t) => {
  const ports = new Set<number | undefined>();
  const origin = await serve(t, (request, response) => {
    ports.add(request.socket.remotePort);
    response.end();
  });
  const { send } = createClient(t);
  for (let index = 0; index < 10; index += 1) await send(`${origin}/`);
  // Two, not one: an answer reaches us a moment before its connection counts as free again.
  assert.ok(ports.size <= 2, `${ports.size} connections for 10 requests`);
});

test("the client certificate of a request is shown to the server, and only then", async (t) => {
  const identity = selfSigned();
  const server = createTlsServer(
    {
      cert: identity.certPem,
      key: identity.keyPem,
      ca: identity.certPem,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (_, response) => response.end("known"),
  );
  const url = `https://localhost:${await listen(t, server)}/`;
  const { send } = createClient(t, { trustedCaPem: identity.certPem });
  const known = await send(url, { clientCertificate: identity });
  assert.equal(known.kind === "answer" && known.body, "known");
  assert.notEqual((await send(url)).kind, "answer");
  const stranger = selfSigned();
  assert.notEqual((await send(url, { clientCertificate: stranger })).kind, "answer");
});

test("a provider may not be called while a database transaction is open", async (t) => {
  let requests = 0;
  const origin = await serve(t, (_, response) => {
    requests += 1;
    response.end();
  });
  const { send } = createClient(t);
  const database = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  await assert.rejects(
    runInTransaction(database, () => send(`${origin}/`)),
    /transaction/,
  );
  assert.equal(requests, 0);
});

test("an address that is not http(s) is a bug and throws", async (t) => {
  const { send } = createClient(t);
  await assert.rejects(send("file:///etc/passwd"), /not an http address/);
  await assert.rejects(send("not an address"), TypeError);
});

test("the log has method, host, path pattern, status and duration, and nothing of query, headers or bodies", async (t) => {
  const origin = await serve(t, (_, response) =>
    response.setHeader("set-cookie", "answer-header").end("answer-body"),
  );
  const { send, lines } = createClient(t);
  await send(`${origin}/api/order/ABC123?secret=query-text`, {
    method: "POST",
    body: "request-body",
    headers: { authorization: "Basic request-header" },
  });
  assert.equal(lines.length, 1);
  const [line] = lines;
  const { durationMs, ...rest } = Object(line?.fields);
  assert.deepEqual(rest, { method: "POST", host: origin.slice(7), path: "/api/order/:id", status: 200 });
  assert.equal(typeof durationMs, "number");
});

const patterns: readonly [string, string][] = [
  ["/", "/"],
  [
    "/api/rest/version/100/merchant/TESTWASL1/session/SESSION0002",
    "/api/rest/version/:id/merchant/:id/session/:id",
  ],
  ["/v2/checkout", "/v2/checkout"],
  ["/order/p-0mhk3", "/order/:id"],
  ["/mobile/%2B966500000001", "/mobile/:id"],
  ["/a".concat("a".repeat(40)), "/:id"],
];

for (const [path, expected] of patterns) {
  test(`the pattern of ${path} is ${expected}`, () => assert.equal(pathPattern(path), expected));
}
