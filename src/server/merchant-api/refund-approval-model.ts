/** Requests for refunds above a limit, as the API answers them. */
import { type Kysely, sql } from "kysely";
import type { RefundApproval } from "#contract/refund-approvals.ts";
import { formatDecimal } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { actorOf } from "./authenticate.ts";
import { sentQuantity } from "./sent-quantity.ts";

const nameOf = (column: "requested_by" | "ended_by") => sql<string | null>`(select case when p.kind = 'person'
    then (select name from persons where id = p.id)
    else (select name from api_keys k where k.merchant_id = a.merchant_id and k.id = p.id) end
  from (select split_part(a.${sql.ref(column)}, ' ', 1) as kind, split_part(a.${sql.ref(column)}, ' ', 2)::bigint as id) p)`;

/** The requests of a merchant, with their refunds. */
export function selectApprovals(db: Kysely<Schema>, merchantId: number) {
  return db
    .selectFrom("refund_approvals as a")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"),
    )
    .leftJoin("clients as c", (join) =>
      join.onRef("c.merchant_id", "=", "o.merchant_id").onRef("c.id", "=", "o.client_id"),
    )
    .leftJoin("refunds as r", (join) =>
      join.onRef("r.merchant_id", "=", "a.merchant_id").onRef("r.approval_id", "=", "a.id"),
    )
    .select([
      "a.id",
      "a.amount",
      "a.currency",
      "a.wish",
      "a.reason",
      "a.is_by_hand",
      "a.reached",
      "a.requested_by",
    ])
    .select(["a.created_at", "a.expires_at", "a.state", "a.ended_by", "a.ended_at", "a.note"])
    .select(["o.order_number", "c.name as client_name", "r.id as refund_id", "r.state as refund_state"])
    .select([nameOf("requested_by").as("requester"), nameOf("ended_by").as("ender")])
    .where("a.merchant_id", "=", merchantId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectApprovals>["executeTakeFirstOrThrow"]>>;

/**
 * One request, as it is for who asks.
 * @throws Problem `not_found`
 */
export async function readApproval(
  { db, config }: Pick<Services, "db" | "config">,
  merchant: ApiMerchant,
  id: string,
): Promise<RefundApproval> {
  const row = await selectApprovals(db.kysely, merchant.id).where("a.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return toApproval(row, merchant, config);
}

/** A row of `selectApprovals` as the API answers it. */
export function toApproval(row: Row, merchant: ApiMerchant, config: Services["config"]): RefundApproval {
  const { currency } = row;
  return {
    id: row.id,
    livemode: isLivemode(config, merchant),
    orderNumber: row.order_number,
    clientName: row.client_name,
    state: row.state,
    amount: formatDecimal(row.amount, currency),
    currency,
    lines: (row.wish.lines ?? []).map((line) => ({
      position: line.position,
      quantity: "quantity" in line ? sentQuantity(line.quantity) : null,
      amount: "amount" in line ? formatDecimal(line.amount, currency) : null,
    })),
    reason: row.reason,
    byHand: row.is_by_hand,
    limit: row.reached,
    requestedBy: toCaller(row.requested_by, row.requester),
    isYours: row.requested_by === actorOf(merchant),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedBy: row.ended_by === null ? null : toCaller(row.ended_by, row.ender),
    endedAt: row.ended_at?.toISOString() ?? null,
    note: row.note,
    refund:
      row.refund_id === null || row.refund_state === null
        ? null
        : { id: row.refund_id, state: row.refund_state },
  };
}

function toCaller(actor: string, name: string | null): RefundApproval["requestedBy"] {
  const [kind, id] = actor.split(" ");
  return { kind: kind === "key" ? "key" : "person", id: Number(id), name };
}
