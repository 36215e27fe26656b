/** What the control page tells about the simulated WhatsApp. */
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { CloudAccount } from "./account.ts";

type Trigger = {
  readonly ending: string;
  readonly code?: number;
  readonly isFailed?: boolean;
  readonly means: string;
};

const triggers: readonly Trigger[] = [
  { ending: "0026", code: 131026, means: "refused: not on WhatsApp (131026)" },
  { ending: "0032", code: 132001, means: "refused: no such template (132001)" },
  { ending: "0027", isFailed: true, means: "taken, then reported as failed (131026)" },
];

/** What a number causes, by its end. */
export function triggerOf(to: string): Trigger | undefined {
  return triggers.find(({ ending }) => to.endsWith(ending));
}

const { amount_mismatch: _, unlisted_status: __, ...faults } = commonFaults;

/** The description of the simulator with this account. */
export function describeWhatsApp(account: CloudAccount): SimulatorDescription {
  return {
    title: "WhatsApp Cloud API",
    summary:
      "Templates to buyers. Address of the API: this origin followed by /whatsapp/v26.0. What was sent, the address of the " +
      "reports, and answers of people: /whatsapp/desk.",
    operations: ["SEND", "DESK"],
    faults: {
      ...faults,
      throttle: "Refuses with 130429.",
      pair_limit: "Refuses with 131056: too much to this person.",
      token_dead: "Refuses with 190.",
      template_paused: "Refuses with 132015.",
      held: "Takes the message and holds it for a check of quality.",
      failed_later: "Takes the message and reports that it failed.",
      reports_reversed: "Reports delivered before sent.",
      no_report: "Takes the message and never reports on it.",
    },
    magicValues: [
      {
        title: "Account",
        columns: ["Phone number id", "Token", "App secret", "Verify token"],
        rows: [[account.phoneNumberId, account.accessToken, account.appSecret, account.verifyToken]],
      },
      {
        title: "Numbers (all others are delivered)",
        columns: ["Number ends in", "Result"],
        rows: triggers.map(({ ending, means }) => [ending, means]),
      },
    ],
    notSimulated: [
      "Approval, pausing and categories of templates; quality and messaging limits.",
      "Messages outside templates, media, prices, names of people instead of numbers.",
    ],
  };
}
