/** What a refund would give back, said before it is sent: of a typed amount or of chosen lines, as the server counts it. */
import type { Invoice } from "#contract/invoices.ts";
import type { NewRefund, Refund } from "#contract/refunds.ts";
import { type Minor, minor, parseDecimal, sum } from "#core/money.ts";
import { readPercent } from "#core/pricing/percent.ts";
import { parseQuantity, type Quantity, quantityText } from "#core/pricing/quantity.ts";
import { carryOneRate, creditNamedLines, type RefundableLine, restTotal } from "#core/tax/credit-note.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import type { TextKey } from "../i18n/texts.ts";
import { readTypedQuantity } from "./invoice-form-body.ts";

/** A line with its name and what earlier refunds have left of it; its VAT is counted into `rest.taxable`. */
export type LineLeft = RefundableLine & { readonly title: string };

/** How much of which line comes back, as it was typed, by the line's place. */
export type Chosen = Readonly<Record<number, string>>;

/** What a buyer wants to return, as far as it can come back. */
export function chosenOf(
  wanted: readonly { readonly position: number; readonly quantity: number | string }[],
  lines: readonly LineLeft[],
): Chosen {
  return Object.fromEntries(
    wanted.flatMap(({ position, quantity }) => {
      const line = lines.find((one) => one.position === position);
      return line ? [[position, quantityText(Math.min(quantityOf(quantity), line.restQty))]] : [];
    }),
  );
}

export type Wish =
  | { readonly body: Pick<NewRefund, "amount" | "lines">; readonly sum: Minor }
  | { readonly fault: TextKey; readonly position?: number };

/** The lines of an invoice with what is left of each. Declined refunds have given nothing back. */
export function linesLeft(
  { lines, currency }: Pick<Invoice, "lines" | "currency">,
  refunds: readonly Pick<Refund, "state" | "lines">[],
): readonly LineLeft[] {
  const given = refunds.filter(({ state }) => state !== "declined").flatMap((refund) => refund.lines);
  return lines.map((line, index) => {
    const position = index + 1;
    const ofLine = given.filter((one) => one.position === position);
    const qty = quantityOf(line.quantity);
    const total = parseDecimal(line.total, currency) ?? minor(0);
    const back = sum(ofLine.map(({ amount }) => parseDecimal(amount, currency) ?? minor(0)));
    return {
      position,
      title: line.title,
      vatBps: line.vatRate === null ? null : readPercent(line.vatRate),
      exemption: line.vatExemption,
      qty,
      total,
      rest: { taxable: minor(Math.max(0, total - back)), vat: minor(0) },
      restQty:
        qty - ofLine.reduce((all, { quantity }) => all + (quantity === null ? 0 : quantityOf(quantity)), 0),
    };
  });
}

/** Whether an amount alone is enough: what is left has one VAT rate. */
export function takesAmounts(lines: readonly LineLeft[]): boolean {
  return carryOneRate(lines);
}

/** A typed amount. @param left what can still be given back */
export function wishOfAmount(typed: string, currency: string, left: Minor): Wish {
  const amount = readTypedAmount(typed, currency);
  const units = amount === null ? null : parseDecimal(amount, currency);
  if (amount === null || units === null || units === 0) return { fault: "fault.amount" };
  return units > left ? { fault: "fault.tooMuch" } : { body: { amount }, sum: units };
}

/** Chosen lines. @param left what can still be given back */
export function wishOfLines(chosen: Chosen, lines: readonly LineLeft[], left: Minor): Wish {
  const wishes: { readonly position: number; readonly quantity: Quantity }[] = [];
  for (const [place, typed] of Object.entries(chosen)) {
    const position = Number(place);
    const quantity = typed.trim() === "" ? null : readTypedQuantity(typed);
    if (quantity === null) return { fault: "fault.returned", position };
    wishes.push({ position, quantity });
  }
  if (wishes.length === 0) return { fault: "fault.noLine" };
  const credited = creditNamedLines(lines, wishes);
  if ("code" in credited) {
    const position = wishes[credited.index]?.position;
    return { fault: "fault.returned", ...(position !== undefined && { position }) };
  }
  const total = sum(credited.map(({ taxable, vat }) => minor(taxable + vat)));
  if (total > left) return { fault: "fault.tooMuch" };
  return {
    body: { lines: wishes.map(({ position, quantity }) => ({ position, quantity: quantityText(quantity) })) },
    sum: total,
  };
}

/** Lines of which something can come back by the piece. */
export function returnable(lines: readonly LineLeft[]): readonly LineLeft[] {
  return lines.filter((line) => line.restQty > 0 && restTotal(line) > 0);
}

function quantityOf(sent: number | string): Quantity {
  const quantity = parseQuantity(String(sent));
  if (quantity === null) throw new Error(`not a quantity of the API: ${sent}`);
  return quantity;
}
