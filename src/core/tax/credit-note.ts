/**
 * What a refund takes back of the lines of an invoice, and what its credit note states (VAT Implementing Regulations,
 * article 54: a credit note corrects the tax of the very supply that was returned). Pure.
 */
import { type Minor, minor, splitByWeight, sum, timesRatio, zero } from "../money.ts";
import type { Quantity } from "../pricing/quantity.ts";
import { type TaxLine, vatGroups } from "./tax-invoice.ts";

/** What is taken back of one line; amounts in minor units. */
export type CreditedLine = {
  readonly taxable: Minor;
  readonly vat: Minor;
  /** How much came back; absent where an amount was given back and no quantity was named. */
  readonly quantity?: Quantity;
};

/** A line of a paid order, with what earlier refunds have left of it. */
export type RefundableLine = Pick<TaxLine, "vatBps" | "exemption"> & {
  /** Place in the order, from 1. */
  readonly position: number;
  readonly qty: Quantity;
  /** As sold: after the discount, VAT included. */
  readonly total: Minor;
  readonly rest: CreditedLine;
  /** Thousandths that have not come back; zero when all have. */
  readonly restQty: number;
};

/** One line that is given back: so much of it, or a part of its price, VAT included. */
export type LineToRefund = { readonly position: number } & (
  | { readonly quantity: Quantity }
  | { readonly amount: Minor }
);

/** Why a wish cannot be met, by its index in the list of wishes and the field that is wrong. */
export type LineRefusal = {
  readonly index: number;
  readonly field: "position" | "quantity" | "amount";
  readonly code: "unknown_line" | "duplicate" | "too_large";
};

/** What is left of a line, VAT included. */
export function restTotal({ rest }: Pick<RefundableLine, "rest">): Minor {
  return minor(rest.taxable + rest.vat);
}

/**
 * What a list of returned lines takes back. Pieces cost what they were sold for, discount and VAT included; the last
 * pieces of a line take all that is left of it, so that its notes sum to the line.
 * @returns one entry per line of the order, in its order, zero where nothing comes back; or the first refusal
 */
export function creditNamedLines(
  lines: readonly RefundableLine[],
  wishes: readonly LineToRefund[],
): readonly CreditedLine[] | LineRefusal {
  const credited = new Map<number, CreditedLine>();
  for (const [index, wish] of wishes.entries()) {
    const line = lines.find(({ position }) => position === wish.position);
    if (!line) return { index, field: "position", code: "unknown_line" };
    if (credited.has(wish.position)) return { index, field: "position", code: "duplicate" };
    const part = "quantity" in wish ? priceOfPieces(line, wish.quantity) : wish.amount;
    if (part === null || part > restTotal(line))
      return { index, field: "quantity" in wish ? "quantity" : "amount", code: "too_large" };
    const amounts = divide(line.rest, part);
    credited.set(wish.position, "quantity" in wish ? { ...amounts, quantity: wish.quantity } : amounts);
  }
  return lines.map(({ position }) => credited.get(position) ?? { taxable: zero, vat: zero });
}

/**
 * What the next pieces of a line were sold for: the price of all that have come back by then, less that of those
 * before, so that pieces which came back one by one cost what they cost together. Null when so many are not left.
 */
function priceOfPieces(line: RefundableLine, quantity: Quantity): Minor | null {
  if (quantity > line.restQty) return null;
  if (quantity === line.restQty) return restTotal(line);
  const before = line.qty - line.restQty;
  const priceOf = (pieces: number): Minor => timesRatio(line.total, pieces, line.qty);
  return minor(priceOf(before + quantity) - priceOf(before));
}

/** A part of what is left of a line, divided into net and VAT as that rest is: the last part takes the very rest. */
function divide(rest: CreditedLine, part: Minor): { readonly taxable: Minor; readonly vat: Minor } {
  const total = rest.taxable + rest.vat;
  const vat = total === 0 ? zero : timesRatio(rest.vat, part, total);
  return { taxable: minor(part - vat), vat };
}

/**
 * Whether an amount alone says which VAT it takes back: nothing is left but lines of one category, rate and reason.
 * Otherwise the VAT depends on what was returned, which only the merchant knows.
 */
export function carryOneRate(lines: readonly RefundableLine[]): boolean {
  const left = lines.filter((line) => restTotal(line) > 0);
  return vatGroups(left.map(({ vatBps, exemption, rest }) => ({ vatBps, exemption, ...rest }))).length <= 1;
}

/**
 * Spreads an amount over lines in proportion to what is left of each, and divides each part into net and VAT as that
 * rest is divided. The notes of an invoice therefore never exceed it, per line and in total, and the last of a full
 * refund takes back the very rest.
 * @param rests what earlier refunds have left of each line
 * @param amount what is refunded now, VAT included; from 1 up to the sum of the rests
 * @returns one entry per rest, in the same order, zero where the refund takes nothing
 * @throws RangeError for an amount outside that range: the caller must have refused it
 */
export function creditLines(rests: readonly CreditedLine[], amount: Minor): CreditedLine[] {
  const left = rests.map((rest) => minor(rest.taxable + rest.vat));
  if (amount < 1 || amount > sum(left)) throw new RangeError(`cannot credit ${amount} of ${sum(left)}`);
  const parts = splitByWeight(amount, left);
  return rests.map((rest, index) => divide(rest, parts[index] ?? zero));
}

/** The rest after parts were taken from it; per line, in order. */
export function restsAfter(
  whole: readonly CreditedLine[],
  taken: readonly (readonly CreditedLine[] | undefined)[],
): CreditedLine[] {
  return whole.map((line, index) => ({
    taxable: minor(line.taxable - sum(taken.map((parts) => parts?.[index]?.taxable ?? zero))),
    vat: minor(line.vat - sum(taken.map((parts) => parts?.[index]?.vat ?? zero))),
  }));
}

type Amounts = { readonly taxable: Minor; readonly vat: Minor; readonly total: Minor };

/**
 * A credit note's amounts in riyals when its invoice is in another currency: the same share of what is left in riyals
 * as it takes of what is left in the invoice's currency. The last note takes the remainder, so that the notes sum to
 * the invoice in riyals, too.
 * @param note the note's amounts, in the invoice's currency
 * @param rest what is left of the invoice before this note, in both currencies
 */
export function creditInRiyals(
  note: Omit<Amounts, "total">,
  rest: { readonly own: Omit<Amounts, "total">; readonly riyals: Omit<Amounts, "total"> },
): Amounts {
  const taxable = share(rest.riyals.taxable, note.taxable, rest.own.taxable);
  const vat = share(rest.riyals.vat, note.vat, rest.own.vat);
  return { taxable, vat, total: minor(taxable + vat) };
}

function share(amount: Minor, part: Minor, whole: Minor): Minor {
  return whole === 0 ? zero : timesRatio(amount, part, whole);
}
