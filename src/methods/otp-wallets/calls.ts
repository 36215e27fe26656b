/**
 * The two public calls of a wallet that is paid with a one-time code (Spec 4 and 7): ask for a code, then pay with
 * it. STC Pay and UR Pay differ only in the names of their fields.
 */
import { z } from "zod";
import { jsonMoney } from "#contract/common.ts";
import { opaqueTexts, type PaymentResult, payerFields, paymentResult } from "#contract/payment.ts";
import type { FieldTable } from "#core/fields.ts";
import { Problem } from "#core/problem.ts";
import { Secret } from "#core/secret/secret.ts";
import { digitsOf } from "#core/text.ts";
import { requireFields } from "../buyer-fields/require-fields.ts";
import { isSaudiCountry } from "../buyer-fields/saudi-country.ts";
import { saudiMobile } from "../buyer-fields/saudi-mobile.ts";
import type { MethodCall, PayResult, StartCall } from "../method-server.ts";

/** The members that both calls of both wallets share. */
export const walletFields = {
  ...payerFields,
  /** What the page showed: compared with the order by the server, never used (decision K3). */
  total: jsonMoney.optional(),
};

export const mobileText = z.string().max(40);

/** "966", also with a plus or as the two letters of the country. */
export const mobileCountryCode = z.string().max(7).nullish();

/** What is added to pay with the code. Every wallet has a name of its own for the code. */
export const codeText = z.string().max(20);
export const { paymentSessionId } = opaqueTexts;

/** Why a wallet takes no payment from this mobile; each has its own text at the field. */
export const rejectReasons = ["no_account", "invalid_mobile", "check_account"] as const;

export type RejectReason = (typeof rejectReasons)[number];

/**
 * Spec 7: `paymentSessionId` and `signature`; ours, how many wrong codes may still be typed, over all codes of the try
 * (docs/decisions/0057). An address instead where the code is typed on the provider's page.
 */
const sendOtpReply = z.union([
  z.object({ paymentSessionId: z.string(), signature: z.string(), triesLeft: z.number().int() }),
  z.object({ paymentSessionId: z.string(), redirectUrl: z.string() }),
  z.object({ rejectReason: z.enum(rejectReasons) }),
]);

export type SendOtpReply = z.output<typeof sendOtpReply>;

/** What a wallet's provider starts with. */
export const walletStart = z.object({
  /** International form: "+966512345678". */
  mobile: z.string(),
});

export type WalletStart = z.output<typeof walletStart>;

/**
 * What is stored of the wallet's mobile with its attempt: enough for its owner to recognise it, and not enough to call
 * it.
 */
export function mobileEnd(mobile: string): string {
  return mobile.slice(-3);
}

/** What a wallet's provider pays with. */
export const walletConfirm = z.object({ code: z.instanceof(Secret) });

export type WalletConfirm = z.output<typeof walletConfirm>;

type Sent = { readonly path: string; readonly text: string | null | undefined };

export type WalletCallOptions<
  Wallet extends string,
  Start extends z.ZodType,
  Confirm extends z.ZodType<ConfirmBody>,
> = {
  readonly wallet: Wallet;
  /** Its public name. */
  readonly name: string;
  /** The method's table and the names of its two fields in it. */
  readonly fields: FieldTable;
  readonly mobileField: string;
  readonly codeField: string;
  readonly sendOtpBody: Start;
  readonly processPaymentBody: Confirm;
  readonly readMobile: (body: z.output<Start>) => Sent & { readonly countryCode: string | null | undefined };
  readonly readCode: (body: z.output<Confirm>) => Sent;
  /** The provider's codes that the buyer can resolve at the mobile field. */
  readonly rejectReasons: Readonly<Record<string, RejectReason>>;
};

type ConfirmBody = { readonly paymentSessionId: string; readonly signature: string };

/** Builds `sendOtp` and `processPayment` of one wallet. */
export function otpWalletCalls<
  const Wallet extends string,
  Start extends z.ZodType,
  Confirm extends z.ZodType<ConfirmBody>,
>(options: WalletCallOptions<Wallet, Start, Confirm>) {
  return [sendOtpCall(options), processPaymentCall(options)] as const satisfies readonly MethodCall[];
}

function sendOtpCall<Wallet extends string, Start extends z.ZodType, Confirm extends z.ZodType<ConfirmBody>>(
  options: WalletCallOptions<Wallet, Start, Confirm>,
) {
  const { wallet, name, fields, mobileField, codeField, readMobile } = options;
  return {
    path: `POST /rest/pay/${wallet}/sendOtp`,
    summary: `Begin a payment with ${name}: a one-time code goes to the wallet's owner`,
    step: "start",
    body: options.sendOtpBody,
    reply: sendOtpReply,
    toInput: (body: z.output<Start>) => {
      const { path, text, countryCode } = readMobile(body);
      requireSaudiCode(path, countryCode);
      requireFields(fields, {
        [mobileField]: { path, value: text },
        [codeField]: { path: codeField, value: undefined },
      });
      const input: WalletStart = { mobile: saudiMobile(text ?? "") };
      return { input, presentedKey: null, codeMobile: input.mobile };
    },
    toReply: toSendOtpReply,
    toDeclined: ({ providerCode }): SendOtpReply | null => {
      const reason = Object.hasOwn(options.rejectReasons, providerCode ?? "")
        ? options.rejectReasons[providerCode ?? ""]
        : undefined;
      return reason === undefined ? null : { rejectReason: reason };
    },
  } as const satisfies StartCall;
}

function processPaymentCall<
  Wallet extends string,
  Start extends z.ZodType,
  Confirm extends z.ZodType<ConfirmBody>,
>(options: WalletCallOptions<Wallet, Start, Confirm>) {
  const { wallet, name, fields, codeField, readCode } = options;
  const codeTable: FieldTable = { [codeField]: fields[codeField] ?? {} };
  return {
    path: `POST /rest/pay/${wallet}/processPayment`,
    summary: `Pay with ${name} by the one-time code`,
    step: "confirm",
    body: options.processPaymentBody,
    reply: paymentResult,
    toConfirm: (body: z.output<Confirm>) => {
      const { path, text } = readCode(body);
      requireFields(codeTable, { [codeField]: { path, value: text } });
      const input: WalletConfirm = { code: new Secret(digitsOf(text ?? "")) };
      return { reference: body.paymentSessionId, signature: body.signature, input };
    },
    toReply: (result): PaymentResult => {
      if (result.kind === "paid") return result.result;
      throw new Error(`a payment with ${name} cannot end in ${result.kind}`);
    },
  } as const satisfies MethodCall;
}

/** Both wallets know Saudi mobiles only, whatever country the buyer's own number is from. */
function requireSaudiCode(path: string, countryCode: string | null | undefined): void {
  if (countryCode === null || countryCode === undefined || isSaudiCountry(countryCode)) return;
  const field = { path: `${path}CountryCode`, code: "mobileInvalid", message: "mobileInvalid" };
  throw new Problem("validation_failed", { fields: [field] });
}

function toSendOtpReply(result: PayResult): SendOtpReply {
  switch (result.kind) {
    case "otp_sent":
      return {
        paymentSessionId: result.reference,
        signature: result.signature,
        triesLeft: result.triesLeft,
      };
    case "redirect":
      return { paymentSessionId: result.reference, redirectUrl: result.url };
    default:
      throw new Error(`asking for a code cannot end in ${result.kind}`);
  }
}
