/**
 * The creation of an order, for any caller: an invoice of the merchant API or a checkout of a product link. Takes
 * plain values that were validated before, prices them, and writes client, terms, order, lines and the event
 * `invoice.created` in the caller's transaction, so that whatever else must happen with it (the stored answer, a
 * stock hold, a coupon) happens in the same one.
 */
import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Minor } from "#core/money.ts";
import type { Ids } from "#core/ports.ts";
import { type Discount, type PricedOrder, priceOrder } from "#core/pricing/pricing.ts";
import { Problem } from "#core/problem.ts";
import type { FormChoice } from "#core/tax/tax-form.ts";
import { taxCurrency, vatCategory } from "#core/tax/tax-invoice.ts";
import type { Schema } from "#db/schema.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import { exemptionTexts } from "../documents/document-texts.ts";
import { refuseRejectedInvoice } from "../zatca/refuse-at-issue.ts";
import { type ClientToIssue, type InsertedOrder, insertOrder, type OrderValues } from "./insert-order.ts";
import type { LineToIssue, OrderLine } from "./order-lines.ts";

/** What issuing needs to know of the merchant. */
export type IssuingMerchant = {
  readonly id: number;
  /** Without one no VAT is charged, whatever the lines say (Spec 9). */
  readonly vatNumber: string | null;
  readonly commissionRateBps: number;
};

/** An order to be made. All texts are cleaned, all addresses and methods were checked. */
export type OrderToIssue = {
  readonly merchant: IssuingMerchant;
  readonly source: "api" | "link";
  /** The link that it was ordered from, and what the link sells. */
  readonly productLink?: { readonly id: number; readonly productId: number };
  readonly externalOrderNumber: string | null;
  readonly currency: string;
  readonly lines: readonly LineToIssue[];
  readonly discount: Discount | null;
  readonly pricesIncludeVat: boolean;
  /** The merchant's commission is added to the prices (decision M4). */
  readonly clientPaysFees: boolean;
  readonly client: ClientToIssue | null;
  /** As a day, "2026-11-20"; null: when it is paid. */
  readonly supplyDate: string | null;
  /** Of the tax invoice; null without a VAT number, which issues none. */
  readonly taxForm: Extract<FormChoice, { kind: "chosen" }> | null;
  readonly note: string | null;
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
  readonly allowedMethods: readonly AllowedMethodName[];
  readonly agreement: { readonly title: string; readonly text: string } | null;
  readonly foreignEquivalent: { readonly currency: string; readonly amount: Minor } | null;
  readonly expiresAt: Date | null;
};

/** An order that was written: what was asked for, and its rows. */
export type IssuedOrder = InsertedOrder & {
  readonly order: OrderValues;
  readonly lines: readonly OrderLine[];
  readonly client: ClientToIssue | null;
  readonly agreement: { readonly version: number; readonly title: string; readonly text: string } | null;
};

/**
 * Prices an order and writes it.
 * @param trx the caller's transaction; a Problem thrown here must roll it back
 * @throws Problem `zero_total` or `amount_too_large` (decision M3), `standard_required` (decision 0048),
 *   `tax_document_refused` of a merchant in phase 2 (decision 0068)
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
  });
  const lines = linesOf(toIssue, priced);
  const inserted = await insertOrder(trx, { client, order, lines });
  if (inserted.isStamped) await refuseRejectedInvoice(trx, inserted.id);
  const agreement = toIssue.agreement && version && { ...toIssue.agreement, version: version.version };
  return { ...inserted, order, lines, client, agreement };
}

function price(order: OrderToIssue): PricedOrder {
  const priced = priceOrder({
    lines: order.lines.map((line) => ({
      qty: line.qty_thousandths,
      unitPrice: line.unit_price,
      vatBps: line.vat_bps,
    })),
    discount: order.discount,
    pricesIncludeVat: order.pricesIncludeVat,
    clientPaysFees: order.clientPaysFees,
    commissionRateBps: order.merchant.commissionRateBps,
    vatApplies: order.merchant.vatNumber !== null,
  });
  if (priced.kind === "refused") throw new Problem(priced.reason);
  return priced;
}

/** A form that only smaller sales may have is refused for what the sale comes to in riyals. */
function requireLawfulForm({ taxForm, currency, foreignEquivalent }: OrderToIssue, total: Minor): void {
  const below = taxForm?.below ?? null;
  if (below === null) return;
  const riyals = currency === taxCurrency ? total : foreignEquivalent?.amount;
  if (riyals === undefined || riyals >= below) throw new Problem("standard_required");
}

/** As `orders.discount_value` keeps it: minor units, or basis points. */
function discountValue(discount: Discount | null): number | null {
  if (discount === null) return null;
  return discount.type === "FIXED" ? discount.amount : discount.bps;
}

function orderValues(
  order: OrderToIssue,
  priced: PricedOrder,
  made: { readonly orderNumber: string; readonly agreementId: number | null },
): OrderValues {
  return {
    order_number: made.orderNumber,
    merchant_id: order.merchant.id,
    source: order.source,
    product_link_id: order.productLink?.id ?? null,
    product_id: order.productLink?.productId ?? null,
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
    // Zero unless the buyer pays it: what a merchant pays is not shown to the buyer.
    commission_rate_bps: order.clientPaysFees ? order.merchant.commissionRateBps : 0,
    total: priced.total,
    foreign_currency: order.foreignEquivalent?.currency ?? null,
    foreign_total: order.foreignEquivalent?.amount ?? null,
    supply_date: order.supplyDate,
    note: order.note,
    callback_url: order.callbackUrl,
    cancel_url: order.cancelUrl,
    allowed_methods: [...order.allowedMethods],
    agreement_id: made.agreementId,
    has_digital: order.lines.some((line) => line.is_digital),
    expires_at: order.expiresAt,
    tax_form: order.taxForm?.form ?? null,
  };
}

function linesOf(order: OrderToIssue, priced: PricedOrder): OrderLine[] {
  const hasVat = order.merchant.vatNumber !== null;
  return order.lines.map((line, index) => {
    const figures = priced.lines[index];
    if (!figures) throw new Error("a line has no price");
    const vat = hasVat ? { vatBps: figures.vatBps, exemption: line.vat_exemption } : null;
    return {
      ...line,
      position: index + 1,
      sold_unit_price: figures.soldUnitPrice,
      vat_bps: vat?.vatBps ?? null,
      vat_exemption: vat?.exemption ?? null,
      ...vatFacts(vat),
      line_net: figures.lineNet,
      line_discount: figures.lineDiscount,
      line_vat: figures.lineVat,
    };
  });
}

/** The category of a line and the words of its reason, as they are today: later words are of later orders. */
function vatFacts(
  vat: Parameters<typeof vatCategory>[0] | null,
): Pick<OrderLine, "vat_category" | "vat_reason_ar" | "vat_reason_en"> {
  const reason = vat?.exemption ? exemptionTexts(vat.exemption) : null;
  return {
    vat_category: vat && vatCategory(vat),
    vat_reason_ar: reason?.ar ?? null,
    vat_reason_en: reason?.en ?? null,
  };
}

/**
 * The version of the merchant's terms that has this title and text, else a new one.
 * @returns its row id and its number
 */
export async function versionOfAgreement(
  trx: Transaction<Schema>,
  merchantId: number,
  agreement: { readonly title: string; readonly text: string },
): Promise<{ readonly id: number; readonly version: number }> {
  const sha256 = createHash("sha256").update(agreement.text).digest("hex");
  const find = () =>
    trx
      .selectFrom("agreements")
      .select(["id", "version"])
      .where("merchant_id", "=", merchantId)
      .where("sha256", "=", sha256)
      .where("title", "=", agreement.title)
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
      title: agreement.title,
      body: agreement.text,
      sha256,
    }))
    .returning(["id", "version"])
    .executeTakeFirstOrThrow();
}
