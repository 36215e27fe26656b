/** How far buyers came: from what was sent to what was paid, for invoices of a period and for one product link. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { failureCodes } from "./events.ts";
import { day } from "./merchant-common.ts";
import { period } from "./reports.ts";

const count = (description: string) => z.int().meta({ description });

export const funnelReport = z
  .object({
    from: day,
    to: day,
    linkIdentity: z.string().nullable(),
    looked: z.int().nullable().meta({
      description:
        "How often the page of the link was opened; null for invoices, which are issued, not looked for.",
    }),
    issued: count(
      "Invoices that were issued in the period, or orders that the link made. All further steps are of these.",
    ),
    sent: count(
      "Those whose link went out by e-mail, SMS or WhatsApp. What you sent by yourself is not known here.",
    ),
    opened: count("Those that their buyer opened."),
    started: count("Those that somebody began to pay."),
    declined: count("Those of which a payment was declined, whether another one was taken or not."),
    paid: count("Those that were paid, also where it was given back since."),
    reasons: z.array(z.object({ code: z.enum(failureCodes), count: z.int() })).meta({
      description: "Why they were declined: by the last declined payment of each, the most frequent first.",
    }),
  })
  .meta({ id: "FunnelReport" });

export type FunnelReport = z.output<typeof funnelReport>;

export const funnelCalls = {
  "GET /api/v1/reports/funnel": {
    summary:
      "How many invoices of a period, or orders of a product link, were sent, opened, begun to pay, declined and paid",
    audience: "merchant",
    query: z.strictObject({
      ...period,
      linkIdentity: z
        .string()
        .max(40)
        .optional()
        .meta({ description: "Of this product link; left out: of invoices." }),
    }),
    replies: { 200: funnelReport },
    problems: ["not_found"],
  },
} as const satisfies CallMap;
