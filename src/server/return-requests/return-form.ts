/** What the buyer's form for a return says. */
import { z } from "zod";
import { hasCardNumber } from "#core/card/card-in-text.ts";
import { languages } from "#core/language.ts";
import type { FaultOf } from "#core/page-forms.ts";
import { type Quantity, quantity, wholeUnits } from "#core/pricing/quantity.ts";
import { returnLimits, returnReasons } from "#core/return-request.ts";
import { cleanLines, normaliseDigits } from "#core/text.ts";
import type { ReturnedLine } from "#db/buyer-requests-schema.ts";
import type { NewReturn } from "./return-store.ts";

/** Fields by their names; `quantity_1` is how much of the first line. */
const form = z.looseObject({
  lang: z.enum(languages),
  reason: z.enum(returnReasons).optional(),
  words: z.string().max(10_000).optional(),
  what: z.enum(["all", "lines"]).optional(),
  line: z.union([z.string(), z.array(z.string()).max(returnLimits.lines)]).optional(),
});

export type ReturnForm = z.output<typeof form>;

/** What is wrong with a form, as its page says it. */
type ReturnFault = Exclude<FaultOf<"/rest/pay/askReturn/:orderNumber">, "too_late">;

/** The fields as they were sent; null for what no form of ours sends. */
export function readReturnForm(body: unknown): ReturnForm | null {
  const sent = form.safeParse(body);
  return sent.success ? sent.data : null;
}

/**
 * The request that a form states.
 * @param sold how much of each line was sold, in their order
 */
export function returnOf(
  sent: ReturnForm,
  sold: readonly Quantity[],
): NewReturn | { readonly fault: ReturnFault } {
  const { lang: language, reason } = sent;
  if (reason === undefined) return { fault: "reason" };
  const words = cleanLines(sent.words ?? "", returnLimits.words + 1);
  if ([...words].length > returnLimits.words) return { fault: "too_long" };
  if (hasCardNumber(words)) return { fault: "card_number" };
  const lines = sent.what === "lines" ? linesOf(sent, sold) : null;
  if (lines?.length === 0) return { fault: "lines" };
  const isWhole =
    lines?.length === sold.length && lines.every((line, index) => line.quantity === sold[index]);
  return { reason, words: words || null, lines: isWhole ? null : lines, language };
}

/** The lines that are ticked; of one with no readable quantity all of it. */
function linesOf(sent: ReturnForm, sold: readonly Quantity[]): readonly ReturnedLine[] {
  const ticked = new Set([sent.line ?? []].flat());
  return sold.flatMap((most, index) => {
    const position = index + 1;
    if (!ticked.has(String(position))) return [];
    const typed = normaliseDigits(String(sent[`quantity_${position}`] ?? "")).trim();
    const pieces = /^\d{1,6}$/.test(typed) ? Number(typed) * 1000 : 0;
    const isPart = wholeUnits(most) !== null && pieces >= 1000 && pieces < most;
    return [{ position, quantity: isPart ? quantity(pieces) : most }];
  });
}
