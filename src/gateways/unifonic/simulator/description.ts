/** What the control page tells about the simulated Unifonic. */
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";

type Trigger = {
  readonly ending: string;
  readonly code?: string;
  readonly isUndelivered?: boolean;
  readonly means: string;
};

const triggers: readonly Trigger[] = [
  { ending: "0004", code: "ER-04", means: "refused: not a number (ER-04)" },
  { ending: "0005", code: "ER-05", means: "refused: no route (ER-05)" },
  { ending: "0007", code: "ER-07", means: "refused: the text was filtered (ER-07)" },
  { ending: "0009", isUndelivered: true, means: "taken, then reported as not delivered" },
];

/** What a number causes, by its end. */
export function triggerOf(recipient: string): Trigger | undefined {
  return triggers.find(({ ending }) => recipient.endsWith(ending));
}

const { amount_mismatch: _, unlisted_status: __, ...faults } = commonFaults;

/** The description of the simulator with this account. */
export function describeUnifonic(appSid: string): SimulatorDescription {
  return {
    title: "Unifonic (SMS)",
    summary:
      "Text messages. Address of the API: this origin followed by /unifonic. What was sent: /unifonic/sent.",
    operations: ["SEND", "DETAILS"],
    faults: {
      ...faults,
      throttle: "Answers 429.",
      filtered: "Refuses the text with ER-07.",
      no_balance: "Refuses with ER-01.",
      undelivered: "Takes the text and reports that it was not delivered.",
      no_report: "Takes the text and never reports on it.",
    },
    magicValues: [
      { title: "Account", columns: ["AppSid"], rows: [[appSid]] },
      {
        title: "Numbers (all others are delivered)",
        columns: ["Number ends in", "Result"],
        rows: triggers.map(({ ending, means }) => [ending, means]),
      },
    ],
    notSimulated: [
      "Registration of senders' names and of hosts in links; balances and prices.",
      "HTTP Basic, which the real one takes besides AppSid; sending to many.",
    ],
  };
}
