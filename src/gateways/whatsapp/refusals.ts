/** Meta's codes of errors, in the classes that decide what happens next (its page "Error codes", 2026). */
import type { RefusalClass } from "#core/messages/refusal-class.ts";

const codesOf: Readonly<Record<RefusalClass, readonly number[]>> = {
  // Token, rights, the number, its name, the account's standing, money, quality.
  account: [0, 3, 10, 33, 190, 368, 131005, 131031, 131037, 131042, 131045, 131048, 133006, 133010, 130497],
  throttle: [4, 80007, 130429],
  pair_throttle: [131056],
  transient: [1, 2, 131000, 131016, 133004, 131057],
  // Not on WhatsApp, to ourselves, not on the list of a test number, and what only marketing meets.
  recipient: [131026, 131021, 131030, 131049, 131050, 130472],
  // 131047: only a template may be sent, and we send nothing else.
  template: [131047, 132000, 132001, 132005, 132007, 132012, 132015, 132016],
  malformed: [100, 131008, 131009, 131051, 131053],
  content: [],
};

const classes = new Map(
  Object.entries(codesOf).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as RefusalClass] as const),
  ),
);

/** The class of a code; one that is not listed is an account's where Meta's rights begin (200 to 299), else a mistake of ours. */
export function classOfWhatsAppCode(code: number): RefusalClass {
  return classes.get(code) ?? (code >= 200 && code <= 299 ? "account" : "malformed");
}
