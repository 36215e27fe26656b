/** Webhook endpoints as rows. A secret is sealed; it leaves this file only to be shown once, and to sign. */
import type { Kysely, Selectable, Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import { openLane } from "../queue/job-store.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { newWebhookSecret } from "./signature.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type EndpointRow = Omit<Selectable<Schema["webhook_endpoints"]>, "removed_at">;

const columns = [
  "merchant_id",
  "id",
  "url",
  "description",
  "types",
  "version",
  "sealed_secret",
  "sealed_earlier_secret",
  "earlier_secret_until",
  "sealed_headers",
  "secret_since",
  "failing_since",
  "disabled_at",
  "disabled_reason",
  "created_at",
] as const satisfies readonly (keyof EndpointRow)[];

/** What its deliveries wait in line for. */
export function laneOfEndpoint(id: number): string {
  return `webhook:${id}`;
}

/** A merchant's endpoints, oldest first. */
export async function listEndpoints(db: Db, merchantId: number): Promise<EndpointRow[]> {
  return await db
    .selectFrom("webhook_endpoints")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
}

/** One endpoint, or null for what is not this merchant's. With `lock`, it stays as it is until the transaction ends. */
export async function findEndpoint(
  db: Db,
  {
    merchantId,
    id,
    lock = false,
  }: { readonly merchantId: number; readonly id: number; readonly lock?: boolean },
): Promise<EndpointRow | null> {
  const query = db
    .selectFrom("webhook_endpoints")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .where("removed_at", "is", null);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** Makes an endpoint, with its secret in clear beside it. */
export async function insertEndpoint(
  trx: Transaction<Schema>,
  sealing: Sealing,
  endpoint: Pick<
    EndpointRow,
    "merchant_id" | "url" | "description" | "types" | "version" | "sealed_headers"
  > & {
    readonly at: Date;
  },
): Promise<{ readonly row: EndpointRow; readonly secret: string }> {
  const { at, ...values } = endpoint;
  const secret = newWebhookSecret();
  const row = await trx
    .insertInto("webhook_endpoints")
    .values({
      ...values,
      sealed_secret: sealing.seal(secret, purposeOf(values.merchant_id)),
      secret_since: at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { row, secret };
}

/** Makes a new secret; the one before signs beside it until a time. */
export async function rotateEndpointSecret(
  trx: Transaction<Schema>,
  sealing: Sealing,
  endpoint: EndpointRow,
  { at, earlierUntil }: { readonly at: Date; readonly earlierUntil: Date },
): Promise<{ readonly row: EndpointRow; readonly secret: string }> {
  const secret = newWebhookSecret();
  const row = await changeEndpoint(trx, endpoint, {
    sealed_secret: sealing.seal(secret, purposeOf(endpoint.merchant_id)),
    secret_since: at,
    sealed_earlier_secret: endpoint.sealed_secret,
    earlier_secret_until: earlierUntil,
  });
  return { row, secret };
}

/** The secrets that sign now, the newest first. */
export function secretsOf(
  sealing: Sealing,
  endpoint: Pick<
    EndpointRow,
    "merchant_id" | "sealed_secret" | "sealed_earlier_secret" | "earlier_secret_until"
  >,
  now: number,
): readonly string[] {
  const hasEarlier = (endpoint.earlier_secret_until?.getTime() ?? 0) > now;
  return [endpoint.sealed_secret, hasEarlier ? endpoint.sealed_earlier_secret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => sealing.open(sealed, purposeOf(endpoint.merchant_id)));
}

type Changes = Partial<Omit<EndpointRow, "merchant_id" | "id" | "created_at">>;

/** Changes an endpoint. */
export async function changeEndpoint(
  trx: Transaction<Schema>,
  endpoint: Pick<EndpointRow, "merchant_id" | "id">,
  changes: Changes & { readonly removed_at?: Date },
): Promise<EndpointRow> {
  return await trx
    .updateTable("webhook_endpoints")
    .set(changes)
    .where("merchant_id", "=", endpoint.merchant_id)
    .where("id", "=", endpoint.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Drops what is still to be delivered to an endpoint that is switched off or removed. */
export async function dropOutstanding(
  trx: Transaction<Schema>,
  { merchant_id, id }: Pick<EndpointRow, "merchant_id" | "id">,
  at: Date,
): Promise<void> {
  const lane = laneOfEndpoint(id);
  await trx
    .deleteFrom("jobs")
    .where("merchant_id", "=", merchant_id)
    .where("lane", "=", lane)
    .where("state", "=", "due")
    .execute();
  await openLane(trx, lane);
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "dropped", ended_at: at, next_try_at: null })
    .where("merchant_id", "=", merchant_id)
    .where("endpoint_id", "=", id)
    .where("state", "=", "due")
    .execute();
}

/** What secrets are sealed for; the same for `sealedColumns` of rotate-secret.ts. */
export function purposeOf(merchantId: number): string {
  return `webhook-secret:${merchantId}`;
}
