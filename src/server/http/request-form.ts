/**
 * Requests that two programs on the way could parse differently are refused (threat 2.2), and so are those for another
 * server's name. Before any other hook.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isOwnHost } from "#core/address/own-host.ts";
import { Problem } from "#core/problem.ts";
import { hasRepeatedKey } from "#core/unique-keys.ts";
import { noteRefusal } from "../log/refusals.ts";
import type { Config } from "../settings/config.ts";

/** Asked by load balancers, which know the machine by names of their own. */
const anyHostRoutes: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

type OwnAddresses = Pick<Config, "webUrl" | "serverUrl" | "consoleUrl">;

/** Mounts the checks, and a reader of JSON that refuses repeated members. Before any route. */
export function mountRequestForm(app: FastifyInstance, config: OwnAddresses): void {
  const publicAddresses = [config.webUrl, config.serverUrl, config.consoleUrl].filter((url) => url !== null);
  app.addHook("onRequest", async (request) => {
    requireOneReading(request);
    const { host } = request.raw.headers;
    if (host === undefined || anyHostRoutes.has(request.routeOptions.url ?? "")) return;
    if (!isOwnHost(host, publicAddresses)) throw new Problem("host_not_allowed");
  });
  readJsonOnce(app, "required");
}

/**
 * Makes a scope read JSON whose objects name each member once.
 * @param body an empty one counts as none where it is `optional`: many clients send the header with every POST
 * @param numbers `as text`: each number is the text that stands for it, so that no amount passes through a float
 */
export function readJsonOnce(
  scope: FastifyInstance,
  body: "required" | "optional",
  numbers: "as numbers" | "as text" = "as numbers",
): void {
  const parse = scope.getDefaultJsonParser("error", "error");
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (body === "optional" && text === "") return done(null, undefined);
    void parse(request, text, (error, value) => {
      if (!error && hasRepeatedKey(text)) done(ambiguous(request, "malformed_json"));
      else done(error, error || numbers === "as numbers" ? value : withNumbersAsText(text));
    });
  });
}

/** The compiler does not know yet that a reviver gets the text (ECMAScript 2026, "JSON.parse source text access"). */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

function withNumbersAsText(json: string): unknown {
  const revive: Reviver = (_name, value, { source }) =>
    typeof value === "number" && source !== undefined ? source : value;
  return JSON.parse(json, revive as (name: string, value: unknown) => unknown);
}

function requireOneReading(request: FastifyRequest): void {
  const { raw } = request;
  const { host } = raw.headers;
  // An address may name the host, too (RFC 9112, 3.2.2); a proxy may have judged by that one.
  const named = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.originalUrl)?.[1];
  if (named !== undefined && named.toLowerCase() !== host?.toLowerCase())
    throw new Problem("malformed_request");
  if (host === undefined && raw.httpVersion !== "1.0") throw new Problem("malformed_request");
  // Node keeps the first of several; a proxy may have judged by the last.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1 || raw.httpVersionMajor < 1) throw new Problem("malformed_request");
  const { "content-encoding": encoding, "content-type": type } = raw.headers;
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity")
    throw ambiguous(request, "unsupported_media_type");
  const charset = /^application\/json\b.*;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type ?? "")?.[1];
  if (charset !== undefined && !/^(?:utf-8|utf8|us-ascii)$/i.test(charset))
    throw ambiguous(request, "unsupported_media_type");
}

function ambiguous(request: FastifyRequest, code: "malformed_json" | "unsupported_media_type"): Problem {
  noteRefusal(request, { code, isAmbiguous: true });
  return new Problem(code);
}
