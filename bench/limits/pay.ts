/**
 * Paying an order by card: the gateway calls of a payment without a challenge, and the rows of an attempt written
 * durably at the same four moments as in this project: the session, the claim, the fence before the money, the end with
 * its tax invoice. Each moment is one prepared statement.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Agent } from "undici";
import { encodeTaxQr, riyadhTimestamp } from "#core/tax/tax-qr.ts";
import { createBareGateway } from "./gateway.ts";

export const findSql = "select id, total from orders where order_number = $1";

export const bindSql =
  "insert into card_sessions (session_id, order_id, provider) values ($1, $2, 'mpgs-cards')";

export const claimSql = `
with claimed as (
  update orders set status = 'PENDING' where order_number = $1 and status = 'CREATED'
  returning id, merchant_id, total, currency
), born as (
  insert into payment_attempts (merchant_id, id, order_id, method, provider, state, amount, currency, presented_key, return_token,
    client_name, client_mobile, client_country_code, shipment_city, shipment_address, event_count, next_check_at)
  select merchant_id, $2, id, 'card', 'mpgs-cards', 'in_flight', total, currency, $3, $4, $5, $6, 'SA', $7, $8, 1,
    now() + interval '90 seconds'
  from claimed returning merchant_id, id, order_id
), logged as (
  insert into attempt_events (merchant_id, attempt_id, sequence, to_state, cause)
  select merchant_id, id, 1, 'in_flight', 'start' from born
), told as (
  insert into events (merchant_id, order_id, attempt_id, type, data)
  select merchant_id, claimed.id, $2, type, $9 from claimed, (values ('payment.attempted'), ('order.pending')) t (type)
)
select total from claimed`;

export const fenceSql = `
with moved as (
  update payment_attempts set step = 'confirm', step_started_at = now(), next_check_at = now() + interval '90 seconds',
    provider_data = $2, event_count = event_count + 1, updated_at = now()
  where id = $1 and state = 'in_flight' and event_count = 1 returning merchant_id, id, order_id, event_count
), logged as (
  insert into attempt_events (merchant_id, attempt_id, sequence, from_state, to_state, cause)
  select merchant_id, id, event_count, 'in_flight', 'in_flight', 'confirm' from moved
)
insert into events (merchant_id, order_id, attempt_id, type)
select o.merchant_id, o.id, moved.id, 'payment.in_flight' from moved join orders o on o.id = moved.order_id`;

export const settleSql = `
with moved as (
  update payment_attempts set state = 'captured', provider_reference = $2, paid_brand = 'MASTERCARD',
    paid_last_four = '2346', next_check_at = null, settled_at = now(), event_count = event_count + 1, updated_at = now()
  where id = $1 and state = 'in_flight' and event_count = 2 returning merchant_id, id, order_id, event_count
), logged as (
  insert into attempt_events (merchant_id, attempt_id, sequence, from_state, to_state, cause, data)
  select merchant_id, id, event_count, 'in_flight', 'captured', 'confirm', $3 from moved
), paid as (
  update orders set status = 'PAID', paid_at = now(), captured_total = total
  where id = (select order_id from moved) and status = 'PENDING'
  returning id, merchant_id, sub_total, discount, vat, total
), counted as (
  insert into document_counters (merchant_id, kind, last_sequence, last_issued_at)
  select merchant_id, 'tax_invoice', 1, now() from paid
  on conflict (merchant_id, kind) do update set last_sequence = document_counters.last_sequence + 1,
    last_issued_at = greatest(document_counters.last_issued_at, excluded.last_issued_at)
  returning last_sequence, last_issued_at
), documented as (
  insert into tax_documents (merchant_id, order_id, kind, form, sequence, number, issued_at, currency, taxable, vat,
    total, vat_sar, qr, content)
  select merchant_id, id, 'tax_invoice', 'simplified', last_sequence, 'INV-' || lpad(last_sequence::text, 6, '0'),
    last_issued_at, 'SAR', sub_total - discount, vat, total, vat, $4, $5
  from paid, counted
)
insert into events (merchant_id, order_id, attempt_id, type, data)
select merchant_id, id, $1, type, $3 from paid, (values ('payment.captured'), ('invoice.paid')) t (type)`;

/** What the tax invoice of every order here states, but for its number and time; it is not read from the rows. */
const facts = {
  externalOrderNumber: "NK-1",
  seller: {
    name: "متجر النخيل",
    vatNumber: "310122393500003",
    commercialRegistration: null,
    address: "طريق الملك فهد، حي العليا",
    city: "الرياض",
    email: "care@nakheel.example",
    phone: "+966112345679",
  },
  buyer: { name: "نورة العتيبي", maskedMobile: "••• ••• 005", vatNumber: null, address: null },
  currency: "SAR",
  lines: [
    invoiceLine("تمر سكري", 2, { net: 17_000, vat: 2_550 }),
    invoiceLine("قهوة سعودية", 1, { net: 6_450, vat: 968 }),
    invoiceLine("فنجان", 6, { net: 7_350, vat: 1_103 }),
  ],
  subTotal: 30_800,
  discount: 0,
  discountBps: null,
  taxable: 30_800,
  vat: 4_621,
  total: 35_421,
  foreign: null,
  payment: { method: "card", brand: "mastercard", lastFour: "2346" },
  note: "شكراً لتسوقكم معنا",
};

function invoiceLine(
  title: string,
  qty: number,
  { net, vat }: { readonly net: number; readonly vat: number },
) {
  const line = { title, description: "صندوق هدية", qty, net, discount: 0, taxable: net, vatBps: 1_500 };
  return { ...line, exemption: null, vat, total: net + vat };
}

type PayBody = {
  readonly orderNumber: string;
  readonly sessionId: string;
  readonly clientName: string;
  readonly clientMobile: string;
  readonly shipmentCity: string;
  readonly shipmentAddress: string;
};

/** Mounts `POST /session` and `POST /pay`, and the address that the gateway notifies. */
export function mountBarePay(
  app: FastifyInstance,
  pool: Pool,
  to: { readonly gatewayUrl: string; readonly ownUrl: string; readonly agent: Agent },
): void {
  const gateway = createBareGateway(to);
  app.post("/notify", async () => ({ received: true }));

  app.post<{ Body: { readonly orderNumber: string } }>("/session", async ({ body }) => {
    const found = await pool.query({ name: "find", text: findSql, values: [body.orderNumber] });
    const order: { id: string; total: string } = found.rows[0];
    const sessionId = await gateway.openSession(body.orderNumber, Number(order.total));
    await pool.query({ name: "bind", text: bindSql, values: [sessionId, order.id] });
    return { status: "ok", session: { id: sessionId } };
  });

  app.post<{ Body: PayBody }>("/pay", async ({ body }) => {
    const { orderNumber, sessionId, clientName, clientMobile, shipmentCity, shipmentAddress } = body;
    const attemptId = randomBytes(13).toString("hex");
    const buyer = [clientName, clientMobile, shipmentCity, shipmentAddress];
    const token = randomBytes(24).toString("base64url");
    const claimed = await pool.query({
      name: "claim",
      text: claimSql,
      values: [
        orderNumber,
        attemptId,
        sessionId,
        token,
        ...buyer,
        JSON.stringify({ orderNumber, method: "card" }),
      ],
    });
    const payment = { orderNumber, attemptId, sessionId, amountHalalas: Number(claimed.rows[0]?.total) };
    const version = await gateway.authenticate(payment);
    const data = JSON.stringify({
      sessionId,
      sessionVersion: version,
      authentication: "AUTHENTICATION_SUCCESSFUL",
    });
    await pool.query({ name: "fence", text: fenceSql, values: [attemptId, data] });
    const reference = await gateway.pay(payment, version);
    const paid = JSON.stringify({ orderNumber, amount: payment.amountHalalas, currency: "SAR" });
    const paidAt = Date.now();
    const qr = encodeTaxQr({
      sellerName: facts.seller.name,
      vatNumber: facts.seller.vatNumber,
      issuedAt: riyadhTimestamp(paidAt),
      total: "354.21",
      vatTotal: "46.21",
    });
    const content = JSON.stringify({
      facts: { ...facts, orderNumber, paidAt },
      riyals: null,
      original: null,
    });
    await pool.query({ name: "settle", text: settleSql, values: [attemptId, reference, paid, qr, content] });
    return { orderNumber, statusCode: 200, orderAmount: payment.amountHalalas / 100 };
  });
}
