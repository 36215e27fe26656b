/** The request log of the merchant API: which calls a shop's programs made, and the outcome of each. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant, listOf, pageQuery } from "./merchant-common.ts";

export const apiRequest = z
  .object({
    id: z.int(),
    at: instant,
    key: z.object({ id: z.int(), name: z.string(), prefix: z.string() }),
    method: z.string(),
    route: z.string().meta({
      description: "The call's pattern: an address may hold an order's number, which is a key.",
      examples: ["/api/v1/invoices/:orderNumber"],
    }),
    status: z.int(),
    code: z.string().nullable().meta({ description: "Of the problem that it was refused with." }),
    durationMs: z.int(),
    address: z.string().meta({ description: "From where; of IPv6 the network." }),
    requestId: z.string().meta({ description: "As the answer named it in X-Request-Id." }),
    orderNumber: z
      .string()
      .nullable()
      .meta({ description: "Of your invoice that it named or has issued; null for all other calls." }),
  })
  .meta({ id: "ApiRequest" });

export type ApiRequestModel = z.output<typeof apiRequest>;

export const apiRequestCalls = {
  "GET /api/v1/requests": {
    summary: "The calls that were made with your keys, newest first; never their bodies",
    audience: "merchant",
    query: z.strictObject({
      keyId: z.coerce.number().int().positive().optional(),
      show: z.enum(["refused"]).optional().meta({
        description: "Only those with a status of 400 or more. Refusals for too many calls are not kept.",
      }),
      order: z.string().max(40).optional().meta({ description: "About the invoice of this number." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(apiRequest) },
    problems: ["order_not_found"],
  },
} as const satisfies CallMap;
