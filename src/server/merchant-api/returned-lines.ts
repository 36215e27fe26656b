/** From the lines of a request to what is given back, or taken back of a debit note. */
import type { SentQuantity } from "#contract/merchant-common.ts";
import type { NewRefund } from "#contract/refunds.ts";
import { type Minor, parseDecimal } from "#core/money.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import { Problem } from "#core/problem.ts";
import type { LineToRefund } from "#core/tax/credit-note.ts";
import { notAQuantity, readQuantity } from "./sent-quantity.ts";

/**
 * Reads named lines.
 * @param currency of their amounts
 * @throws Problem `validation_failed` for the first one that is no quantity, or no amount
 */
export function readReturnedLines(lines: NonNullable<NewRefund["lines"]>, currency: string): LineToRefund[] {
  return lines.map((line, index) =>
    "quantity" in line
      ? { position: line.position, quantity: readReturned(line.quantity, `lines.${index}.quantity`) }
      : { ...line, amount: readAmount(line.amount, currency, `lines.${index}.amount`) },
  );
}

/** An amount above zero, in minor units. */
export function readAmount(text: string, currency: string, path = "amount"): Minor {
  const amount = parseDecimal(text, currency);
  if (amount === null || amount === 0) throw invalid(path, `not an amount of ${currency}`);
  return amount;
}

function readReturned(sent: SentQuantity, path: string): Quantity {
  const quantity = readQuantity(sent);
  if (quantity === null) throw invalid(path, notAQuantity);
  return quantity;
}

/** The refusal of one field. */
export function invalid(path: string, message: string): Problem {
  return new Problem("validation_failed", { fields: [{ path, code: "invalid", message }] });
}
