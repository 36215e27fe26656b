/**
 * One line per answered request, and its name in the answer (`X-Request-Id`), so that what a buyer or a merchant
 * reports can be found. Routes are named by their pattern: an address holds the order's number, which is a key, and
 * its query may hold anything.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "#core/ports.ts";
import { addressGroup, coarseAddress } from "../limits/address-group.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type Refusal, refusalOf } from "./refusals.ts";
import { type SecurityEvent, type SecurityLog, securityEventOf } from "./security-log.ts";

/** Asked every few seconds by machines. */
const silentRoutes: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Mounts the lines. Before any other hook, so that what a hook refuses is logged as well. */
export function mountAccessLog(
  app: FastifyInstance,
  {
    log,
    security,
    metrics,
  }: { readonly log: Log; readonly security: SecurityLog; readonly metrics?: Metrics | undefined },
): void {
  const sentBefore = new WeakMap<FastifyRequest, number>();
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    sentBefore.set(request, bytesSent(request));
  });
  app.addHook("onResponse", async (request, reply) => {
    const refusal = refusalOf(request);
    const route = request.routeOptions.url ?? "none";
    if (!silentRoutes.has(route)) {
      metrics?.observeRequest({
        method: request.method,
        route,
        status: reply.statusCode,
        durationMs: reply.elapsedTime,
      });
      log.info("http.answered", {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        bytes: answerBytes(request, reply, sentBefore.get(request) ?? 0),
        address: coarseAddress(addressOf(request)),
        code: refusal?.code,
      });
    }
    if (refusal) tellRefusal(security, request, refusal);
  });
  app.addHook("onClose", async () => security.flush());
}

function tellRefusal(security: SecurityLog, request: FastifyRequest, refusal: Refusal): void {
  const event = eventOf(refusal);
  if (event === null) return;
  security.note(event, {
    code: refusal.code,
    method: request.method,
    route: request.routeOptions.url ?? "none",
    address: addressGroup(addressOf(request)),
    requestId: request.id,
    ...subjectOf(request),
  });
}

function eventOf({ code, isUnproven, isAmbiguous }: Refusal): SecurityEvent | null {
  if (isUnproven) return "security.signature";
  return isAmbiguous ? "security.form" : securityEventOf(code);
}

/** Whom the request was about, as far as it says: of an order's number, which is a key, the last characters alone. */
function subjectOf(request: FastifyRequest): { readonly orderEnd?: string; readonly merchantId?: number } {
  const { params, body } = request as {
    params?: Record<string, unknown>;
    body?: Record<string, unknown> | null;
  };
  const orderNumber = params?.["orderNumber"] ?? body?.["orderNumber"];
  const { apiMerchant } = request as { apiMerchant?: { readonly id: number } | null };
  const merchantId = apiMerchant?.id ?? params?.["merchantId"];
  return {
    ...(typeof orderNumber === "string" &&
      /^[0-9a-z]{16}$/i.test(orderNumber) && { orderEnd: orderNumber.slice(-4) }),
    ...(typeof merchantId === "number" && { merchantId }),
  };
}

/** A client that has gone has no address any more. */
function addressOf(request: FastifyRequest): string {
  return (request.ip as string | undefined) ?? "unknown";
}

/** With its headers, as the connection sent it; without a connection, as the answer says. */
function answerBytes(request: FastifyRequest, reply: FastifyReply, before: number): number {
  const sent = bytesSent(request) - before;
  return sent > 0 ? sent : Number(reply.getHeader("content-length") ?? 0);
}

function bytesSent(request: FastifyRequest): number {
  return (request.raw.socket as { bytesWritten?: number } | undefined)?.bytesWritten ?? 0;
}
