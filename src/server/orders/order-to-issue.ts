/** An order to be made or changed, and what is written of it: every figure is worked out here (decision M1). */
import type { Answer } from "#core/asked-fields.ts";
import type { Minor } from "#core/money.ts";
import { type Discount, type PricedOrder, priceOrder } from "#core/pricing/pricing.ts";
import { Problem } from "#core/problem.ts";
import type { FormChoice } from "#core/tax/tax-form.ts";
import { taxCurrency, vatCategory } from "#core/tax/tax-invoice.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import { exemptionTexts } from "../texts/line-texts.ts";
import type { OrderValues } from "./insert-order.ts";
import type { ClientToIssue } from "./issued-client.ts";
import type { LineToIssue, OrderLine } from "./order-lines.ts";

/** What issuing needs to know of the merchant. */
export type IssuingMerchant = {
  readonly id: number;
  /** Without one no VAT is charged, whatever the lines say (Spec 9). */
  readonly vatNumber: string | null;
  readonly commissionRateBps: number;
};

/** Terms of sale; `english` for buyers whose page is in English, null: all see the first. */
export type Terms = {
  readonly title: string;
  readonly text: string;
  readonly english: { readonly title: string; readonly text: string } | null;
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
  readonly agreement: Terms | null;
  readonly foreignEquivalent: { readonly currency: string; readonly amount: Minor } | null;
  readonly expiresAt: Date | null;
  /** As a day: until when it should be paid. */
  readonly dueDate: string | null;
  /** The merchant's own texts, never shown to buyers. */
  readonly metadata: Readonly<Record<string, string>>;
  /** To what the product link asks; left out where nothing was answered. */
  readonly answers?: readonly Answer[];
};

/**
 * Works out what an order comes to.
 * @throws Problem `zero_total` or `amount_too_large` (decision M3)
 */
export function price(order: OrderToIssue): PricedOrder {
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

/**
 * A form that only smaller sales may have is refused for what the sale comes to in riyals.
 * @throws Problem `standard_required` (decision 0048)
 */
export function requireLawfulForm(
  { taxForm, currency, foreignEquivalent }: OrderToIssue,
  total: Minor,
): void {
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

/** The row of an order, without its client. */
export function orderValues(
  order: OrderToIssue,
  priced: PricedOrder,
  made: {
    readonly orderNumber: string;
    readonly agreementId: number | null;
    readonly replacesId: number | null;
  },
): OrderValues {
  return {
    order_number: made.orderNumber,
    merchant_id: order.merchant.id,
    source: order.source,
    product_link_id: order.productLink?.id ?? null,
    product_id: order.productLink?.productId ?? null,
    currency: order.currency,
    ...figureValues(order, priced),
    ...plainValues(order),
    agreement_id: made.agreementId,
    tax_form: order.taxForm?.form ?? null,
    metadata: JSON.stringify(order.metadata),
    answers: order.answers === undefined ? null : JSON.stringify(order.answers),
    replaces_id: made.replacesId,
  };
}

/** Columns with what an order comes to, and with what that follows from beside its lines. */
export function figureValues(order: OrderToIssue, priced: PricedOrder) {
  return {
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
    has_digital: order.lines.some((line) => line.is_digital),
  } satisfies Partial<OrderValues>;
}

/** Columns that nothing else follows from. */
export function plainValues(order: OrderToIssue) {
  return {
    external_order_number: order.externalOrderNumber,
    foreign_currency: order.foreignEquivalent?.currency ?? null,
    foreign_total: order.foreignEquivalent?.amount ?? null,
    supply_date: order.supplyDate,
    note: order.note,
    callback_url: order.callbackUrl,
    cancel_url: order.cancelUrl,
    allowed_methods: [...order.allowedMethods],
    expires_at: order.expiresAt,
    due_date: order.dueDate,
  } satisfies Partial<OrderValues>;
}

/** The lines of an order with what each comes to. */
export function linesOf(order: OrderToIssue, priced: PricedOrder): OrderLine[] {
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
