/**
 * Refunds of the merchant API. The key and the claim are one transaction; the provider is asked after it. A repeated
 * request gets the same refund as it is by then.
 */
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { type NewRefund, type Refund, refundCalls } from "#contract/refunds.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import { limitedMakers } from "#core/refund-approval.ts";
import type { LineToRefund } from "#core/tax/credit-note.ts";
import { cleanText } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import { noteUrl } from "../documents/document-addresses.ts";
import { isInForce } from "../documents/tax-document-store.ts";
import { mountCall } from "../http/mount.ts";
import { claimRefund } from "../payments/claim-refund.ts";
import { sendRefund } from "../payments/refund.ts";
import type { RefundMaker } from "../payments/refund-limits.ts";
import type { Services } from "../services.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { noteChange } from "./audit-calls.ts";
import { actorOf, merchantOf } from "./authenticate.ts";
import { FieldReader } from "./field-reader.ts";
import { once } from "./idempotency.ts";
import { type LinkOptions, linkOptions } from "./invoice-model.ts";
import { findInvoiceId } from "./invoice-store.ts";
import { readApproval } from "./refund-approval-model.ts";
import { invalid, readAmount, readReturnedLines } from "./returned-lines.ts";
import { sentQuantity } from "./sent-quantity.ts";

/** Mounts the refund calls in a scope that requires an API key. */
export function mountRefundCalls(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  mountCall(
    scope,
    refundCalls,
    "POST /api/v1/invoices/:orderNumber/refunds",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const merchantId = merchant.id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const currency = await currencyOf(services, orderId);
      const wish = readWish(body, currency);
      const reason = readReason(body.reason, currency);
      const claim = await once(services, request, merchantId, async (trx) => {
        const isByHand = body.byHand === true;
        const maker = makerOf(merchant);
        const made = { orderId, ...wish, reason, isByHand, maker, approval: null };
        const claimed = await claimRefund(services, trx, made);
        return claimed.kind === "claimed" ? { id: claimed.refund.id } : { approvalId: claimed.approvalId };
      });
      if (claim.isReplay) reply.header("idempotent-replayed", "true");
      if (claim.body.approvalId !== undefined) {
        reply.code(202);
        noteChange(request, { after: { approval: claim.body.approvalId } });
        return await readApproval(services, merchant, claim.body.approvalId);
      }
      const row = await db
        .selectFrom("refunds")
        .selectAll()
        .where("merchant_id", "=", merchantId)
        .where("id", "=", claim.body.id ?? "")
        .executeTakeFirstOrThrow();
      if (!claim.isReplay && row.state === "in_flight") await sendRefund(services, row);
      const refund = await selectRefunds(db)
        .where("r.merchant_id", "=", merchantId)
        .where("r.id", "=", row.id)
        .executeTakeFirstOrThrow();
      return toRefund(refund, linkOptions(services.config, merchant));
    },
  );

  mountCall(
    scope,
    refundCalls,
    "GET /api/v1/invoices/:orderNumber/refunds",
    async ({ params }, { request }) => {
      const orderId = await findInvoiceId(db, {
        merchantId: merchantOf(request).id,
        input: params.orderNumber,
      });
      const rows = await selectRefunds(db)
        .where("r.order_id", "=", orderId)
        .orderBy("r.created_at")
        .execute();
      const links = linkOptions(services.config, merchantOf(request));
      return { items: rows.map((row) => toRefund(row, links)) };
    },
  );
}

/** As what limits of refunds may apply to who calls. */
function makerOf(merchant: ApiMerchant): RefundMaker {
  const { principal } = merchant;
  const role = principal.kind === "key" ? "key" : principal.role;
  return { name: actorOf(merchant), as: limitedMakers.find((one) => one === role) ?? null };
}

async function currencyOf(services: Services, orderId: number): Promise<string> {
  const order = await services.db.kysely
    .selectFrom("orders")
    .select("currency")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return order.currency;
}

/** What the merchant wants to give back: lines or an amount, whose currency is the invoice's. */
function readWish(
  body: NewRefund,
  currency: string,
): { readonly amount: Minor | null; readonly lines: readonly LineToRefund[] | null } {
  if (body.lines === undefined)
    return { amount: body.amount === undefined ? null : readAmount(body.amount, currency), lines: null };
  if (body.amount !== undefined)
    throw invalid("amount", "the amount follows from the lines: send one of them");
  return { amount: null, lines: readReturnedLines(body.lines, currency) };
}

/** It is on the credit note. */
export function readReason(text: string | undefined, currency: string): string | null {
  const reason = cleanText(text ?? "", 500) || null;
  const reader = new FieldReader(currency);
  reader.refuseUnprintable("reason", reason);
  reader.refuseWrong();
  return reason;
}

type Try = {
  /** As JSON has them: text. */
  readonly sent_at: string;
  readonly answered_at: string;
  readonly outcome: Schema["refund_tries"]["outcome"];
  readonly detail: string | null;
};

const triesOfRefund = sql<Try[]>`(
  select coalesce(json_agg(json_build_object('sent_at', x.sent_at, 'answered_at', x.answered_at,
    'outcome', x.outcome, 'detail', x.detail) order by x.sequence desc), '[]')
  from (select * from refund_tries where merchant_id = r.merchant_id and refund_id = r.id order by sequence desc limit 20) x)`;

type Line = { readonly position: number; readonly quantity: Quantity | null; readonly amount: Minor };

const linesOfRefund = sql<Line[]>`(
  select coalesce(json_agg(json_build_object('position', l.position, 'quantity', l.qty_thousandths,
    'amount', l.taxable + l.vat) order by l.position), '[]')
  from refund_lines l where l.merchant_id = r.merchant_id and l.refund_id = r.id)`;

/** Refunds with their credit notes, and what the notes' addresses are made of. */
export function selectRefunds(db: Kysely<Schema>) {
  return db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "r.merchant_id").onRef("o.id", "=", "r.order_id"),
    )
    .leftJoin("themes as t", "t.merchant_id", "o.merchant_id")
    .leftJoin("tax_documents as d", (join) =>
      join
        .onRef("d.merchant_id", "=", "r.merchant_id")
        .onRef("d.order_id", "=", "r.order_id")
        .onRef("d.refund_key", "=", "r.id")
        .on(isInForce),
    )
    .select(["r.id", "r.amount", "r.currency", "r.state", "r.reason", "r.is_by_hand"])
    .select("r.is_surplus")
    .select(["r.created_at", "r.updated_at", triesOfRefund.as("tries"), linesOfRefund.as("lines")])
    .select(["o.order_number", "o.merchant_id", "o.client_id", "t.settings as theme"])
    .select("d.number as credit_note");
}

type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefunds>["executeTakeFirstOrThrow"]>>;

/** One refund as the API answers it. */
export function toRefund(
  row: RefundRow,
  { serverUrl, livemode }: Pick<LinkOptions, "serverUrl" | "livemode">,
): Refund {
  const order = {
    merchantId: row.merchant_id,
    clientId: row.client_id,
    orderNumber: row.order_number,
    theme: row.theme,
  };
  return {
    id: row.id,
    livemode,
    orderNumber: row.order_number,
    amount: formatDecimal(row.amount, row.currency),
    currency: row.currency,
    state: row.state,
    lines: row.lines.map(({ position, quantity, amount }) => ({
      position,
      quantity: quantity === null ? null : sentQuantity(quantity),
      amount: formatDecimal(amount, row.currency),
    })),
    reason: row.reason,
    byHand: row.is_by_hand,
    ofSurplus: row.is_surplus,
    tries: row.tries.map(({ sent_at, answered_at, outcome, detail }) => ({
      sentAt: new Date(sent_at).toISOString(),
      answeredAt: new Date(answered_at).toISOString(),
      outcome,
      detail,
    })),
    creditNote:
      row.credit_note === null
        ? null
        : {
            number: row.credit_note,
            url: noteUrl(serverUrl, order, { kind: "credit_note", number: row.credit_note }),
          },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
