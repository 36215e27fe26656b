/** The call by which a wallet's sheet has the shop validated before it opens (Spec 7). No payment step: nothing is charged. */
import { z } from "zod";
import { orderNumberParams } from "#contract/common.ts";
import type { CallShape } from "#contract/contract.ts";

export const validationCall = {
  summary: "A merchant session for the sheet of a wallet, from the wallet's own servers",
  audience: "buyer",
  params: orderNumberParams,
  body: z.strictObject({ validationUrl: z.string().min(1).max(500) }),
  replies: { 200: z.looseObject({}) },
} as const satisfies CallShape;
