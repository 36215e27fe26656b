/**
 * One Apple Pay sheet from its opening to its end (Spec 4 "Apple Pay session", decision K8). The sheet must be opened
 * inside of the press itself; everything after that comes as events.
 *
 * After 20 seconds without an answer the sheet is closed as a success, as Spec 4 says, because Apple would otherwise
 * call it a failure after 30. That marks nothing paid: the page asks for the status of the payment, and if that is unknown, it
 * says so and never invites a second payment.
 */
import type { PaymentResult } from "#contract/payment.ts";
import * as timing from "#core/timing.ts";
import type { CallOutcome } from "#web/browser/api.ts";
import type { PayOutcome } from "#web/payment/panel.ts";
import type { WalletReply } from "../device-wallets/wallet-call.ts";
import { walletOutcome } from "../device-wallets/wallet-reply.ts";
import type { ApplePay, ApplePayment, ApplePayRequest, AppleSheet } from "./apple-pay-api.ts";

/** The mark of a result that was asked for after the sheet had been closed (Spec 4). */
export const timeoutMark = "ApplePayTimeout";

export type SheetCalls = {
  /** Asks our server for a merchant session. */
  readonly validate: (validationUrl: string) => Promise<CallOutcome<object>>;
  readonly pay: (payment: ApplePayment) => Promise<CallOutcome<WalletReply>>;
  readonly checkStatus: () => Promise<CallOutcome<PaymentResult>>;
  readonly sleep: (ms: number) => Promise<void>;
};

/** How a sheet ended: as every payment, or without one. */
export type SheetEnd =
  | PayOutcome
  /** The buyer closed it. Nothing was charged. */
  | { readonly kind: "cancelled" }
  /** It could not be opened. Nothing was charged. */
  | { readonly kind: "not_opened" };

/**
 * Opens the sheet, at once.
 * @returns how it ended; never rejects
 * @throws whatever the browser throws when it does not let the sheet open, such as outside of a press
 */
export function openSheet(
  { api, version }: ApplePay,
  request: ApplePayRequest,
  calls: SheetCalls,
): Promise<SheetEnd> {
  const sheet = new api(version, request);
  let isAuthorized = false;
  const end = new Promise<SheetEnd>((resolve) => {
    sheet.onvalidatemerchant = ({ validationURL }) => {
      void validate(sheet, calls, validationURL).then((failed) => failed && resolve(failed));
    };
    sheet.onpaymentauthorized = ({ payment }) => {
      isAuthorized = true;
      void pay({ api, version }, sheet, calls, payment).then(resolve);
    };
    // Once the buyer has approved, the server's word counts and nothing else.
    sheet.oncancel = () => {
      if (!isAuthorized) resolve({ kind: "cancelled" });
    };
  });
  sheet.begin();
  return end;
}

/** Gives null when the sheet continues, else how it ended. */
async function validate(
  sheet: AppleSheet,
  calls: SheetCalls,
  validationUrl: string,
): Promise<SheetEnd | null> {
  const outcome = await settled(calls.validate(validationUrl));
  if (outcome.kind === "ok") {
    attempt(() => sheet.completeMerchantValidation(outcome.reply));
    return null;
  }
  attempt(() => sheet.abort());
  // No money moves in this call, so silence is no doubt about any.
  return outcome.kind === "no_answer" ? { kind: "not_opened" } : outcome;
}

async function pay(
  { api, version }: ApplePay,
  sheet: AppleSheet,
  calls: SheetCalls,
  payment: ApplePayment,
): Promise<SheetEnd> {
  const complete = (status: number): void =>
    attempt(() => sheet.completePayment(version < 3 ? status : { status }));
  const answer = settled(calls.pay(payment));
  const first = await Promise.race([answer, calls.sleep(timing.applePayAuthorizationTimeoutMs)]);
  if (!first) {
    complete(api.STATUS_SUCCESS);
    return await watch(calls, answer);
  }
  // Spec 4: a truthy reply is a success. Our server gives one for a paid order alone.
  complete(first.kind === "ok" && first.reply ? api.STATUS_SUCCESS : api.STATUS_FAILURE);
  return walletOutcome(first);
}

/** Asks for the status of the payment, and takes the answer of the call itself if that comes after all. */
async function watch(calls: SheetCalls, answer: Promise<CallOutcome<WalletReply>>): Promise<SheetEnd> {
  let late: CallOutcome<WalletReply> | null = null;
  void answer.then((outcome) => {
    late = outcome;
  });
  const lateAnswer = (): CallOutcome<WalletReply> | null => late;
  let standing: PaymentResult | null = null;
  for (let check = 0; check < timing.statusCheckAttempts; check += 1) {
    await calls.sleep(timing.statusCheckDelayMs);
    const arrived = lateAnswer();
    if (arrived && arrived.kind !== "no_answer") return marked(walletOutcome(arrived));
    const outcome = await settled(calls.checkStatus());
    standing = outcome.kind === "ok" ? outcome.reply : null;
    if (standing?.statusCode === 200) return marked(walletOutcome({ kind: "ok", reply: standing }));
  }
  // While the call is under way it may still be carried out: "not paid" is no news then.
  const isOver = lateAnswer() !== null;
  return isOver && standing && standing.statusCode !== 202
    ? marked({ kind: "result", result: standing })
    : { kind: "unknown" };
}

function marked(outcome: PayOutcome): PayOutcome {
  return outcome.kind === "result"
    ? { ...outcome, result: { ...outcome.result, mode: timeoutMark } }
    : outcome;
}

/** A fault of ours in a call counts as silence. */
function settled<T>(call: Promise<CallOutcome<T>>): Promise<CallOutcome<T>> {
  return call.catch(() => ({ kind: "no_answer", isTimeout: false }));
}

/** The sheet may be gone by now, and then it throws. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // Nothing is left to tell it.
  }
}
