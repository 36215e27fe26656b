/**
 * STC Pay's operations, one function each, over mutual TLS. A call gives the parsed answer or says as exactly as it
 * can what is known instead; it never throws for anything that STC Pay does. Bodies are not logged.
 */

import type { z } from "zod";
import { parseJson } from "#core/json.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { HttpResult } from "#core/ports.ts";
import { redactDigits } from "#core/secret/redact.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../payment-method.ts";
import { noSuchPayment } from "./reason-codes.ts";
import type { StcPaySettings } from "./settings.ts";
import {
  authorizeAnswer,
  confirmAnswer,
  currency,
  errorAnswer,
  inquiryAnswer,
  operations,
  refundAnswer,
  servicePath,
} from "./wire.ts";

export type StcPayResult<T> = { readonly kind: "answer"; readonly value: T } | StcPayFailure;

export type Refused = { readonly kind: "refused"; readonly code: number; readonly text: string };

export type StcPayFailure =
  /** STC Pay says no, with a code. */
  | Refused
  | { readonly kind: "not_sent"; readonly why: string }
  /** No answer, an unreadable one, or an empty one: what was done is not known. */
  | { readonly kind: "no_answer"; readonly why: string };

export type Authorization = {
  /** Our name of the payment, never used for another one. */
  readonly refNum: string;
  readonly orderNumber: string;
  /** "9665XXXXXXXX". */
  readonly mobile: string;
  readonly amount: Minor;
  readonly note: string;
};

export type StcPayApi = ReturnType<typeof createStcPayApi>;

/** Builds the operations of one account. */
export function createStcPayApi(settings: StcPaySettings, ports: ProviderPorts) {
  const post = createPost(settings, ports);
  const { authorize, confirm, inquiry } = operations;
  return {
    /** Sends a code to the wallet's owner. Nothing is charged. */
    authorize: async (request: Authorization) =>
      await post(authorizeAnswer, {
        path: `${servicePath}/${authorize.path}`,
        message: authorize.message,
        timeoutMs: timing.gatewaySessionTimeoutMs,
        fields: {
          BranchID: settings.branchId,
          TellerID: settings.tellerId,
          DeviceID: settings.deviceId,
          RefNum: request.refNum,
          BillNumber: request.orderNumber,
          MobileNo: request.mobile,
          Amount: formatDecimal(request.amount, currency),
          MerchantNote: request.note,
        },
      }),

    /** Takes the money with the code. */
    confirm: async (request: {
      readonly otpReference: string;
      readonly paymentReference: string;
      readonly code: Secret;
    }) =>
      await post(confirmAnswer, {
        path: `${servicePath}/${confirm.path}`,
        message: confirm.message,
        timeoutMs: timing.codeTimeoutMs,
        fields: {
          OtpReference: request.otpReference,
          OtpValue: request.code.reveal(),
          STCPayPmtReference: request.paymentReference,
          TokenReference: "",
          TokenizeYn: false,
        },
      }),

    /** Payments by our own name. */
    inquire: async (refNum: string) =>
      await post(inquiryAnswer, {
        path: `${servicePath}/${inquiry.path}`,
        message: inquiry.message,
        timeoutMs: timing.gatewaySessionTimeoutMs,
        fields: { RefNum: refNum },
      }),

    /** All payments of a day, "2026-11-22". */
    inquireDay: async (day: string) =>
      await post(inquiryAnswer, {
        path: `${servicePath}/${inquiry.path}`,
        message: inquiry.message,
        timeoutMs: timing.gatewayPaymentTimeoutMs,
        fields: { PaymentsDate: day },
      }),

    /** Gives money back. Takes no key of ours: sent twice, it is done twice. */
    refund: async (stcPayRefNum: string, amount: Minor) =>
      await post(refundAnswer, {
        path: settings.refundPath,
        message: "RefundPayment",
        timeoutMs: timing.gatewayPaymentTimeoutMs,
        fields: { STCPayRefNum: stcPayRefNum, Amount: formatDecimal(amount, currency) },
      }),
  };
}

type Message = {
  readonly path: string;
  /** Name of the messages without "RequestMessage". */
  readonly message: string;
  readonly fields: Readonly<Record<string, string | boolean>>;
  readonly timeoutMs: number;
};

function createPost(settings: StcPaySettings, { http, log }: ProviderPorts) {
  const { baseUrl, clientCode, certificate } = settings;
  return async <T>(schema: z.ZodType<T>, { path, message, fields: sent, timeoutMs }: Message) => {
    const result = await http({
      method: "POST",
      url: baseUrl + path,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-clientcode": clientCode,
      },
      body: JSON.stringify({ [`${message}RequestMessage`]: sent }),
      timeoutMs,
      ...(certificate && {
        clientCertificate: { certPem: certificate.certPem, keyPem: certificate.keyPem.reveal() },
      }),
    });
    const read = readAnswer(schema, result);
    if (read.kind !== "answer") {
      // That there is no such payment answers a question; everything else is logged.
      const isNone = read.kind === "refused" && read.code === noSuchPayment;
      const fields = { provider: "stcpay", operation: message, result: read.kind, why: whyOf(read) };
      if (isNone) log?.info("provider.no_result", fields);
      else log?.warn("provider.no_result", fields);
    }
    return read;
  };
}

/** In a few words for the log and the attempt's history: codes, never free text. */
export function whyOf(failure: StcPayFailure): string {
  return failure.kind === "refused" ? `code ${failure.code}` : failure.why;
}

function readAnswer<T>(schema: z.ZodType<T>, result: HttpResult): StcPayResult<T> {
  if (result.kind !== "answer") return { kind: result.kind, why: result.reason };
  const { status } = result;
  const body = parseJson(result.body);
  // A code decides, not the HTTP status: refusals come with 403 and, behind some proxies, with 200.
  const error = errorAnswer.safeParse(body);
  if (error.success && status < 500) {
    const text = redactDigits(error.data.Text ?? "").slice(0, 500);
    return { kind: "refused", code: error.data.Code, text };
  }
  // Without a code these come from in front of STC Pay: our certificate or our pace was refused.
  if (status === 401 || status === 403 || status === 429) return { kind: "not_sent", why: `HTTP ${status}` };
  // A wrong client code is answered with nothing at all.
  if (result.body.trim() === "") return { kind: "no_answer", why: `HTTP ${status} and an empty body` };
  if (status !== 200) return { kind: "no_answer", why: `HTTP ${status}` };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { kind: "answer", value: parsed.data };
  return { kind: "no_answer", why: `unexpected shape at ${parsed.error.issues[0]?.path.join(".") ?? ""}` };
}
