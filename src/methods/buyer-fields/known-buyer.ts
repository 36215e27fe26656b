/** What a panel need not ask, because the order knows it. */
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { isPersonName } from "#core/validators.ts";

/** A Saudi mobile as the line says it: "+966 551234567"; null for any other. */
export function knownMobile(mobile: string): string | null {
  const read = readMobile(mobile, saudiArabia);
  return read.kind === "ok" ? `\u2066+966\u00a0${read.national}\u2069` : null;
}

/** First and last name out of a whole one, or null where there are not two that providers take: "Noura", "bint Ali". */
export function splitName(name: string): readonly [first: string, last: string] | null {
  const [first = "", ...others] = name.trim().split(/\s+/);
  const last = others.join(" ");
  return isPersonName(first) && isPersonName(last) ? [first, last] : null;
}
