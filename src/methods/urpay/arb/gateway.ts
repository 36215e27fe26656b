/**
 * The gateway's calls, one function each. A call gives the parsed answer, or says as exactly as it can what is known
 * instead; it never throws for anything that the gateway does. Passwords are inside of the encrypted part only, and
 * bodies are not logged.
 */

import type { z } from "zod";
import { parseJson } from "#core/json.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { HttpResult } from "#core/ports.ts";
import { redactDigits } from "#core/secret/redact.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../../payment-method.ts";
import type { ArbSettings } from "../settings.ts";
import { decryptTrandata, encryptTrandata } from "./trandata.ts";
import {
  actions,
  currency,
  currencyCode,
  purchaseAnswer,
  readCode,
  supportAnswer,
  type Transaction,
  transaction,
} from "./wire.ts";

export type GatewayResult<T> = { readonly kind: "answer"; readonly value: T } | GatewayFailure;

export type Refused = { readonly kind: "refused"; readonly code: string; readonly text: string };

export type GatewayFailure =
  | Refused
  | { readonly kind: "not_sent"; readonly why: string }
  | { readonly kind: "no_answer"; readonly why: string };

export type Purchase = {
  /** Our name of the payment, never used for another one. */
  readonly trackId: string;
  readonly orderNumber: string;
  /** Nine digits, the part after +966. */
  readonly mobile: string;
  readonly amount: Minor;
  readonly returnUrl: string;
  /** The gateway's risk rules decline a purchase that does not say where the buyer is. */
  readonly buyerAddress: string | null;
};

export type ArbGateway = ReturnType<typeof createArbGateway>;

const supportPath = "/pg/payment/tranportal.htm";

/** Builds the calls of one account. */
export function createArbGateway(settings: ArbSettings, ports: ProviderPorts) {
  const post = createPost(settings, ports);
  const { tranportalId: id, tranportalPassword, trandata: options, requestKey, supportKey } = settings;
  const encrypt = (message: object, key: Secret) =>
    encryptTrandata({ ...message, password: tranportalPassword.reveal(), id, currencyCode }, key, options);

  /** Inquiry and refund: encrypted both ways. */
  const support = async (operation: string, message: object): Promise<GatewayResult<Transaction>> => {
    const answer = await post(supportAnswer, {
      operation,
      path: supportPath,
      body: { id, trandata: encrypt(message, supportKey) },
      timeoutMs: operation === "INQUIRY" ? timing.gatewaySessionTimeoutMs : timing.gatewayPaymentTimeoutMs,
    });
    if (answer.kind !== "answer") return answer;
    const { trandata, error, errorText } = answer.value;
    // With trandata the answer is in there; without, the error beside it counts.
    if (trandata === "") return refusal(error, errorText);
    const read = transaction.safeParse(decryptTrandata(trandata, supportKey, options));
    if (!read.success) return { kind: "no_answer", why: "trandata cannot be read" };
    const { result, error: innerError, errorText: innerText } = read.data;
    return result === ""
      ? refusal(innerError || error, innerText || errorText)
      : { kind: "answer", value: read.data };
  };

  return {
    /** Prepares a payment page. Nothing is charged until the buyer types the code there. */
    purchase: async (purchase: Purchase) => {
      const { returnUrl, buyerAddress } = purchase;
      const answer = await post(purchaseAnswer, {
        operation: "PURCHASE",
        path: settings.purchasePath,
        body: {
          id,
          trandata: encrypt(purchaseMessage(purchase), requestKey),
          responseURL: returnUrl,
          errorURL: returnUrl,
        },
        ...(buyerAddress !== null && { buyerAddress }),
        timeoutMs: timing.gatewaySessionTimeoutMs,
      });
      if (answer.kind !== "answer") return answer;
      const { status, result, error, errorText } = answer.value;
      // The payment's id never has a colon, its address always has one.
      const [, paymentId = "", address = ""] = /^(\d+):(.+)$/.exec(result) ?? [];
      if (status === "1" && paymentId !== "")
        return { kind: "answer", value: { paymentId, address } } as const;
      return refusal(error, errorText);
    },

    /** Asks for a transaction by the name that we gave it. */
    inquire: async (trackId: string, amount: Minor) =>
      await support("INQUIRY", {
        amt: formatDecimal(amount, currency),
        action: actions.inquiry,
        trackId,
        udf5: "TrackID",
        transId: trackId,
      }),

    /** Gives money of a purchase back. The name of the refund is refused when it was used before. */
    refund: async (refund: {
      readonly trackId: string;
      readonly purchaseTrackId: string;
      readonly amount: Minor;
    }) =>
      await support("REFUND", {
        amt: formatDecimal(refund.amount, currency),
        action: actions.refund,
        trackId: refund.trackId,
        udf5: "TrackID",
        transId: refund.purchaseTrackId,
      }),
  };
}

function purchaseMessage({ trackId, mobile, amount, returnUrl, orderNumber }: Purchase): object {
  return {
    amt: formatDecimal(amount, currency),
    action: actions.purchase,
    trackId,
    mobileNumber: mobile,
    responseURL: returnUrl,
    errorURL: returnUrl,
    udf1: orderNumber,
    udf2: "",
    udf3: "",
    udf4: "",
    udf5: "",
  };
}

/** In a few words for the log and the attempt's history: codes, never free text. */
export function whyOf(failure: GatewayFailure): string {
  return failure.kind === "refused" ? failure.code : failure.why;
}

type Message = {
  readonly operation: string;
  readonly path: string;
  readonly body: object;
  readonly buyerAddress?: string;
  readonly timeoutMs: number;
};

function createPost(settings: ArbSettings, { http, log }: ProviderPorts) {
  return async <T>(schema: z.ZodType<T>, message: Message): Promise<GatewayResult<T>> => {
    const result = await http({
      method: "POST",
      url: settings.baseUrl + message.path,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(message.buyerAddress !== undefined && { "x-forwarded-for": message.buyerAddress }),
      },
      body: JSON.stringify([message.body]),
      timeoutMs: message.timeoutMs,
    });
    const read = readAnswer(schema, result);
    if (read.kind !== "answer") {
      const { operation } = message;
      log?.warn("provider.no_result", {
        provider: "urpay-arb",
        operation,
        result: read.kind,
        why: whyOf(read),
      });
    }
    return read;
  };
}

function readAnswer<T>(schema: z.ZodType<T>, result: HttpResult): GatewayResult<T> {
  if (result.kind !== "answer") return { kind: result.kind, why: result.reason };
  const { status } = result;
  if (status === 401 || status === 403 || status === 429) return { kind: "not_sent", why: `HTTP ${status}` };
  if (status !== 200) return { kind: "no_answer", why: `HTTP ${status}` };
  const parsed = schema.safeParse(parseJson(result.body));
  if (parsed.success) return { kind: "answer", value: parsed.data };
  return { kind: "no_answer", why: `unexpected shape at ${parsed.error.issues[0]?.path.join(".") ?? ""}` };
}

function refusal(error: string, errorText: string): GatewayFailure {
  const code = readCode(error, errorText);
  if (code === "") return { kind: "no_answer", why: "neither a result nor an error" };
  if (inDoubt.has(code)) return { kind: "no_answer", why: code };
  return { kind: "refused", code, text: redactDigits(errorText).slice(0, 500) };
}

/** A time-out inside of the gateway, "try later", "duplicate request": it may have been done, or be under way. */
const inDoubt: ReadonlySet<string> = new Set(["IPAY0300122", "IPAY0800061", "IPAY0300128"]);
