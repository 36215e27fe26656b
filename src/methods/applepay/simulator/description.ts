/** What the control page tells about the stand-in for Apple's servers. */

import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";

const { drop_before, drop_after_commit, delay_ms, status_500, status_503 } = commonFaults;

/** Faults that only this simulator knows. */
const ownFaults = {
  not_registered: "Answers that it does not know this merchant under this domain.",
  redirect: "Answers with a redirect to an address of nobody's.",
  oversized: "Answers with a session of a hundred thousand characters.",
  not_json: "Answers 200 with something that is no JSON.",
} as const;

/** The description of the simulator. */
export function describeApplePay(): SimulatorDescription {
  return {
    title: "Apple Pay",
    summary:
      "Apple's servers for merchant validation: this origin followed by /applepay. The sheet itself belongs to Apple's " +
      "devices; its token is read by the simulated card gateway.",
    operations: ["PAYMENT_SESSION"],
    faults: { drop_before, drop_after_commit, delay_ms, status_500, status_503, ...ownFaults },
    magicValues: [],
    notSimulated: [
      "The sheet and the wallet: only devices of Apple have them.",
      "Mutual TLS: the certificate is not asked for.",
      "The register of merchants and domains: any merchant id and host name is taken.",
      "Signatures: that of a session is random.",
    ],
  };
}
