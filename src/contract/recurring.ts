/** Invoices that repeat: issued and sent by themselves on days of Riyadh. */
import { z } from "zod";
import { recurringStates, repeatUnits } from "#core/recurrence.ts";
import type { CallMap } from "./contract.ts";
import { invoiceCalls } from "./invoices.ts";
import { amount, currency, day, instant, listOf, pageQuery, sentDay } from "./merchant-common.ts";
import { newInvoice } from "./new-invoice.ts";

export const repeatedInvoice = newInvoice.omit({ dueDate: true, expiresAt: true, supplyDate: true }).meta({
  id: "RepeatedInvoice",
  description:
    "What is issued each time, as POST /api/v1/invoices takes it. `send` says by which channels it goes out.",
  examples: [
    { client: { name: "نورة" }, lines: [{ title: "اشتراك شهري", quantity: 1, unitPrice: "100.00" }] },
  ],
});

const changeable = {
  name: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: "For yourself.", examples: ["اشتراك نورة"] }),
  invoice: repeatedInvoice,
  hour: z
    .int()
    .min(0)
    .max(23)
    .meta({ description: "The hour of Riyadh at which it is issued; 9 when left out." }),
  endsOn: sentDay
    .nullable()
    .meta({ description: "The last day on which one may be issued; null: no such day." }),
  dueDays: z
    .int()
    .min(0)
    .max(365)
    .nullable()
    .meta({ description: "So many days after it is issued it is due; null: it has no due date." }),
};

export const newRecurring = z
  .strictObject({
    name: changeable.name,
    invoice: changeable.invoice,
    every: z.enum(repeatUnits),
    interval: z
      .int()
      .min(1)
      .max(52)
      .optional()
      .meta({ description: "Every so many of them; 1 when left out." }),
    startsOn: sentDay.meta({
      description:
        "The first day, from today on. Later ones are counted from it: from the 31st, on the last day of shorter months.",
    }),
    hour: changeable.hour.optional(),
    endsOn: changeable.endsOn.optional(),
    times: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: "How many are issued in all; left out: until it ends." }),
    dueDays: changeable.dueDays.optional(),
  })
  .meta({ id: "NewRecurringInvoice" });

export type NewRecurring = z.output<typeof newRecurring>;

export const recurringChanges = z
  .strictObject({
    name: changeable.name.optional(),
    invoice: changeable.invoice.optional(),
    hour: changeable.hour.optional(),
    endsOn: changeable.endsOn.optional(),
    dueDays: changeable.dueDays.optional(),
  })
  .meta({
    id: "RecurringInvoiceChanges",
    description: "What is left out stays. What was issued is not changed.",
  });

export type RecurringChanges = z.output<typeof recurringChanges>;

const summary = {
  id: z.int(),
  name: z.string(),
  state: z.enum(recurringStates),
  every: z.enum(repeatUnits),
  interval: z.int(),
  startsOn: day,
  hour: z.int(),
  endsOn: day.nullable(),
  times: z.int().nullable(),
  dueDays: z.int().nullable(),
  nextDay: day.nullable().meta({ description: "The next day on which one is issued; null while none is." }),
  issued: z.int().meta({ description: "How many were issued so far." }),
  currency,
  total: amount.meta({ description: "What one came to when this was made or changed last." }),
  clientName: z.string().nullable(),
  problem: z.object({ code: z.string(), retryAt: instant.nullable() }).nullable().meta({
    description: "Why the last one was not issued, by the code of the refusal, and when it is tried again.",
  }),
  createdAt: instant,
};

export const recurringSummary = z.object(summary).meta({ id: "RecurringInvoiceSummary" });

export const recurring = z
  .object({
    ...summary,
    invoice: z.record(z.string(), z.unknown()).meta({ description: "As it was given." }),
    days: z
      .array(z.object({ day, state: z.enum(["issued", "skipped"]), orderNumber: z.string().nullable() }))
      .meta({ description: "The outcome of the last days, newest first; 24 at most." }),
  })
  .meta({ id: "RecurringInvoice" });

export type Recurring = z.output<typeof recurring>;

const recurringParams = z.object({ recurringId: z.string().max(40) });
const issuing = invoiceCalls["POST /api/v1/invoices"].problems;
const act = (summaryText: string) =>
  ({
    summary: summaryText,
    audience: "merchant",
    params: recurringParams,
    body: z.strictObject({}).nullish(),
    replies: { 200: recurring },
    problems: ["recurring_over"],
  }) as const;

export const recurringCalls = {
  "POST /api/v1/recurring-invoices": {
    summary: "Have an invoice issued and sent by itself, every week, month or year",
    audience: "merchant",
    body: newRecurring,
    replies: { 201: recurring },
    problems: issuing,
  },
  "GET /api/v1/recurring-invoices": {
    summary: "List invoices that repeat, newest first",
    audience: "merchant",
    query: z.strictObject({ state: z.enum(recurringStates).optional(), ...pageQuery }),
    replies: { 200: listOf(recurringSummary) },
  },
  "GET /api/v1/recurring-invoices/:recurringId": {
    summary: "Read one, with the outcome of its last days",
    audience: "merchant",
    params: recurringParams,
    replies: { 200: recurring },
  },
  "PATCH /api/v1/recurring-invoices/:recurringId": {
    summary: "Change what is issued from now on",
    audience: "merchant",
    params: recurringParams,
    body: recurringChanges,
    replies: { 200: recurring },
    problems: [...issuing, "recurring_over"],
  },
  "POST /api/v1/recurring-invoices/:recurringId/pause": act("Pause: nothing is issued until it is resumed"),
  "POST /api/v1/recurring-invoices/:recurringId/resume": act(
    "Resume with the next day from today on; days that were missed meanwhile are left out",
  ),
  "POST /api/v1/recurring-invoices/:recurringId/skip": act("Leave out the next day"),
  "POST /api/v1/recurring-invoices/:recurringId/end": act("End it permanently"),
} as const satisfies CallMap;
