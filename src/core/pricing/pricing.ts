/**
 * What an order costs: lines, service fee, discount, VAT, total (Spec 9, decisions M1 to M5). Pure functions of
 * stored order data; nothing that a browser sends ever enters here (decision K3).
 *
 * Prices without VAT (the default): net, then the discount, then VAT on what is left, each rounded once per line.
 * Prices with VAT (`pricesIncludeVat`): the figures that the merchant typed are what the buyer pays. Quantity,
 * service fee and discount are worked out on the typed (gross) figures, the discount is split over the gross lines,
 * and only then is each line divided into net and VAT. So the total is exactly what was typed less the discount,
 * whatever the quantities; net amounts are what remains after VAT, and the net discount is the difference that the
 * discount makes to the net. In both ways: subTotal - discount + vat = total, per line and for the order.
 */
import { type Minor, maximumMinor, minor, splitByWeight, sum, timesRatio, zero } from "../money.ts";
import { priceOf, type Quantity, quantity } from "./quantity.ts";

/** Basis points of 100 %: rates are whole numbers of them, 1500 is 15 %. */
const wholeBps = 10_000;

/** Highest commission that a buyer can be asked to pay (decision M4). */
export const maximumCommissionBps = 5_000;

export type PricingLine = { readonly qty: Quantity; readonly unitPrice: Minor; readonly vatBps: number };

/** A discount on the whole order: an amount in the order's currency, or a share in basis points. */
export type Discount =
  | { readonly type: "FIXED"; readonly amount: Minor }
  | { readonly type: "PERCENTAGE"; readonly bps: number };

export type PricingInput = {
  readonly lines: readonly PricingLine[];
  readonly discount: Discount | null;
  /** The unit prices, and a FIXED discount, are meant with VAT (decision M2). */
  readonly pricesIncludeVat: boolean;
  /** The service fee is added to the price only when the client pays it. */
  readonly clientPaysFees: boolean;
  readonly commissionRateBps: number;
  /** The merchant has a VAT number (Spec 9); else every rate counts as zero. */
  readonly vatApplies: boolean;
};

export type PricedLine = {
  /**
   * Per unit, net of VAT, the service fee included: what the page shows. With prices that include VAT and a
   * quantity above one, `lineNet` and not this times the quantity is the exact figure.
   */
  readonly soldUnitPrice: Minor;
  /** The rate that was applied; 0 when VAT does not apply. */
  readonly vatBps: number;
  /** Before the discount. */
  readonly lineNet: Minor;
  readonly lineDiscount: Minor;
  /** `lineNet - lineDiscount`. */
  readonly lineTaxable: Minor;
  readonly lineVat: Minor;
  /** `lineTaxable + lineVat`. */
  readonly lineTotal: Minor;
};

export type PricedOrder = {
  readonly kind: "priced";
  readonly lines: readonly PricedLine[];
  /** Sum of the lines' net amounts, the service fee included, before the discount. */
  readonly subTotal: Minor;
  readonly discount: Minor;
  readonly vat: Minor;
  /** The one rate of all lines, or what VAT comes to on a mixed order; for showing beside the amount. */
  readonly vatBps: number;
  /** The part of `subTotal` that the service fee added. */
  readonly serviceFees: Minor;
  readonly total: Minor;
};

export type PricingResult =
  | PricedOrder
  | { readonly kind: "refused"; readonly reason: "zero_total" | "amount_too_large" };

/**
 * Prices an order. Refused are a total of zero (decision M3) and amounts above the largest one taken anywhere.
 * Throws a RangeError for quantities, prices and rates that no caller may let through: that is a bug.
 */
export function priceOrder(input: PricingInput): PricingResult {
  checkRanges(input);
  const typedLines = input.lines.flatMap((line) => typedLine(line, input) ?? []);
  if (typedLines.length < input.lines.length) return { kind: "refused", reason: "amount_too_large" };
  const typedDiscount = discountOf(sum(typedLines.map((line) => line.amount)), input.discount);
  const parts = splitByWeight(
    typedDiscount,
    typedLines.map((line) => line.amount),
  );
  const lines = typedLines.map((line, index) =>
    pricedLine(line, parts[index] ?? zero, input.pricesIncludeVat),
  );
  const total = sum(lines.map((line) => line.lineTotal));
  if (total > maximumMinor) return { kind: "refused", reason: "amount_too_large" };
  if (total === 0) return { kind: "refused", reason: "zero_total" };
  const subTotal = sum(lines.map((line) => line.lineNet));
  const withoutFees = sum(
    typedLines.map((line) =>
      input.pricesIncludeVat ? netOf(line.amountWithoutFee, line.vatBps) : line.amountWithoutFee,
    ),
  );
  const vat = sum(lines.map((line) => line.lineVat));
  return {
    kind: "priced",
    lines,
    subTotal,
    discount: sum(lines.map((line) => line.lineDiscount)),
    vat,
    vatBps: shownRate(lines, vat),
    serviceFees: minor(subTotal - withoutFees),
    total,
  };
}

/** A unit price with the service fee that the client pays on top: price / (1 - rate), rounded once (decision M4). */
export function grossUp(unitPrice: Minor, commissionRateBps: number): Minor {
  return timesRatio(unitPrice, wholeBps, wholeBps - commissionRateBps);
}

/** A rate as the fraction of the order model: 1500 is 0.15 (Spec 3). */
export function vatFraction(bps: number): number {
  return bps / wholeBps;
}

/** The rate that a fraction of the order model means: 0.15 is 1500. */
export function vatBpsOf(fraction: number): number {
  return Math.round(fraction * wholeBps);
}

/** A rate as a percentage with two decimals, without the sign: 1500 is "15.00" (Spec 9). */
export function percentText(bps: number): string {
  return `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, "0")}`;
}

type TypedLine = {
  /** Per unit and for the line, in the terms in which the merchant typed prices: net, or with VAT. */
  readonly unitPrice: Minor;
  readonly amount: Minor;
  readonly amountWithoutFee: Minor;
  readonly vatBps: number;
};

/** Null when the amount is too large. The price of a quantity with decimals is rounded here, once. */
function typedLine({ qty, unitPrice, vatBps }: PricingLine, input: PricingInput): TypedLine | null {
  if (unitPrice > maximumMinor) return null;
  const withFee = input.clientPaysFees ? grossUp(unitPrice, input.commissionRateBps) : unitPrice;
  const amount = priceOf(qty, withFee);
  const amountWithoutFee = priceOf(qty, unitPrice);
  if (amount === null || amountWithoutFee === null) return null;
  return {
    unitPrice: withFee,
    amount,
    amountWithoutFee,
    vatBps: input.vatApplies ? vatBps : 0,
  };
}

function pricedLine(line: TypedLine, discount: Minor, pricesIncludeVat: boolean): PricedLine {
  const { vatBps } = line;
  const discounted = minor(line.amount - discount);
  const lineNet = pricesIncludeVat ? netOf(line.amount, vatBps) : line.amount;
  const lineTaxable = pricesIncludeVat ? netOf(discounted, vatBps) : discounted;
  const lineVat = pricesIncludeVat
    ? minor(discounted - lineTaxable)
    : timesRatio(lineTaxable, vatBps, wholeBps);
  return {
    soldUnitPrice: pricesIncludeVat ? netOf(line.unitPrice, vatBps) : line.unitPrice,
    vatBps,
    lineNet,
    lineDiscount: minor(lineNet - lineTaxable),
    lineTaxable,
    lineVat,
    lineTotal: minor(lineTaxable + lineVat),
  };
}

/** The net part of an amount that includes VAT. */
function netOf(gross: Minor, vatBps: number): Minor {
  return timesRatio(gross, wholeBps, wholeBps + vatBps);
}

/** What a discount takes off an amount: never more than the amount (decision M3). */
function discountOf(amount: Minor, discount: Discount | null): Minor {
  if (discount === null) return zero;
  if (discount.type === "FIXED") return minor(Math.min(discount.amount, amount));
  return timesRatio(amount, discount.bps, wholeBps);
}

function shownRate(lines: readonly PricedLine[], vat: Minor): number {
  const [first] = lines;
  if (first && lines.every((line) => line.vatBps === first.vatBps)) return first.vatBps;
  // Never zero here: without a taxable amount there is no total, and that was refused.
  return timesRatio(vat, wholeBps, sum(lines.map((line) => line.lineTaxable)));
}

function checkRanges(input: PricingInput): void {
  for (const { qty, unitPrice, vatBps } of input.lines) {
    // Throws.
    quantity(qty);
    if (unitPrice < 0) throw new RangeError(`not a price: ${unitPrice}`);
    checkBps(vatBps, wholeBps);
  }
  checkBps(input.commissionRateBps, maximumCommissionBps);
  if (input.discount?.type === "PERCENTAGE") checkBps(input.discount.bps, wholeBps);
  if (input.discount?.type === "FIXED" && input.discount.amount < 0) throw new RangeError("not a discount");
}

function checkBps(bps: number, highest: number): void {
  if (!Number.isInteger(bps) || bps < 0 || bps > highest) throw new RangeError(`not basis points: ${bps}`);
}
