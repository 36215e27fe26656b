/** The public call of SADAD (Spec 7). */
import { z } from "zod";
import { jsonMoney, personText } from "#contract/common.ts";
import { minor, parseDecimal, toJsonNumber } from "#core/money.ts";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import { requireFields } from "../buyer-fields/require-fields.ts";
import type { CallsOf, MethodCall, PayResult, StartRequest } from "../method-server.ts";
import { isOneOrder, referencePayerFields, withPayer } from "../references/payer.ts";
import { sadad } from "./method.ts";

/**
 * Spec 7 names waslOrderNumber, orderNumber, clientEmail (null), mobile, clientName, firstName, nationalId and
 * lastName. The rest is what the guards of every payment call ask for.
 */
const authorizeBody = z
  .strictObject({
    ...referencePayerFields,
    firstName: personText,
    lastName: personText,
    nationalId: z.string().max(40),
  })
  .refine(isOneOrder, { path: ["waslOrderNumber"], error: "another order than orderNumber" })
  .transform(withPayer);

const authorizeReply = z.object({
  /** The SADAD invoice number (Spec 7): what is paid at the bank. */
  paymentSessionId: z.string(),
  /** Which biller the buyer chooses at the bank. */
  billerCode: z.string(),
  billerName: z.string(),
  amount: jsonMoney,
  currency: z.string(),
  /** Until when it can be paid (RFC 3339), and that day in Riyadh, "2026-08-15"; null when there is no end. */
  expiresAt: z.string().nullable(),
  lastDay: z.string().nullable(),
});

export type SadadReply = z.output<typeof authorizeReply>;

export const sadadCalls = [
  {
    path: "POST /rest/pay/sadad/authorize",
    summary: "Issue a SADAD bill, or give the open one of this order again",
    step: "start",
    body: authorizeBody,
    reply: authorizeReply,
    toInput,
    toReply,
  },
] as const satisfies readonly MethodCall[];

export type SadadCalls = CallsOf<typeof sadadCalls>;

/** The buyer's data is checked and goes no further: the provider takes none of it. */
function toInput(body: z.output<typeof authorizeBody>): StartRequest<undefined> {
  requireFields(sadad.fields, {
    sadadMobile: { path: "mobile", value: body.mobile },
    sadadNationalId: { path: "nationalId", value: body.nationalId },
    sadadFirstName: { path: "firstName", value: body.firstName },
    sadadLastName: { path: "lastName", value: body.lastName },
  });
  return { input: undefined, presentedKey: null };
}

function toReply(result: PayResult): SadadReply {
  if (result.kind !== "reference_issued") throw new Error(`a SADAD bill cannot end in ${result.kind}`);
  const { reference, details } = result;
  const currency = details["currency"] ?? "";
  const expiresAt = details["expiresAt"] || null;
  return {
    paymentSessionId: reference,
    billerCode: details["billerCode"] ?? "",
    billerName: details["billerName"] ?? "",
    amount: toJsonNumber(parseDecimal(details["amount"] ?? "", currency) ?? minor(0), currency),
    currency,
    expiresAt,
    lastDay: expiresAt === null ? null : riyadhTimestamp(Date.parse(expiresAt)).slice(0, 10),
  };
}
