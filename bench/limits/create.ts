/**
 * Creating an invoice: client, order, lines, event and stored answer, written durably by one prepared statement. The
 * body is that of the merchant API; its prices are taken to be net, with one rate of VAT and whole halalas.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";

export const createSql = `
with found as (
  select id from clients where merchant_id = $1 and mobile = $2 limit 1
), made as (
  insert into clients (merchant_id, name, mobile, country_code)
  select $1, $3, $2, 'SA' where not exists (select from found) returning id
), born as (
  insert into orders (order_number, merchant_id, client_id, source, currency, sub_total, discount, vat, vat_bps, total,
    allowed_methods, external_order_number, note)
  select $4, $1, (select id from found union all select id from made), 'api', 'SAR', $5, 0, $6, 1500,
    $5::bigint + $6::bigint, array['mada', 'creditcard', 'amex'], $7, $8
  returning id
), sold as (
  insert into order_lines (merchant_id, order_id, position, title, description, qty_thousandths, unit_price, sold_unit_price, vat_bps, line_net,
    line_discount, line_vat)
  select $1, born.id, line.* from born, unnest($9::smallint[], $10::text[], $11::text[], $12::int[], $13::bigint[],
    $13::bigint[], $14::int[], $15::bigint[], $16::bigint[], $17::bigint[]) line
), logged as (
  insert into events (merchant_id, order_id, type, data) select $1, id, 'invoice.created', $18 from born
)
insert into idempotency_keys (merchant_id, key, request_hash, status, body) values ($1, $19, $20, 201, $21)`;

type Invoice = {
  readonly externalOrderNumber: string;
  readonly note: string;
  readonly client: { readonly name: string; readonly mobile: string };
  readonly lines: readonly {
    readonly title: string;
    readonly description: string;
    readonly quantity: number;
    readonly unitPrice: string;
  }[];
};

/** Mounts `POST /invoices`. */
export function mountBareCreate(app: FastifyInstance, pool: Pool, merchantId: number): void {
  app.post<{ Body: Invoice }>("/invoices", async (request, reply) => {
    const { client, lines, externalOrderNumber, note } = request.body;
    const prices = lines.map((line) => Math.round(Number(line.unitPrice) * 100));
    const nets = lines.map((line, index) => line.quantity * (prices[index] ?? 0));
    const vats = nets.map((net) => Math.round((net * 15) / 100));
    const subTotal = sum(nets);
    const orderNumber = randomBytes(8).toString("hex").toUpperCase();
    const answer = JSON.stringify({ orderNumber, subTotal, vat: sum(vats), ...request.body });
    await pool.query({
      name: "create",
      text: createSql,
      values: [
        ...[
          merchantId,
          client.mobile,
          client.name,
          orderNumber,
          subTotal,
          sum(vats),
          externalOrderNumber,
          note,
        ],
        lines.map((_line, index) => index + 1),
        lines.map((line) => line.title),
        lines.map((line) => line.description),
        lines.map((line) => line.quantity * 1_000),
        prices,
        lines.map(() => 1500),
        nets,
        lines.map(() => 0),
        vats,
        JSON.stringify({ orderNumber, status: "CREATED", amount: subTotal + sum(vats), currency: "SAR" }),
        request.headers["idempotency-key"],
        randomBytes(32),
        answer,
      ],
    });
    return reply.code(201).type("application/json; charset=utf-8").send(answer);
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
