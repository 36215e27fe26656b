/**
 * The log of calls by key. Entries wait in memory for a second or two and are written together, so that no call waits for
 * its own; a server that dies loses those of its last seconds (docs/decisions/0125).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { readOrderNumber } from "#core/crockford.ts";
import { later } from "#core/later.ts";
import { deleteInParts } from "#db/delete-in-parts.ts";
import { addressGroup } from "../limits/address-group.ts";
import { refusalOf } from "../log/refusals.ts";
import type { Services } from "../services.ts";

type LogServices = Pick<Services, "db" | "clock" | "log" | "config">;

/** A column of the table each; written as one JSON text. */
type Entry = {
  readonly merchant_id: number;
  readonly key_id: number;
  readonly at: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly duration_ms: number;
  readonly address: string;
  readonly request_id: string;
  /** Of the invoice that it was about, which is written by its row: the number is a key, and is kept nowhere. */
  readonly order_number: string | null;
};

const restMs = 1_500;
/** More than that at a time are not kept: the log must never hold a server's memory. */
const mostWaiting = 5_000;

type Caller = { readonly merchantId: number; readonly keyId: number };

const callers = new WeakMap<FastifyRequest, Caller>();

/** Notes by which key a request came, as soon as the key is known: also of what is refused after that. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller);
}

export type RequestLog = {
  readonly add: (entry: Entry) => void;
  /** Writes what waits; what was added before is in the table afterwards. */
  readonly flush: () => Promise<void>;
};

const logs = new WeakMap<object, RequestLog>();

/** The one log of a server: of programs' calls, and of the screen that reads it. */
export function requestLogOf(services: LogServices): RequestLog {
  const known = logs.get(services.db);
  if (known) return known;
  const made = createRequestLog(services);
  logs.set(services.db, made);
  return made;
}

function createRequestLog({ db, log, clock }: LogServices): RequestLog {
  let waiting: Entry[] = [];
  let left = 0;
  let cancelRest: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const entries = waiting;
    waiting = [];
    if (left > 0) log.warn("requests not logged", { count: left });
    left = 0;
    if (entries.length === 0) return;
    await sql`
      insert into api_requests
        (merchant_id, key_id, at, method, route, status, code, duration_ms, address, request_id, order_id)
      select e.merchant_id, e.key_id, e.at, e.method, e.route, e.status, e.code, e.duration_ms, e.address, e.request_id,
        (select id from orders o where o.order_number = e.order_number and o.merchant_id = e.merchant_id)
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (merchant_id bigint, key_id bigint, at timestamptz,
        method text, route text, status smallint, code text, duration_ms integer, address text, request_id text,
        order_number text)
      order by e.at`
      .execute(db.kysely)
      .catch((error: unknown) => log.warn("requests not logged", { count: entries.length, error }));
  };
  const flush = (): Promise<void> => {
    cancelRest?.();
    cancelRest = null;
    writing = writing.then(write);
    return writing;
  };
  return {
    add: (entry) => {
      if (waiting.length >= mostWaiting) {
        left += 1;
        return;
      }
      waiting.push(entry);
      cancelRest ??= later(clock, restMs, () => void flush());
    },
    flush,
  };
}

/** Logs every call of a scope that came by a key, once it is answered. */
export function logRequests(scope: FastifyInstance, services: LogServices): void {
  if (services.config.requestLogDays === 0) return;
  const requests = requestLogOf(services);
  scope.addHook("onResponse", async (request, reply) => {
    const caller = callers.get(request);
    // Who calls too often would fill the log with nothing else.
    if (caller === undefined || reply.statusCode === 429) return;
    requests.add({
      merchant_id: caller.merchantId,
      key_id: caller.keyId,
      at: new Date(services.clock.now()).toISOString(),
      method: request.method,
      route: request.routeOptions.url ?? "",
      status: reply.statusCode,
      code: refusalOf(request)?.code ?? null,
      duration_ms: Math.round(reply.elapsedTime),
      address: addressGroup(request.ip),
      request_id: request.id,
      order_number: orderOf(request, reply),
    });
  });
  scope.addHook("onClose", () => requests.flush());
}

/** The number of the invoice that a call named, or that it has made; null for calls about none. */
function orderOf(request: FastifyRequest, reply: FastifyReply): string | null {
  const { orderNumber } = (request.params ?? {}) as { readonly orderNumber?: unknown };
  if (typeof orderNumber === "string") return readOrderNumber(orderNumber);
  const made = /^\/api\/v1\/invoices\/(\w+)$/.exec(String(reply.getHeader("location") ?? ""))?.[1];
  return made === undefined ? null : readOrderNumber(made);
}

const dayMs = 24 * 60 * 60_000;

/**
 * Removes what is older than the operator keeps; for an hourly job.
 * @returns how many
 */
export async function removeOldRequests({
  db,
  clock,
  config,
}: Pick<Services, "db" | "clock" | "config">): Promise<number> {
  const before = new Date(clock.now() - config.requestLogDays * dayMs);
  return await deleteInParts(db.kysely, "api_requests", sql`at < ${before}`);
}
