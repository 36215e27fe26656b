/**
 * The birth of an order, whoever asks for it: an invoice of the merchant API or a checkout of a product link. Takes
 * plain values that were validated before, prices them, and writes client, terms, order, lines and the event
 * `order.created` in the caller's transaction, so that whatever else must happen with it (the stored answer, a
 * stock hold, a coupon) happens in the same one.
 */
import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Minor } from "#core/money.ts";
import type { Ids } from "#core/ports.ts";
import { type Discount, type PricedOrder, priceOrder } from "#core/pricing.ts";
import { Problem } from "#core/problem.ts";
import type { VatExemption } from "#core/tax-invoice.ts";
import type { Schema } from "#db/schema.ts";
import type { AllowedMethodName } from "./order-model.ts";

/** What issuing needs to know of the merchant. */
export type IssuingMerchant = {
  readonly id: number;
  /** Without one no VAT is charged, whatever the lines say (Spec 9). */
  readonly vatNumber: string | null;
  readonly commissionRateBps: number;
};

export type LineToIssue = {
  readonly productId: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly quantity: number;
  /** As typed: net, or with VAT when `pricesIncludeVat`. */
  readonly unitPrice: Minor;
  readonly vatBps: number;
  /** Why the rate is zero. */
  readonly vatExemption: VatExemption | null;
  readonly isDigital: boolean;
  /** A picture of the merchant's own. */
  readonly imageId: string | null;
};

export type ClientToIssue = {
  readonly name: string | null;
  /** International form with a leading plus. */
  readonly mobile: string | null;
  /** ISO 3166, upper case. */
  readonly countryCode: string | null;
  readonly email: string | null;
  readonly vatNumber: string | null;
  readonly address: string | null;
};

/** An order to be made. All texts are cleaned, all addresses and methods were checked. */
export type OrderToIssue = {
  readonly merchant: IssuingMerchant;
  readonly source: "api" | "link";
  /** The link that it was ordered from. */
  readonly productLinkId?: number;
  readonly externalOrderNumber: string | null;
  readonly currency: string;
  readonly lines: readonly LineToIssue[];
  readonly discount: Discount | null;
  readonly pricesIncludeVat: boolean;
  /** The merchant's commission is added to the prices (decision M4). */
  readonly clientPaysFees: boolean;
  readonly client: ClientToIssue | null;
  readonly note: string | null;
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
  readonly allowedMethods: readonly AllowedMethodName[];
  readonly agreement: { readonly title: string; readonly text: string } | null;
  readonly foreignEquivalent: { readonly currency: string; readonly amount: Minor } | null;
  readonly expiresAt: Date | null;
};

export type IssuedOrder = {
  readonly id: number;
  readonly orderNumber: string;
  readonly total: Minor;
  readonly currency: string;
};

/**
 * Prices an order and writes it.
 * @param trx the caller's transaction; a Problem thrown here must roll it back
 * @throws Problem `zero_total` or `amount_too_large` (decision M3)
 */
export async function issueOrder(
  services: { readonly ids: Pick<Ids, "orderNumber"> },
  trx: Transaction<Schema>,
  order: OrderToIssue,
): Promise<IssuedOrder> {
  const priced = price(order);
  const orderNumber = services.ids.orderNumber();
  const agreementId = order.agreement && (await versionOfAgreement(trx, order.merchant.id, order.agreement));
  const clientId = order.client && (await rowOfClient(trx, order.merchant.id, order.client));
  const { id } = await trx
    .insertInto("orders")
    .values({
      order_number: orderNumber,
      merchant_id: order.merchant.id,
      client_id: clientId,
      source: order.source,
      product_link_id: order.productLinkId ?? null,
      external_order_number: order.externalOrderNumber,
      currency: order.currency,
      prices_include_vat: order.pricesIncludeVat,
      discount_type: order.discount?.type ?? null,
      discount_value: discountValue(order.discount),
      sub_total: priced.subTotal,
      discount: priced.discount,
      vat: priced.vat,
      vat_bps: priced.vatBps,
      service_fees: priced.serviceFees,
      // Zero unless the buyer bears it: what a merchant pays is no business of the buyer's.
      commission_rate_bps: order.clientPaysFees ? order.merchant.commissionRateBps : 0,
      total: priced.total,
      foreign_currency: order.foreignEquivalent?.currency ?? null,
      foreign_total: order.foreignEquivalent?.amount ?? null,
      note: order.note,
      callback_url: order.callbackUrl,
      cancel_url: order.cancelUrl,
      allowed_methods: [...order.allowedMethods],
      agreement_id: agreementId,
      has_digital: order.lines.some((line) => line.isDigital),
      expires_at: order.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertLinesAndEvent(trx, order, priced, { id, orderNumber });
  return { id, orderNumber, total: priced.total, currency: order.currency };
}

function price(order: OrderToIssue): PricedOrder {
  const priced = priceOrder({
    lines: order.lines.map(({ quantity, unitPrice, vatBps }) => ({ qty: quantity, unitPrice, vatBps })),
    discount: order.discount,
    pricesIncludeVat: order.pricesIncludeVat,
    clientPaysFees: order.clientPaysFees,
    commissionRateBps: order.merchant.commissionRateBps,
    vatApplies: order.merchant.vatNumber !== null,
  });
  if (priced.kind === "refused") throw new Problem(priced.reason);
  return priced;
}

/** As `orders.discount_value` keeps it: minor units, or basis points. */
function discountValue(discount: Discount | null): number | null {
  if (discount === null) return null;
  return discount.type === "FIXED" ? discount.amount : discount.bps;
}

async function insertLinesAndEvent(
  trx: Transaction<Schema>,
  order: OrderToIssue,
  priced: PricedOrder,
  made: { readonly id: number; readonly orderNumber: string },
): Promise<void> {
  const hasVat = order.merchant.vatNumber !== null;
  const rows = order.lines.map((line, index) => {
    const figures = priced.lines[index];
    if (!figures) throw new Error("a line has no price");
    return {
      order_id: made.id,
      position: index + 1,
      product_id: line.productId,
      title: line.title,
      description: line.description,
      qty: line.quantity,
      unit_price: line.unitPrice,
      sold_unit_price: figures.soldUnitPrice,
      vat_bps: hasVat ? figures.vatBps : null,
      vat_exemption: hasVat ? line.vatExemption : null,
      line_net: figures.lineNet,
      line_discount: figures.lineDiscount,
      line_vat: figures.lineVat,
      is_digital: line.isDigital,
      sold_image_id: line.imageId,
    };
  });
  await trx
    .with("sold", (db) => db.insertInto("order_lines").values(rows))
    .insertInto("events")
    .values({
      merchant_id: order.merchant.id,
      order_id: made.id,
      type: "order.created",
      data: JSON.stringify({
        orderNumber: made.orderNumber,
        status: "CREATED",
        externalOrderNumber: order.externalOrderNumber,
        amount: priced.total,
        currency: order.currency,
      }),
    })
    .execute();
}

/**
 * The client's row: the one that says exactly the same, else a new one. A row is never changed, since older invoices
 * show it.
 */
async function rowOfClient(
  trx: Transaction<Schema>,
  merchantId: number,
  client: ClientToIssue,
): Promise<number> {
  const { name, mobile, countryCode, email, vatNumber, address } = client;
  const { rows } = await sql<{ id: number }>`
    with found as (
      select id from clients
      where merchant_id = ${merchantId} and mobile = ${mobile}
        and row(name, country_code, email, vat_number, address)
          is not distinct from row(${name}::text, ${countryCode}::text, ${email}::text, ${vatNumber}::text, ${address}::text)
      limit 1
    ), made as (
      insert into clients (merchant_id, name, mobile, country_code, email, vat_number, address)
      select ${merchantId}::bigint, ${name}, ${mobile}, ${countryCode}, ${email}, ${vatNumber}, ${address}
      where not exists (select from found)
      returning id
    )
    select id from found union all select id from made`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("a client has no row");
  return row.id;
}

/**
 * The version of the merchant's terms that has this title and text, else a new one.
 * @returns its row id
 */
export async function versionOfAgreement(
  trx: Transaction<Schema>,
  merchantId: number,
  agreement: { readonly title: string; readonly text: string },
): Promise<number> {
  const sha256 = createHash("sha256").update(agreement.text).digest("hex");
  const find = () =>
    trx
      .selectFrom("agreements")
      .select("id")
      .where("merchant_id", "=", merchantId)
      .where("sha256", "=", sha256)
      .where("title", "=", agreement.title)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  // The merchant's row guards the counting of versions; orders without new terms do not wait for it.
  await trx.selectFrom("merchants").select("id").where("id", "=", merchantId).forNoKeyUpdate().execute();
  const justMade = await find();
  if (justMade) return justMade.id;
  const made = await trx
    .insertInto("agreements")
    .values((eb) => ({
      merchant_id: merchantId,
      version: eb
        .selectFrom("agreements")
        .select(sql<number>`coalesce(max(version), 0) + 1`.as("next"))
        .where("merchant_id", "=", merchantId),
      title: agreement.title,
      body: agreement.text,
      sha256,
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}
