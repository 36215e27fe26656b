/** What the simulated STC Pay takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";
import { type Refusal, readOrRefuse } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";
import { refusal } from "./refusal.ts";

const filled = z.string().min(1).max(100);
const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);

export const authorizeSchema = z.strictObject({
  DirectPaymentAuthorizeV4RequestMessage: z.strictObject({
    BranchID: filled,
    TellerID: filled,
    DeviceID: filled,
    RefNum: filled.max(30),
    BillNumber: filled.max(30),
    MobileNo: z.string().regex(/^9665\d{8}$/),
    Amount: amount,
    MerchantNote: z.string().max(100).optional(),
  }),
});

export const confirmSchema = z.strictObject({
  DirectPaymentConfirmV4RequestMessage: z.strictObject({
    OtpReference: filled,
    OtpValue: z.string().regex(/^\d{4,8}$/),
    STCPayPmtReference: filled,
    TokenReference: z.literal("").optional(),
    TokenizeYn: z.literal(false).optional(),
  }),
});

export const inquirySchema = z.strictObject({
  PaymentInquiryV4RequestMessage: z.strictObject({
    RefNum: filled.optional(),
    PaymentsDate: z.iso.date().optional(),
  }),
});

export const refundSchema = z.strictObject({
  RefundPaymentRequestMessage: z.strictObject({ STCPayRefNum: filled, Amount: amount }),
});

/** Codes of fields that are missing, and of those that are there and wrong. */
const missingCodes: Readonly<Record<string, number>> = {
  BranchID: 2011,
  TellerID: 2012,
  DeviceID: 2013,
  RefNum: 2014,
  BillNumber: 2015,
  Amount: 2016,
  MobileNo: 2017,
  OtpReference: 2019,
  OtpValue: 2020,
  STCPayPmtReference: 2021,
};
const invalidCodes: Readonly<Record<string, number>> = { MobileNo: 2018, Amount: 2036, OtpValue: 2031 };

/** Reads a message; throws a Refusal with the code of the first field that is wrong. */
export function readMessage<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body, wrongField);
}

function wrongField({ kind, field }: ParseFailure): Refusal {
  const name = field.split(".").at(-1) ?? "";
  const codes = kind === "missing" ? missingCodes : kind === "invalid" ? invalidCodes : {};
  return refusal(codes[name] ?? 2001);
}

/** An amount that the schema has let through, in halalas. */
export function readAmount(text: string): Minor {
  const read = parseDecimal(text, "SAR");
  if (read === null || read === 0) throw refusal(2036);
  return read;
}
