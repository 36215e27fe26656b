/** What a shop looks at first: money of today, this week and this month, what is unpaid, what failed, what needs a hand. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { amount, currency, day, instant } from "./merchant-common.ts";
import { payment } from "./payments.ts";
import { salesFigures } from "./reports.ts";

const moneyIn = z
  .object({
    from: day,
    to: day,
    totals: z
      .array(z.object(salesFigures))
      .meta({ description: "One for each currency; none without money." }),
  })
  .meta({ id: "MoneyIn", description: "As in GET /api/v1/reports/sales of the same days." });

const methodMoney = z
  .object({
    method: z.string(),
    account: z.string().meta({ description: "The account at the provider, such as mpgs-cards." }),
    ...salesFigures,
    stated: z
      .object({
        taken: amount.nullable(),
        givenBack: amount.nullable(),
        through: day.meta({ description: "The last day of this month that was compared." }),
      })
      .nullable()
      .meta({
        description:
          "What the provider's own books say of the days of this month that were compared; null: nothing, or the account " +
          "is the installation's, which serves other merchants as well, or several methods of this month share it.",
      }),
  })
  .meta({ id: "MethodMoney" });

/** Days since the due date, first and last; null: all that are older. */
export const overdueAges = [
  { fromDays: 1, toDays: 7 },
  { fromDays: 8, toDays: 30 },
  { fromDays: 31, toDays: 60 },
  { fromDays: 61, toDays: null },
] as const;

const unpaidSum = z
  .object({
    currency,
    count: z.int(),
    amount,
    overdue: z.object({
      count: z.int(),
      amount,
      ages: z
        .array(z.object({ fromDays: z.int(), toDays: z.int().nullable(), count: z.int(), amount }))
        .meta({
          description: "By days since the due date, youngest first: 1 to 7, 8 to 30, 31 to 60, 61 and more.",
        }),
    }),
  })
  .meta({
    id: "UnpaidSum",
    description:
      "Invoices that can still be paid, and what is due of them. Orders of product links, which no client was asked to pay, are " +
      "not counted.",
  });

export const nextSteps = ["send_again", "offer_other_method", "check_account", "wait"] as const;

export type NextStep = (typeof nextSteps)[number];

const failedPayment = z
  .object({
    payment,
    nextStep: z.enum(nextSteps).meta({
      description:
        "send_again: the buyer can pay by the same link, remind them. offer_other_method: the same card or account will not " +
        "do. check_account: the provider does not take payments for your account. wait: do not ask now.",
    }),
  })
  .meta({ id: "FailedPayment" });

export const healthStates = ["working", "failing", "refused", "quiet"] as const;

export type HealthState = (typeof healthStates)[number];

const methodHealth = z
  .object({
    method: z.string(),
    account: z.string(),
    tries: z.int().meta({ description: "Payments begun in the last 24 hours." }),
    taken: z.int(),
    failed: z.int().meta({ description: "Without those that the buyer gave up." }),
    state: z.enum(healthStates).meta({
      description:
        "refused: as in attention. failing: three or more failed and none was taken, or three in four failed. working: " +
        "anything else. quiet: nothing was tried.",
    }),
  })
  .meta({ id: "MethodHealth" });

export const attentionKinds = [
  "return_requests",
  "renewal_requests",
  "refund_declined",
  "surplus_money",
  "uncollected_money",
  "rejected_tax_documents",
  "stopped_tax_unit",
  "held_tax_unit",
  "disabled_webhook_endpoint",
  "failed_messages",
  "account_refused",
  "refund_approvals",
] as const;

const attention = z
  .object({
    kind: z.enum(attentionKinds).meta({
      description:
        "return_requests: returns that buyers ask for, to be answered. renewal_requests: buyers of expired invoices who ask for a fresh link. " +
        "refund_declined: refunds that were declined in the last 30 days, at once or later, each the last of its invoice, so that the buyer has nothing back; make it again, or send the money yourself and record that (`byHand`). " +
        "surplus_money: money that arrived and is no invoice's, to be given back. uncollected_money: payments that their provider guaranteed more than a day ago and does not pay out, while their invoices count as paid; ask the provider. rejected_tax_documents: to be corrected. " +
        "stopped_tax_unit: nothing is reported until it continues. held_tax_unit: no tax document is issued until the operator " +
        "has released it. disabled_webhook_endpoint: it failed for days and gets no events. failed_messages: of the last 7 days. account_refused: no payment of the last 24 hours was taken by this " +
        "account, and three or more were turned away by the provider itself; or your account for messages was refused. " +
        "refund_approvals: refunds above your limits, which wait for a second person.",
    }),
    count: z.int().min(1),
    amounts: z.array(z.object({ currency, amount })).meta({
      description:
        "Of refund_declined, surplus_money, uncollected_money and refund_approvals; otherwise empty.",
    }),
    account: z
      .string()
      .nullable()
      .meta({ description: "Of account_refused: the provider's account, or the channel of messages." }),
    list: z
      .string()
      .nullable()
      .meta({
        description: "The call that lists them, if there is one.",
        examples: ["/api/v1/payments?state=surplus"],
      }),
  })
  .meta({ id: "Attention" });

export const home = z
  .object({
    at: instant,
    today: day,
    money: z.object({
      today: moneyIn,
      week: moneyIn.meta({ description: "Since Sunday." }),
      month: moneyIn.meta({ description: "Since the first of the Gregorian month." }),
    }),
    methods: z
      .array(methodMoney)
      .meta({ description: "Of this month. What a provider pays out, and when, is not known." }),
    health: z.array(methodHealth).meta({
      description: "Of the methods that took money this month or were tried in the last 24 hours.",
    }),
    unpaid: z.array(unpaidSum).meta({ description: "One for each currency." }),
    failedPayments: z.array(failedPayment).meta({
      description:
        "Of the last 7 days, newest first, ten at most: the last failed one of each order that can still be paid.",
    }),
    attention: z.array(attention),
  })
  .meta({ id: "Home", description: "Days are those of Riyadh." });

export type Home = z.output<typeof home>;

export const homeCalls = {
  "GET /api/v1/home": {
    summary: "The figures of the shop now, and what needs a hand",
    audience: "merchant",
    replies: { 200: home },
  },
} as const satisfies CallMap;
