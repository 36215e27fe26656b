/** The words for what is wrong with a mobile number: the text of Spec 5, then what to do about it. */
import type { MobileFault } from "#core/mobile.ts";

const textKeys = {
  format: "mobileFormat",
  short: "mobileShort",
  long: "mobileLong",
  start: "mobileStart",
} as const satisfies Record<MobileFault, string>;

/** The text key of a fault, the same in every form with a mobile number; null for none. */
export function mobileTextKey(fault: MobileFault | null): (typeof textKeys)[MobileFault] | null {
  return fault && textKeys[fault];
}
