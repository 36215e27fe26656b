/** The result of a wallet's payment call, for the page (Spec 4 "Wallet results"). Browser half: types only of calls. */
import type { CallOutcome } from "#web/browser/api.ts";
import type { PayOutcome } from "#web/payment/panel.ts";
import type { WalletReply } from "./wallet-call.ts";

/** The page's next move. "No answer" means that money may have moved (decision S3). */
export function walletOutcome(outcome: CallOutcome<WalletReply>): PayOutcome {
  switch (outcome.kind) {
    case "ok":
      return readReply(outcome.reply);
    case "no_answer":
      return { kind: "unknown" };
    default:
      return outcome;
  }
}

function readReply(reply: WalletReply): PayOutcome {
  if ("statusCode" in reply) return { kind: "result", result: reply, stands: true };
  const { secure3DHtmlKey, signature } = reply;
  return { kind: "challenge", secure3DHtmlKey, signature };
}
