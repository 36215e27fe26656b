/**
 * What the two calls of a wallet that is paid with a one-time code come to (Spec 4 "UR Pay and STC Pay"): the step
 * that the panel shows next, and what the form around it receives. Pure; otp-wallet-steps.ts makes the calls, and
 * otp-wallet-form.tsx draws it.
 */
import type { PaymentResult } from "#contract/payment.ts";
import type { FieldTable } from "#core/fields.ts";
import { defaultCountry, readMobile, saudiArabia } from "#core/phone/mobile.ts";
import type { ProblemCode } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import type { OtpMethod } from "#methods/allowed.ts";
import type { RejectReason, SendOtpReply } from "#methods/otp-wallets/calls.ts";
import type { WalletCode } from "#methods/otp-wallets/code.ts";
import type { CallOutcome } from "../browser/api.ts";
import type { Payer, PayOutcome } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

/** What the two wallets do not share. */
export type OtpWallet = {
  /** The method's id, which is the name of its texts, too. */
  readonly id: OtpMethod;
  readonly fields: FieldTable;
  readonly code: WalletCode;
  readonly mobileField: string;
  readonly codeField: string;
  /** Both calls of Spec 7. Mobiles in national form: "512345678". */
  readonly sendOtp: (input: WalletInput) => Promise<CallOutcome<SendOtpReply>>;
  readonly processPayment: (
    input: WalletInput & { readonly code: string; readonly session: CodeSession },
  ) => Promise<CallOutcome<PaymentResult>>;
};

export type WalletInput = {
  readonly payer: Payer;
  readonly mobile: string;
  /** What the page shows, for the server to compare (decision K3). */
  readonly total: number;
};

/** Both wallets know Saudi mobiles only. */
export const saudiDialCode = "966";

/** How long the two calls may take: longer than the server's own limits, because a browser that gives up guesses. */
export const walletLimits = {
  sendOtp: { timeoutMs: timing.gatewaySessionTimeoutMs * 2 },
  processPayment: { timeoutMs: timing.attemptLeaseMs },
};

/** The answer to the first call: what the payment call needs of it, and how many wrong codes may still be typed. */
export type CodeSession = {
  readonly paymentSessionId: string;
  readonly signature: string;
  readonly triesLeft: number;
};

/** A code that was sent, and where to. */
export type SentCode = CodeSession & {
  /** Last digits of the mobile. */
  readonly mobileEnd: string;
  /** A wrong one was typed. */
  readonly hasMissed: boolean;
  readonly secondsAgo: number;
  /** The buyer has left the page since: its mobile is what the server still knows of it. */
  readonly isResumed: boolean;
};

/** Keys of messages below the two fields, the same in the texts of both wallets. */
export type MobileProblem = "noAccount" | "mobileInvalid" | "checkAccount";
export type CodeProblem = "otpWrong" | "otpInvalid";

export type AfterSend =
  /** The code is on its way: its field comes next. */
  | { readonly kind: "code_sent"; readonly session: CodeSession }
  | { readonly kind: "mobile"; readonly textKey: MobileProblem }
  /** Certainly nothing was charged: only the second call can. */
  | { readonly kind: "not_sent" }
  /** `codeLives`: a code that was sent before can still pay, because nothing was begun again. */
  | { readonly kind: "end"; readonly outcome: PayOutcome; readonly codeLives: boolean };

/** After asking for a code. */
export function afterSend(outcome: CallOutcome<SendOtpReply>): AfterSend {
  switch (outcome.kind) {
    case "ok": {
      const { reply } = outcome;
      if ("rejectReason" in reply) return { kind: "mobile", textKey: mobileProblems[reply.rejectReason] };
      if ("redirectUrl" in reply)
        return { kind: "end", outcome: { kind: "redirect", url: reply.redirectUrl }, codeLives: false };
      return { kind: "code_sent", session: reply };
    }
    case "refused":
      if (outcome.refusal.code === "internal") return { kind: "not_sent" };
      if (outcome.refusal.code === "validation_failed") return { kind: "mobile", textKey: "mobileInvalid" };
      return { kind: "end", outcome, codeLives: untouched.has(outcome.refusal.code) };
    case "offline":
      return { kind: "end", outcome, codeLives: true };
    case "no_answer":
      return { kind: "not_sent" };
  }
}

export type AfterConfirm =
  /** The code's field stays, with a message below it. */
  | { readonly kind: "code"; readonly textKey: CodeProblem }
  /** The code's field stays, and the form says why. */
  | { readonly kind: "stay"; readonly outcome: PayOutcome }
  /** This code cannot pay any more: another one has to be asked for, if anything. */
  | { readonly kind: "over"; readonly outcome: PayOutcome };

/** After paying with the code. */
export function afterConfirm(outcome: CallOutcome<PaymentResult>): AfterConfirm {
  switch (outcome.kind) {
    case "ok":
      return { kind: "over", outcome: { kind: "result", result: outcome.reply, stands: true } };
    case "refused": {
      const textKey = codeProblems[outcome.refusal.code];
      if (textKey !== undefined) return { kind: "code", textKey };
      return { kind: untouched.has(outcome.refusal.code) ? "stay" : "over", outcome };
    }
    case "offline":
      return { kind: "stay", outcome };
    case "no_answer":
      return { kind: "over", outcome: { kind: "unknown" } };
  }
}

/** The wallet's mobile as the field starts with it: the client's own when it is a Saudi one, without the dial code. */
export function startMobile({ client }: Pick<PaymentOrder, "client">): string {
  const isSaudi = (client.country ?? defaultCountry).toUpperCase() === defaultCountry;
  const mobile = isSaudi ? readMobile(client.mobile, saudiArabia) : null;
  return mobile?.kind === "ok" ? mobile.national : "";
}

/** A typed Saudi mobile in both forms that calls need; null when it is none. */
export function saudiMobile(text: string): { readonly e164: string; readonly national: string } | null {
  const mobile = readMobile(text, saudiArabia);
  return mobile.kind === "ok" ? mobile : null;
}

const mobileProblems: Readonly<Record<RejectReason, MobileProblem>> = {
  no_account: "noAccount",
  invalid_mobile: "mobileInvalid",
  check_account: "checkAccount",
};

const codeProblems: Readonly<Partial<Record<ProblemCode | "unknown", CodeProblem>>> = {
  otp_wrong: "otpWrong",
  validation_failed: "otpInvalid",
};

/** Refusals after which everything is as it was before the press. */
const untouched: ReadonlySet<ProblemCode | "unknown"> = new Set([
  "rate_limited",
  "overloaded",
  "too_many_attempts",
  "attempts_used_up",
  "agreement_required",
  "client_required",
  "card_number_misplaced",
]);
