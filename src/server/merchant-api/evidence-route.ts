/**
 * What a shop shows a bank that asks about a payment: one archive with what was sold and agreed, who paid how, and what happened when.
 * It leaves the shop with a buyer's data in it: asked for by who may export customers, and written down. Which texts of buyers are in it and which
 * are not is held by evidence-texts.test.ts.
 */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type PaymentModel, paymentListCalls } from "#contract/payments.ts";
import { byteOrderMark, guarded } from "#core/csv-text.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { writeAudit } from "../audit/audit-log.ts";
import { loadOrderAgreement } from "../documents/agreement-file.ts";
import { createDocuments, type Documents } from "../documents/document-service.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import { findTaxInvoice, isWithheld } from "../documents/tax-document-store.ts";
import { PdfEngineMissing } from "../http/file-reply.ts";
import type { Services } from "../services.ts";
import { isLivemode, testMark } from "../settings/world.ts";
import { zipStream } from "../zatca/archive/archive-stream.ts";
import { actorOf, merchantOf } from "./authenticate.ts";
import { mountFileCall } from "./file-call.ts";
import { linkOptions, toInvoice } from "./invoice-model.ts";
import { loadInvoice } from "./invoice-store.ts";
import { selectPayments, toPayment } from "./payment-routes.ts";

const call = "GET /api/v1/payments/:paymentId/evidence";

type File = { readonly name: string; readonly bytes: Buffer };

/** Mounts the call in a scope that requires an API key. */
export function mountEvidenceCall(scope: FastifyInstance, services: Services): void {
  const { db, storage, pdf, log, config } = services;
  const documents = createDocuments({ db, storage, pdf, log, webUrl: config.webUrl });
  mountFileCall(scope, paymentListCalls, call, async ({ params }, request) => {
    const merchant = merchantOf(request);
    const row = await selectPayments(db.kysely, merchant.id)
      .where("a.id", "=", params.paymentId)
      .executeTakeFirst();
    if (!row) throw new Problem("not_found");
    const payment = toPayment(row, isLivemode(config, merchant));
    const { id: orderId } = await db.kysely
      .selectFrom("orders")
      .select("id")
      .where("merchant_id", "=", merchant.id)
      .where("order_number", "=", payment.orderNumber)
      .executeTakeFirstOrThrow();
    const key = { merchantId: merchant.id, orderId, paymentId: payment.id };
    const happened = await timelineOf(services, key);
    const invoice = toInvoice(await loadInvoice(db.kysely, key), linkOptions(config, merchant));
    const papers = await papersOf(documents, services, orderId);
    await writeAudit(db.kysely, {
      ...{ actor: actorOf(merchant), act: call, merchantId: merchant.id, result: "done" },
      subject: payment.id,
    });
    const facts = {
      payment: { ...payment, ...(await payerOf(services, key)) },
      ...{ invoice, acceptance: await acceptanceOf(services, key), timeline: happened },
    };
    const files: File[] = [
      { name: "evidence.json", bytes: Buffer.from(JSON.stringify(facts, null, 2)) },
      { name: "timeline.csv", bytes: Buffer.from(toCsv(happened)) },
      ...papers,
    ];
    return {
      contentType: "application/zip",
      fileName: `${testMark(merchant)}evidence-${payment.orderNumber}.zip`,
      content: zipStream(each(files)),
    };
  });
}

async function* each(files: readonly File[]): AsyncGenerator<File> {
  yield* files;
}

type Key = { readonly merchantId: number; readonly orderId: number; readonly paymentId: PaymentModel["id"] };

type Entry = { readonly at: string; readonly what: string; readonly detail: string };

/** Everything that happened to the invoice and to this payment, the oldest first. No secret is in it, and of mailboxes and mobiles only masked ones. */
async function timelineOf(
  { db }: Services,
  { merchantId, orderId, paymentId }: Key,
): Promise<readonly Entry[]> {
  const { rows } = await sql<{ at: Date; what: string; detail: string | null }>`
    with o as (select * from orders where merchant_id = ${merchantId} and id = ${orderId})
    select created_at as at, 'invoice issued' as what, total::text || ' ' || currency || ' (minor units)' as detail from o
    union all select q.decided_at, 'quotation accepted', 'by the ' || q.decided_by || coalesce(' from ' || q.decided_from, '')
      from quotes q where q.merchant_id = ${merchantId} and q.order_id = ${orderId}
    union all select agreement_accepted_at, 'terms of sale accepted',
      (select 'version ' || version || ', SHA-256 ' || sha256 from agreements a where a.merchant_id = o.merchant_id and a.id = o.agreement_id)
        || coalesce(', from ' || p.address, '')
      from o left join acceptance_places p on p.merchant_id = o.merchant_id and p.order_id = o.id
        and p.accepted_at = o.agreement_accepted_at
      where agreement_accepted_at is not null
    union all select r.created_at, 'return asked for: ' || r.reason, r.words from return_requests r
      where r.merchant_id = ${merchantId} and r.order_id = ${orderId}
    union all select r.answered_at, 'return ' || r.state, r.answer from return_requests r
      where r.merchant_id = ${merchantId} and r.order_id = ${orderId} and r.answered_at is not null
    union all select r.withdrawn_at, 'return taken back by the buyer', null from return_requests r
      where r.merchant_id = ${merchantId} and r.order_id = ${orderId} and r.withdrawn_at is not null
    union all select first_at, 'opened by the buyer first', views || ' times in all' from order_views
      where merchant_id = ${merchantId} and order_id = ${orderId}
    union all select last_at, 'opened by the buyer last', null from order_views
      where merchant_id = ${merchantId} and order_id = ${orderId} and views > 1
    union all select e.at, 'payment: ' || coalesce(e.from_state || ' to ', '') || e.to_state, e.cause from attempt_events e
      where e.merchant_id = ${merchantId} and e.attempt_id = ${paymentId}
    union all select m.created_at, 'message written: ' || m.kind, m.channel || ' to ' || m.masked_address from messages m
      where m.merchant_id = ${merchantId} and m.order_id = ${orderId}
    union all select coalesce(m.delivered_at, m.accepted_at), 'message delivered: ' || m.kind, m.channel || ', ' || m.state
      from messages m where m.merchant_id = ${merchantId} and m.order_id = ${orderId}
        and coalesce(m.delivered_at, m.accepted_at) is not null
    union all select m.read_at, 'message read: ' || m.kind, m.channel from messages m
      where m.merchant_id = ${merchantId} and m.order_id = ${orderId} and m.read_at is not null
    union all select d.sent_at, 'digital goods sent', 'to the address that the buyer had confirmed' from digital_deliveries d
      where d.merchant_id = ${merchantId} and d.order_id = ${orderId} and d.sent_at is not null
    union all select t.issued_at, t.kind, t.number from tax_documents t
      where t.merchant_id = ${merchantId} and t.order_id = ${orderId}
    union all select r.created_at, 'refund: ' || r.state, r.amount::text || ' ' || r.currency || ' (minor units)' from refunds r
      where r.merchant_id = ${merchantId} and r.order_id = ${orderId}
    order by at, what`.execute(db.kysely);
  return rows.map(({ at, what, detail }) => ({ at: at.toISOString(), what, detail: detail ?? "" }));
}

/** Which terms the buyer accepted, when, and from where as far as that is still kept (docs/decisions/0196); null without terms. */
async function acceptanceOf({ db }: Services, { merchantId, orderId }: Key) {
  const row = await db.kysely
    .selectFrom("orders as o")
    .innerJoin("agreements as a", (join) =>
      join.onRef("a.merchant_id", "=", "o.merchant_id").onRef("a.id", "=", "o.agreement_id"),
    )
    .leftJoin("acceptance_places as p", (join) =>
      join
        .onRef("p.merchant_id", "=", "o.merchant_id")
        .onRef("p.order_id", "=", "o.id")
        .onRef("p.accepted_at", "=", "o.agreement_accepted_at"),
    )
    .select(["o.agreement_accepted_at as acceptedAt", "o.agreement_accepted_sha256 as sha256", "a.version"])
    .select(["p.address", "p.user_agent as userAgent"])
    .where("o.merchant_id", "=", merchantId)
    .where("o.id", "=", orderId)
    .where("o.agreement_accepted_at", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Who paid, and where to, as they stated it. */
async function payerOf({ db }: Services, { merchantId, paymentId }: Key) {
  const payer = await db.kysely
    .selectFrom("payment_attempts")
    .select(["client_name as name", "client_mobile as mobile", "client_email as email"])
    .select([
      "client_country_code as country",
      "shipment_city as city",
      "shipment_address as address",
      "channel",
    ])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", paymentId)
    .executeTakeFirst();
  return { payer: payer ?? null };
}

/** The papers that the buyer has. A machine that draws none gives the pack without. */
async function papersOf(
  documents: Documents,
  { db, log }: Services,
  orderId: number,
): Promise<readonly File[]> {
  const order = await loadDocumentOrder(db.kysely, { orderId });
  if (!order) return [];
  const invoice = await findTaxInvoice(db.kysely, orderId);
  const look = { language: "en", paper: "a4" } as const;
  const agreement = await loadOrderAgreement(db.kysely, order.orderNumber);
  const wanted = [
    ...(orderStatusFacts[order.status].wasPaid ? [await documents.receipt({ order, invoice, ...look })] : []),
    ...(invoice && !isWithheld(invoice)
      ? [await documents.taxDocument({ order, document: invoice, ...look })]
      : []),
    ...(agreement ? [documents.agreement({ agreement, language: "en" })] : []),
  ];
  try {
    return await Promise.all(wanted.map(async (file) => ({ name: file.fileName, bytes: await file.load() })));
  } catch (error) {
    if (!(error instanceof PdfEngineMissing)) throw error;
    log.warn("evidence without its papers", { orderId, error });
    return [];
  }
}

/** Opens in a spreadsheet: what people wrote is no formula there. */
function toCsv(entries: readonly Entry[]): string {
  const cell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;
  const rows = entries.map(({ at, what, detail }) => [at, what, detail].map(cell).join(","));
  return `${byteOrderMark}at,what,detail\r\n${rows.join("\r\n")}\r\n`;
}
