import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

/** Names of a test: each question for one is answered with the next of these lists of addresses, at the end with the last. */
export function resolver(...answers: readonly (readonly string[])[]): LookupFunction {
  let asked = 0;
  return (_hostname, options, callback) => {
    const found: LookupAddress[] = (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
}
