/**
 * Idempotency keys (invariant I18). The key, the effect and the answer are written by one transaction, so there is
 * no moment at which one of them exists without the others. While a request is at work it holds an advisory lock on
 * its key, which ends with its transaction or its process: a crash leaves nothing behind that would have to be
 * cleaned up.
 */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CompiledQuery, type Selectable, type Transaction } from "kysely";
import { idempotencyKey } from "#contract/merchant-common.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { withCommit } from "#db/transaction-edges.ts";
import type { Services } from "../services.ts";

/** How long an answer is kept for repetition. */
const keptMs = 30 * 24 * 60 * 60_000;

export type OnceAnswer<Body> = {
  readonly status: number;
  readonly body: Body;
  /** The answer was given before; nothing was done now. */
  readonly isReplay: boolean;
};

/**
 * Runs `work` in a transaction, once per key: a repetition gets the stored answer. A refusal (any throw) rolls
 * everything back and stores nothing: it had no effect, and the key stays free.
 * @param merchantId whose keys these are
 * @param work makes the answer's body, plain JSON
 * @throws Problem `idempotency_key_required`, `validation_failed` for a malformed key, `idempotency_key_reused` when
 *   the key stands for another request, `idempotency_in_progress` while its twin is at work
 */
export async function once<Body extends object>(
  services: Pick<Services, "db">,
  request: FastifyRequest,
  merchantId: number,
  work: (trx: Transaction<Schema>) => Promise<Body>,
): Promise<OnceAnswer<Body>> {
  const { status } = request.routeOptions.config;
  if (status === undefined) throw new Error(`${request.routeOptions.url} is no call of the contract`);
  const key = readKey(request);
  const requestHash = key === null ? null : hashRequest(request);
  const run = (): Promise<OnceAnswer<Body>> =>
    runInTransaction(services.db.kysely, async (trx) => {
      if (key === null || requestHash === null) return { status, body: await work(trx), isReplay: false };
      const stored = await lockKey<Body>(trx, merchantId, key, requestHash);
      if (stored) return stored;
      const body = await work(trx);
      await storeAnswer(trx, [merchantId, key, requestHash, status, JSON.stringify(body)]);
      return { status, body, isReplay: false };
    });
  return await run().catch((error: unknown) => {
    // The twin was answered between the look and the lock. Nothing of this one has stayed; the next look finds the answer.
    if (!isAnsweredMeanwhile(error)) throw error;
    return run();
  });
}

/** Puts the status of an answer on the reply, and whether it was given before; gives the body. */
export function sendOnce<Body>(reply: FastifyReply, answer: OnceAnswer<Body>): Body {
  reply.code(answer.status);
  if (!answer.isReplay) return answer.body;
  reply.header("idempotent-replayed", "true");
  const bySchema = reply.getSerializationFunction(String(answer.status));
  reply.serializer((body) => {
    try {
      return bySchema?.(body as Record<string, unknown>) ?? JSON.stringify(body);
    } catch {
      // Of an earlier release, without what the contract has had since: it is sent as that release gave it.
      return JSON.stringify(body);
    }
  });
  return answer.body;
}

/**
 * Forgets answers that are older than 30 days; for an hourly job.
 * @returns how many
 */
export async function removeOldIdempotencyKeys(services: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await services.db.kysely
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", new Date(services.clock.now() - keptMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The key of a request; null where it may be left out, which the contract says of its call. */
function readKey({ headers, routeOptions }: FastifyRequest): string | null {
  const header = headers["idempotency-key"];
  if (header === undefined || header === "") {
    if (!routeOptions.config.problems?.has("idempotency_key_required")) return null;
    throw new Problem("idempotency_key_required");
  }
  const parsed = idempotencyKey.safeParse(header);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "malformed";
  throw new Problem("validation_failed", {
    fields: [{ path: "Idempotency-Key", code: "invalid_format", message }],
  });
}

const lockSql = `
select pg_try_advisory_xact_lock($1::bigint) as got, k.request_hash, k.status, k.body
from (select) as call left join idempotency_keys k on k.merchant_id = $2 and k.key = $3`;

type LockedKey = Pick<Selectable<Schema["idempotency_keys"]>, "status" | "body"> & {
  readonly got: boolean;
  readonly request_hash: Buffer | null;
};

/**
 * Locks a key and looks for its answer, by one statement. Never waits: the twin that holds the lock will answer its own caller.
 * The statement looks before it locks, so that it may miss what the lock's last holder has committed in between: then
 * the key is taken when the answer is stored.
 */
async function lockKey<Body>(
  trx: Transaction<Schema>,
  merchantId: number,
  key: string,
  requestHash: Buffer,
): Promise<OnceAnswer<Body> | null> {
  const lockId = createHash("sha256").update(`idempotency ${merchantId} ${key}`).digest().readBigInt64BE();
  const query = CompiledQuery.raw(lockSql, [String(lockId), merchantId, key]);
  const { rows } = await trx.executeQuery<LockedKey>(query as CompiledQuery<LockedKey>);
  const [row] = rows;
  if (row?.got !== true) throw new Problem("idempotency_in_progress", { retryAfterSeconds: 1 });
  if (row.request_hash === null) return null;
  if (!requestHash.equals(row.request_hash)) throw new Problem("idempotency_key_reused");
  if (row.status === null || row.body === null) throw new Error("an idempotency key has no answer");
  return { status: row.status, body: JSON.parse(row.body), isReplay: true };
}

const storeSql = `${withCommit}
insert into idempotency_keys (merchant_id, key, request_hash, status, body) values ($1, $2, $3, $4, $5)`;

async function storeAnswer(trx: Transaction<Schema>, values: readonly unknown[]): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(storeSql, [...values]));
}

function isAnsweredMeanwhile(error: unknown): boolean {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === "23505" && constraint === "idempotency_keys_pkey";
}

/** The same call with the same content has the same hash, whatever the order of members and the white space. */
function hashRequest(request: FastifyRequest): Buffer {
  const path = request.url.split("?", 1)[0];
  const content = canonicalJson(request.body ?? null);
  return createHash("sha256").update(`${request.method} ${path}\n${content}`).digest();
}

/**
 * JSON with the members of every object in the order of their names. Validation puts them in the contract's order,
 * which another release may change; a repetition must be recognised across it.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const ordered: Record<string, unknown> = {};
  const members = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(members).sort()) ordered[name] = inOrder(members[name]);
  return ordered;
}
