/**
 * The creation of an order, for any caller: an invoice of the merchant API or a checkout of a product link. Takes
 * plain values that were validated before, prices them, and writes client, terms, order, lines and the event
 * `invoice.created` in the caller's transaction, so that whatever else must happen with it (the stored answer, a
 * stock hold, a coupon) happens in the same one.
 */
import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Ids } from "#core/ports.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { type InsertedOrder, insertOrder, type OrderValues } from "../orders/insert-order.ts";
import type { ClientToIssue } from "../orders/issued-client.ts";
import type { OrderLine } from "../orders/order-lines.ts";
import {
  linesOf,
  type OrderToIssue,
  orderValues,
  price,
  requireLawfulForm,
  type Terms,
} from "../orders/order-to-issue.ts";
import { refuseRejectedInvoice } from "../zatca/refuse-at-issue.ts";

/** An order that was written: what was asked for, and its rows. */
export type IssuedOrder = InsertedOrder & {
  readonly order: OrderValues;
  readonly lines: readonly OrderLine[];
  readonly client: ClientToIssue | null;
  readonly agreement: (Terms & { readonly version: number }) | null;
};

/**
 * Prices an order and writes it.
 * @param trx the caller's transaction; a Problem thrown here must roll it back
 * @throws Problem `zero_total` or `amount_too_large` (decision M3), `standard_required` (decision 0048),
 *   `tax_document_refused` of a merchant in phase 2 (decision 0068), `shop_not_approved` of one that waits for the operator
 *   (decision 0140)
 */
export async function issueOrder(
  services: { readonly ids: Pick<Ids, "orderNumber"> },
  trx: Transaction<Schema>,
  toIssue: OrderToIssue,
): Promise<IssuedOrder> {
  const { client, merchant } = toIssue;
  const priced = price(toIssue);
  requireLawfulForm(toIssue, priced.total);
  const version = toIssue.agreement && (await versionOfAgreement(trx, merchant.id, toIssue.agreement));
  const order = orderValues(toIssue, priced, {
    orderNumber: services.ids.orderNumber(),
    agreementId: version?.id ?? null,
    replacesId: null,
  });
  const lines = linesOf(toIssue, priced);
  const inserted = await insertOrder(trx, { client, order, lines });
  if (inserted.awaitsApproval) throw new Problem("shop_not_approved");
  if (inserted.isStamped) await refuseRejectedInvoice(trx, inserted.id);
  const agreement = toIssue.agreement && version && { ...toIssue.agreement, version: version.version };
  return { ...inserted, order, lines, client, agreement };
}

/**
 * The version of the merchant's terms that has these titles and texts, else a new one.
 * @returns its row id and its number
 */
export async function versionOfAgreement(
  trx: Transaction<Schema>,
  merchantId: number,
  { title, text, english }: Terms,
): Promise<{ readonly id: number; readonly version: number }> {
  const sha256 = createHash("sha256")
    .update(english === null ? text : `${text}\n${english.text}`)
    .digest("hex");
  const find = () =>
    trx
      .selectFrom("agreements")
      .select(["id", "version"])
      .where("merchant_id", "=", merchantId)
      .where("sha256", "=", sha256)
      .where("title", "=", title)
      .where("body", "=", text)
      .where("title_en", "is not distinct from", english?.title ?? null)
      .executeTakeFirst();
  const known = await find();
  if (known) return known;
  // The merchant's row guards the counting of versions; orders without new terms do not wait for it.
  await trx.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
  const justMade = await find();
  if (justMade) return justMade;
  return await trx
    .insertInto("agreements")
    .values((eb) => ({
      merchant_id: merchantId,
      version: eb
        .selectFrom("agreements")
        .select(sql<number>`coalesce(max(version), 0) + 1`.as("next"))
        .where("merchant_id", "=", merchantId),
      title,
      body: text,
      title_en: english?.title ?? null,
      body_en: english?.text ?? null,
      sha256,
    }))
    .returning(["id", "version"])
    .executeTakeFirstOrThrow();
}
