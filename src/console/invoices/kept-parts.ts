/**
 * What a line of an invoice has and its form shows without fields: description, unit, picture and what a digital line delivers. A
 * hidden field of the line holds it as JSON, from an invoice that is repeated, a product that is chosen, or a draft.
 */
import type { NewInvoice } from "#contract/new-invoice.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";

const names = ["description", "unit", "imageId", "isDigital", "digitalContent"] as const;

export type KeptParts = Partial<Pick<NewInvoice["lines"][number], (typeof names)[number]>>;

/** Each of them as nothing: what was there before is not there any more. */
export const noParts: Readonly<Record<(typeof names)[number], undefined>> = {
  description: undefined,
  unit: undefined,
  imageId: undefined,
  isDigital: undefined,
  digitalContent: undefined,
};

/** The text of the hidden field; "" where there is nothing to keep. */
export function keptText(line: unknown): string {
  const of = new Map(Object.entries(typeof line === "object" && line !== null ? line : {}));
  const kept = names.flatMap((name) => {
    const part = of.get(name) ?? null;
    const isUsual = part === null || part === false || part === defaultUnit;
    return isUsual ? [] : [[name, withoutNulls(part)] as const];
  });
  return kept.length === 0 ? "" : JSON.stringify(Object.fromEntries(kept));
}

/** Reads it back, as requests have it. */
export function readKept(text: string): KeptParts {
  return text === "" ? {} : (JSON.parse(text) as KeptParts);
}

/** Answers say null of what requests leave out. */
function withoutNulls(part: unknown): unknown {
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null));
}
