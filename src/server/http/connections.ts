/**
 * Limits of client connections: how slow one may be, how many there may be, and the answer to one that does not speak HTTP.
 * Without these a few hundred connections that send a byte a second stay open indefinitely (threat 2.5).
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { defaultLanguage } from "#core/language.ts";
import { Problem, type ProblemCode, problemStatus } from "#core/problem.ts";
import { addressGroup } from "../limits/address-group.ts";
import { type SecurityLog, securityEventOf } from "../log/security-log.ts";
import type { Config } from "../settings/config.ts";
import { problemBody } from "./problems.ts";
import { answerHeaders } from "./security.ts";

export type ConnectionLimits = {
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the end of the headers to the end of the body. */
  readonly bodyTimeoutMs: number;
  /** The same where a call takes more than a form: pictures, long invoices. */
  readonly uploadTimeoutMs: number;
  /** How often Node checks for connections that exceed their time. */
  readonly checkIntervalMs: number;
  /** An idle connection stays open so long: longer than proxies keep theirs (60 s), so that they are the first to close. */
  readonly keepAliveMs: number;
  /** Further ones are closed immediately. */
  readonly mostConnections: number;
};

export const connectionLimits: ConnectionLimits = {
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 30_000,
  uploadTimeoutMs: 120_000,
  checkIntervalMs: 2_000,
  keepAliveMs: 72_000,
  mostConnections: 5_000,
};

/** A body that may be longer than this is an upload, bytes. */
const longestFormBytes = 64 * 1024;

/** What the log needs of a connection that was refused before it became a request. */
export type RefusedConnections = { readonly newId: () => string; readonly security: SecurityLog };

/** The limits as options of the app. Node itself cuts what is slower than the longest that any call may take. */
export function connectionOptions(limits: ConnectionLimits, config: Config, refused: RefusedConnections) {
  return {
    requestTimeout: limits.headersTimeoutMs + limits.uploadTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      // Refused by our own check (request-form.ts).
      requireHostHeader: false,
    },
    clientErrorHandler: (error: Error & { readonly code?: string }, socket: Socket): void => {
      const [code, requestId] = [codeOf(error), refused.newId()];
      const event = securityEventOf(code);
      const address = addressGroup(socket.remoteAddress ?? "unknown");
      if (event !== null) refused.security.note(event, { code, address, requestId });
      refuseConnection(socket, code, { config, requestId });
    },
  } as const;
}

/** Mounts the limits that Node does not have. Before every other hook. */
export function mountConnectionLimits(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.mostConnections;
  app.addHook("onRequest", (request, reply, done) => {
    // The client is gone, and with it its address, which limits and payments need. There is nothing to answer.
    if (request.socket.remoteAddress === undefined) {
      reply.hijack();
      return;
    }
    if (!isBodyless(request)) limitBody(request, reply, limits);
    done();
  });
  // Where the body was cut, the rest of it would be read as the next request.
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode === problemStatus("request_timeout") && !request.raw.complete)
      reply.header("connection", "close");
  });
}

function isBodyless({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function limitBody(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  limits: ConnectionLimits,
): void {
  const isUpload = (routeOptions.bodyLimit ?? 0) > longestFormBytes;
  const timer = setTimeout(
    () => {
      // Refused by its headers and answered: the body is not read.
      if (reply.raw.headersSent) raw.destroy();
      // The reader of the body gets it as an error of the body.
      else if (raw.listenerCount("error") > 0) raw.emit("error", new Problem("request_timeout"));
    },
    isUpload ? limits.uploadTimeoutMs : limits.bodyTimeoutMs,
  );
  timer.unref();
  const clear = (): void => clearTimeout(timer);
  raw.once("end", clear).once("close", clear);
}

function codeOf({ code }: { readonly code?: string }): ProblemCode {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return code === "HPE_HEADER_OVERFLOW" ? "headers_too_large" : "malformed_request";
}

type AnsweringSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

/** What cannot be parsed as a request is answered like any other refusal, and its connection is closed. */
function refuseConnection(
  socket: Socket,
  code: ProblemCode,
  { config, requestId }: { readonly config: Config; readonly requestId: string },
): void {
  // As Node itself decides: while an answer is going out, another one would be read as the rest of it.
  const { _httpMessage: answering } = socket as AnsweringSocket;
  if (!socket.writable || answering?.headersSent) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemBody(new Problem(code), defaultLanguage, requestId));
  const headers = {
    ...answerHeaders(config),
    "cache-control": "no-store",
    connection: "close",
    "content-length": Buffer.byteLength(body),
    "content-type": "application/problem+json; charset=utf-8",
    date: new Date().toUTCString(),
    "x-request-id": requestId,
  };
  const status = problemStatus(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroy(),
  );
}
