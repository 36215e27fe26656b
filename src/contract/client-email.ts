/** Confirming the buyer's e-mail address of an order with digital products (Spec 2.4, 4 and 7). */
import { z } from "zod";
import { languages } from "#core/language.ts";
import { orderNumberParams } from "./common.ts";
import type { CallMap } from "./contract.ts";
import { openOrderProblems } from "./payment-problems.ts";

/** The one way of confirming that there is: a code by e-mail. */
const emailType = z.literal("EmailOtp");

/** Wide enough for what people paste; the handler judges what is in it. */
const email = z.string().max(320);

export const clientEmailCalls = {
  "POST /rest/pay/registerClientEmail/:orderNumber": {
    summary: "Send a code to the buyer's e-mail address; the newest code alone is good",
    audience: "buyer",
    params: orderNumberParams,
    /** The language of the mail; without it, that of the request. */
    query: z.object({ lang: z.enum(languages).optional() }),
    body: z.strictObject({ email, emailType }),
    replies: { 200: z.object({ success: z.literal(true), emailType, signature: z.string() }) },
    problems: [
      ...openOrderProblems,
      "email_already_confirmed",
      "email_codes_used_up",
      "too_many_attempts",
      "overloaded",
    ],
  },
  "POST /rest/pay/confirmClientEmail/:orderNumber": {
    summary: "Confirm the address with the code; the signature of the answer goes with every payment call",
    audience: "buyer",
    params: orderNumberParams,
    body: z.strictObject({ email, otp: z.string().max(40), signature: z.string().max(128), emailType }),
    replies: { 200: z.object({ success: z.literal(true), signature: z.string() }) },
    problems: [...openOrderProblems, "email_already_confirmed", "email_code_wrong", "otp_locked"],
  },
} as const satisfies CallMap;
