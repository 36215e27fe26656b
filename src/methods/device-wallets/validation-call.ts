/** The call by which a wallet's sheet has the shop validated before it opens (Spec 7). No payment step: nothing is charged. */
import { z } from "zod";
import { orderNumberParams } from "#contract/common.ts";
import type { CallShape } from "#contract/contract.ts";
import { openOrderProblems } from "#contract/payment-problems.ts";

export const validationCall = {
  summary: "A merchant session for the sheet of a wallet, from the wallet's own servers",
  audience: "buyer",
  params: orderNumberParams,
  body: z.strictObject({ validationUrl: z.string().min(1).max(500) }),
  replies: { 200: z.looseObject({}) },
  problems: [
    ...openOrderProblems,
    "method_not_allowed_for_order",
    "payment_in_progress",
    "validation_url_not_allowed",
    "gateway_refused",
    "gateway_unavailable",
  ],
} as const satisfies CallShape;
