/** Refunds above the limits of a shop: listed and withdrawn by keys and people, decided by people alone. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import {
  type RefundLimitsModel,
  refundApprovalCalls,
  refundDecisionCalls,
} from "#contract/refund-approvals.ts";
import type { ActChange } from "#core/act-fields.ts";
import { formatDecimal, type Minor, parseDecimal } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { runInTransaction } from "#db/open.ts";
import { mountCall } from "../http/mount.ts";
import { claimRefund } from "../payments/claim-refund.ts";
import { sendRefund } from "../payments/refund.ts";
import { endApproval, lockApproval } from "../payments/refund-approvals.ts";
import { type RefundLimits, readRefundLimits, setRefundLimits } from "../payments/refund-limits.ts";
import type { Services } from "../services.ts";
import { noteChange } from "./audit-calls.ts";
import { actorOf, merchantOf } from "./authenticate.ts";
import { once } from "./idempotency.ts";
import { readApproval, selectApprovals, toApproval } from "./refund-approval-model.ts";
import { invalid } from "./returned-lines.ts";
import { isAfter, placeOf, readTimePage, toTimePage } from "./time-paging.ts";

const listName = "approvals";

/** Mounts what keys and people call. */
export function mountRefundApprovalCalls(scope: FastifyInstance, services: Services): void {
  const { db, clock, config } = services;

  mountCall(scope, refundApprovalCalls, "GET /api/v1/refund-approvals", async ({ query }, { request }) => {
    const merchant = merchantOf(request);
    const page = readTimePage(listName, query);
    let rows = selectApprovals(db.kysely, merchant.id)
      .select(placeOf(sql.ref("a.created_at")).as("place"))
      .where(isAfter(page, sql.ref("a.created_at"), sql.ref("a.id")))
      .orderBy("a.created_at", "desc")
      .orderBy("a.id", "desc")
      .limit(page.limit + 1);
    if (query.state !== undefined) rows = rows.where("a.state", "=", query.state);
    return toTimePage(listName, page, {
      rows: await rows.execute(),
      idOf: ({ id }) => id,
      toItem: (row) => toApproval(row, merchant, config),
    });
  });

  mountCall(
    scope,
    refundApprovalCalls,
    "GET /api/v1/refund-approvals/:approvalId",
    ({ params }, { request }) => readApproval(services, merchantOf(request), params.approvalId),
  );

  mountCall(
    scope,
    refundApprovalCalls,
    "POST /api/v1/refund-approvals/:approvalId/withdraw",
    async ({ params: { approvalId: id } }, { request }) => {
      const merchant = merchantOf(request);
      const by = actorOf(merchant);
      const now = clock.now();
      await once(services, request, merchant.id, async (trx) => {
        const approval = await lockApproval(trx, { merchantId: merchant.id, id, now });
        // Of another's the answer is the same as of one that there is not: it is theirs to withdraw.
        if (approval.requested_by !== by) throw new Problem("not_found");
        await endApproval(trx, approval, { to: "withdrawn", by, note: null, now });
        return {};
      });
      return await readApproval(services, merchant, id);
    },
  );

  mountCall(scope, refundApprovalCalls, "GET /api/v1/refund-limits", async (_parsed, { request }) =>
    toModel(await readRefundLimits(db.kysely, merchantOf(request).id)),
  );
}

/** Mounts what only people who are signed in call. */
export function mountRefundDecisionCalls(scope: FastifyInstance, services: Services): void {
  mountApprove(scope, services);

  mountCall(
    scope,
    refundDecisionCalls,
    "POST /api/v1/refund-approvals/:approvalId/refuse",
    async ({ params: { approvalId: id }, body }, { request }) => {
      const merchant = merchantOf(request);
      const by = actorOf(merchant);
      const now = services.clock.now();
      const note = cleanText(body.note ?? "", 500) || null;
      await runInTransaction(services.db.kysely, async (trx) => {
        const approval = await lockApproval(trx, { merchantId: merchant.id, id, now });
        if (approval.requested_by === by) throw new Problem("own_approval");
        await endApproval(trx, approval, { to: "refused", by, note, now });
      });
      return await readApproval(services, merchant, id);
    },
  );

  mountCall(scope, refundDecisionCalls, "PUT /api/v1/refund-limits", async ({ body }, { request }) => {
    const merchantId = merchantOf(request).id;
    const limits = readLimits(body);
    const before = await runInTransaction(services.db.kysely, async (trx) => {
      const found = await readRefundLimits(trx, merchantId, { isLocked: true });
      await setRefundLimits(trx, merchantId, limits);
      return found;
    });
    const after = await readRefundLimits(services.db.kysely, merchantId);
    noteChange(request, { before: limitTexts(before), after: limitTexts(after) });
    return toModel(after);
  });
}

/** The refund is made as it was asked for, and counts as who asked; that it is the amount which was seen is judged again. */
function mountApprove(scope: FastifyInstance, services: Services): void {
  mountCall(
    scope,
    refundDecisionCalls,
    "POST /api/v1/refund-approvals/:approvalId/approve",
    async ({ params: { approvalId: id } }, { request }) => {
      const merchant = merchantOf(request);
      const by = actorOf(merchant);
      const now = services.clock.now();
      const refund = await runInTransaction(services.db.kysely, async (trx) => {
        const approval = await lockApproval(trx, { merchantId: merchant.id, id, now });
        if (approval.requested_by === by) throw new Problem("own_approval");
        const claimed = await claimRefund(services, trx, {
          orderId: approval.order_id,
          ...approval.wish,
          reason: approval.reason,
          isByHand: approval.is_by_hand,
          maker: { name: approval.requested_by, as: null },
          approval,
        });
        if (claimed.kind !== "claimed") throw new Error("an approved refund was asked for again");
        await endApproval(trx, approval, { to: "approved", by, note: null, now });
        const amount = formatDecimal(approval.amount, approval.currency);
        noteChange(request, {
          after: { amount, currency: approval.currency, requestedBy: approval.requested_by },
        });
        return claimed.refund;
      });
      if (refund.state === "in_flight") await sendRefund(services, refund);
      return await readApproval(services, merchant, id);
    },
  );
}

const currency = "SAR";

function readLimits({ perInvoice, perDay, appliesTo }: RefundLimitsModel): RefundLimits | null {
  const read = (path: "perInvoice" | "perDay", text: string | null): Minor | null => {
    if (text === null) return null;
    const amount = parseDecimal(text, currency);
    if (amount === null || amount > 100_000_000_000) throw invalid(path, `not an amount of ${currency}`);
    return amount;
  };
  const limits = { perInvoice: read("perInvoice", perInvoice), perDay: read("perDay", perDay) };
  if (limits.perInvoice === null && limits.perDay === null) return null;
  if (appliesTo.length === 0) throw invalid("appliesTo", "name who the limits are for");
  return { ...limits, appliesTo: [...new Set(appliesTo)] };
}

function toModel(limits: RefundLimits | null): RefundLimitsModel {
  const { perInvoice = null, perDay = null, appliesTo = [] } = limits ?? {};
  const text = (amount: Minor | null): string | null =>
    amount === null ? null : formatDecimal(amount, currency);
  return { perInvoice: text(perInvoice), perDay: text(perDay), appliesTo: [...appliesTo] };
}

/** For the audit log. */
function limitTexts(limits: RefundLimits | null): ActChange {
  const { appliesTo, ...amounts } = toModel(limits);
  return { ...amounts, appliesTo: appliesTo.join(" ") };
}
