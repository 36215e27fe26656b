/** Returns that buyers ask for on the page of a paid invoice. A request moves no money: what is given back is a refund. */
import { z } from "zod";
import { returnLimits, returnReasons, returnStates } from "#core/return-request.ts";
import { refusalsOfReturns } from "#core/status-groups.ts";
import type { CallMap } from "./contract.ts";
import { instant, listOf, livemode, pageQuery, quantity } from "./merchant-common.ts";

const state = z.enum(returnStates).meta({
  id: "ReturnState",
  description:
    "requested: it waits for your answer. accepted: you take it back; give the money back by a refund of the invoice. " +
    "declined: you do not. withdrawn: the buyer has taken it back before you answered.",
});

const reason = z.enum(returnReasons).meta({ id: "ReturnReason" });

export const returnedLines = z.array(z.object({ position: z.int(), quantity })).meta({
  description: "Which lines, by their place from 1, and how much of each; empty: the whole invoice.",
});

export const returnRequest = z
  .object({
    id: z.int(),
    livemode,
    orderNumber: z.string(),
    buyer: z.object({
      name: z.string().nullable(),
      words: z.string().nullable().meta({
        description: "What the buyer has written; null also once the buyer's data are erased.",
      }),
      isErased: z.boolean().meta({
        description:
          "The buyer's data are erased: the request is answered without words, also where you decline.",
      }),
    }),
    state,
    reason,
    lines: returnedLines,
    language: z.enum(["ar", "en"]).meta({ description: "In which the buyer has asked." }),
    createdAt: instant,
    answeredAt: instant.nullable(),
    withdrawnAt: instant.nullable(),
    answer: z.string().nullable().meta({ description: "Your words, which the buyer reads on the page." }),
  })
  .meta({ id: "ReturnRequest" });

export type ReturnRequest = z.output<typeof returnRequest>;

export const returnAnswer = z
  .strictObject({
    answer: z.enum(["accept", "decline"]),
    words: z
      .string()
      .max(returnLimits.words)
      .optional()
      .meta({
        description:
          "To the buyer, who reads it on the invoice's page; needed where you decline. Refused (`buyer_erased`) once the buyer's " +
          "data are erased.",
      }),
  })
  .meta({
    id: "ReturnAnswer",
    examples: [{ answer: "decline", words: "هذا المنتج لا يُسترجع بعد فتحه." }],
  });

export type ReturnAnswer = z.output<typeof returnAnswer>;

const params = z.object({ requestId: z.string().max(20) });

export const returnRequestCalls = {
  "GET /api/v1/return-requests": {
    summary: "List the returns that buyers have asked for, newest first",
    audience: "merchant",
    query: z.strictObject({
      state: state.optional(),
      orderNumber: z.string().max(40).optional().meta({ description: "Of one invoice." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(returnRequest) },
  },
  "GET /api/v1/return-requests/:requestId": {
    summary: "Read a request for a return",
    audience: "merchant",
    params,
    replies: { 200: returnRequest },
  },
  "POST /api/v1/return-requests/:requestId/answer": {
    summary: "Accept or decline a return, once. No money is given back by it: make a refund of the invoice",
    audience: "merchant",
    params,
    body: returnAnswer,
    replies: { 200: returnRequest },
    // What else keeps money from being given back while it is there.
    problems: ["return_answered", "buyer_erased", ...refusalsOfReturns],
  },
} as const satisfies CallMap;
