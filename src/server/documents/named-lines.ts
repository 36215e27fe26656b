/** Lines that a merchant names to be given back, or taken back of a debit note. */
import { Problem } from "#core/problem.ts";
import {
  type CreditedLine,
  creditNamedLines,
  type LineToRefund,
  type RefundableLine,
} from "#core/tax/credit-note.ts";

const messages = {
  unknown_line: "the document has no line at this position",
  duplicate: "this line is named twice",
  too_large: "more than is left of this line",
};

/**
 * What the named lines take back.
 * @returns one entry per line of the document, in its order, zero where nothing is taken back
 * @throws Problem `validation_failed` for the first line that cannot be
 */
export function namedLines(
  lines: readonly RefundableLine[],
  wishes: readonly LineToRefund[],
): readonly CreditedLine[] {
  const credited = creditNamedLines(lines, wishes);
  if (!("code" in credited)) return credited;
  const { index, field, code } = credited;
  throw new Problem("validation_failed", {
    fields: [{ path: `lines.${index}.${field}`, code, message: messages[code] }],
  });
}
