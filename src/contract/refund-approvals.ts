/** Refunds above the limits of a shop, which wait for a second person, and those limits. */
import { z } from "zod";
import { limitedMakers, refundApprovalStates, refundLimitKinds } from "#core/refund-approval.ts";
import { refundStates } from "#core/refund-status.ts";
import { refusalsOfRefunds } from "#core/status-groups.ts";
import type { CallMap } from "./contract.ts";
import { amount, currency, instant, listOf, livemode, pageQuery, quantity } from "./merchant-common.ts";

const principal = z
  .object({
    kind: z.enum(["person", "key"]),
    id: z.int(),
    name: z.string().nullable().meta({ description: "Of the person, or of the key." }),
  })
  .meta({ id: "Caller" });

const state = z.enum(refundApprovalStates);

export const refundApproval = z
  .object({
    id: z.string(),
    livemode,
    orderNumber: z.string(),
    clientName: z.string().nullable(),
    state: state.meta({
      description:
        "requested: nothing was given back yet. approved: a second person agreed, and refund has its outcome. " +
        "refused, withdrawn, expired: nothing was given back by it; ask for the refund again if it is still wanted. It expires, too, once other " +
        "refunds have left less than it asks for: look at the invoice first.",
    }),
    amount,
    currency,
    lines: z
      .array(z.object({ position: z.int(), quantity: quantity.nullable(), amount: amount.nullable() }))
      .meta({ description: "The lines that were asked for; empty where an amount was." }),
    reason: z.string().nullable(),
    byHand: z.boolean(),
    limit: z.enum(refundLimitKinds).meta({ description: "Which of your limits it goes above." }),
    requestedBy: principal,
    isYours: z.boolean().meta({ description: "You asked for it: you may withdraw it, and not decide it." }),
    createdAt: instant,
    expiresAt: instant.meta({
      description: "Decided by then, or it expires; earlier where less is left than it asks for.",
    }),
    endedBy: principal.nullable(),
    endedAt: instant.nullable(),
    note: z.string().nullable().meta({ description: "Why it was refused." }),
    refund: z.object({ id: z.string(), state: z.enum(refundStates) }).nullable(),
  })
  .meta({
    id: "RefundApproval",
    description: "A refund above a limit: it is made once a second person, in the console, has approved it.",
  });

export type RefundApproval = z.output<typeof refundApproval>;

const limit = amount.nullable();

export const refundLimits = z
  .strictObject({
    perInvoice: limit.meta({
      description: "In SAR: what one person or key gives back of one invoice alone. Null: any amount.",
    }),
    perDay: limit.meta({ description: "The same on one day in Riyadh, over all invoices." }),
    appliesTo: z.array(z.enum(limitedMakers)).max(3).meta({
      description:
        "To whom: roles of people, or the shop's keys. Refunds in other currencies always need a second person then.",
    }),
  })
  .meta({
    id: "RefundLimits",
    examples: [{ perInvoice: "500.00", perDay: "2000.00", appliesTo: ["manager", "key"] }],
  });

export type RefundLimitsModel = z.output<typeof refundLimits>;

const params = z.object({ approvalId: z.string().max(64) });

/** What keys and people call. */
export const refundApprovalCalls = {
  "GET /api/v1/refund-approvals": {
    summary: "List requests for refunds above your limits, newest first",
    audience: "merchant",
    query: z.strictObject({ state: state.optional(), ...pageQuery }),
    replies: { 200: listOf(refundApproval) },
  },
  "GET /api/v1/refund-approvals/:approvalId": {
    summary: "Read a request for a refund",
    audience: "merchant",
    params,
    replies: { 200: refundApproval },
  },
  "POST /api/v1/refund-approvals/:approvalId/withdraw": {
    summary: "Withdraw a request of your own",
    audience: "merchant",
    params,
    replies: { 200: refundApproval },
    problems: ["approval_over"],
  },
  "GET /api/v1/refund-limits": {
    summary: "Read above which amounts a refund needs a second person",
    audience: "merchant",
    replies: { 200: refundLimits },
  },
} as const satisfies CallMap;

/** What only a person decides. */
export const refundDecisionCalls = {
  "POST /api/v1/refund-approvals/:approvalId/approve": {
    summary: "Approve a colleague's refund: it is made at once",
    audience: "console",
    params,
    replies: { 200: refundApproval },
    problems: [
      "not_found",
      "approval_over",
      "approval_outdated",
      "own_approval",
      ...refusalsOfRefunds,
      "refund_in_progress",
      "payment_not_captured",
      "refund_not_supported",
      "refund_too_large",
      "lines_required",
      "method_not_allowed_for_order",
      "outcome_unknown",
    ],
  },
  "POST /api/v1/refund-approvals/:approvalId/refuse": {
    summary: "Refuse a colleague's refund",
    audience: "console",
    params,
    body: z.strictObject({ note: z.string().max(500).optional() }),
    replies: { 200: refundApproval },
    problems: ["not_found", "approval_over", "own_approval"],
  },
  "PUT /api/v1/refund-limits": {
    summary: "Set above which amounts a refund needs a second person",
    audience: "console",
    body: refundLimits,
    replies: { 200: refundLimits },
  },
} as const satisfies CallMap;
