/** The close of a day: what a shop counts in the evening. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { currency, day, instant, sentDay } from "./merchant-common.ts";
import { foundDifference, reconciliationStates, salesFigures } from "./reports.ts";
import { expectedFees } from "./settlement.ts";

const closedMethod = z
  .object({
    method: z.string(),
    account: z.string(),
    ...salesFigures,
    expected: expectedFees,
    state: z.enum(reconciliationStates),
  })
  .meta({ id: "ClosedMethod" });

export const dailyClose = z
  .object({
    day,
    at: instant.meta({ description: "When the figures were read." }),
    isOver: z.boolean().meta({ description: "false: the day is not over in Riyadh." }),
    methods: z.array(closedMethod),
    totals: z
      .array(
        z.object({
          ...salesFigures,
          expected: expectedFees.meta({ description: "null where those of a method are not known." }),
        }),
      )
      .meta({ description: "One for each currency." }),
    refunds: z.int().meta({ description: "How many were done." }),
    invoices: z.object({
      issued: z.int().meta({ description: "On the day, whatever has happened to them since." }),
      paid: z.array(z.object({ currency, count: z.int() })).meta({
        description: "Invoices that were paid on the day, in full or in part, by currency.",
      }),
    }),
    state: z.enum(reconciliationStates),
    differences: z.array(foundDifference),
  })
  .meta({ id: "DailyClose", description: "A day of Riyadh, as in GET /api/v1/reports/sales." });

export type DailyClose = z.output<typeof dailyClose>;

export const dailyCloseCalls = {
  "GET /api/v1/reports/close": {
    summary: "The close of a day: payments by method, refunds, fees, what is left, invoices and differences",
    audience: "merchant",
    query: z.strictObject({
      day: sentDay.optional().meta({ description: "Today in Riyadh when left out." }),
    }),
    replies: { 200: dailyClose },
  },
} as const satisfies CallMap;
