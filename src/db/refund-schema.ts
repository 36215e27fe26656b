/** Limits of refunds, and requests for refunds above them (migration 0129), as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated } from "kysely";
import type { Minor } from "#core/money.ts";
import type { LimitedMaker, RefundApprovalState, RefundLimitKind } from "#core/refund-approval.ts";
import type { LineToRefund } from "#core/tax/credit-note.ts";

/** What was asked for: an amount in minor units, lines, or neither for all that is left. */
export type RefundWish = {
  readonly amount: Minor | null;
  readonly lines: readonly LineToRefund[] | null;
};

export type RefundSchema = {
  refund_limits: {
    merchant_id: number;
    /** Minor units of SAR. */
    per_invoice: Minor | null;
    per_day: Minor | null;
    applies_to: LimitedMaker[];
    updated_at: Generated<Date>;
  };
  refund_approvals: {
    merchant_id: number;
    id: string;
    order_id: number;
    amount: Minor;
    currency: string;
    wish: ColumnType<RefundWish, string, never>;
    reason: string | null;
    is_by_hand: boolean;
    reached: RefundLimitKind;
    /** `person 7` or `key 3` */
    requested_by: string;
    created_at: Date;
    expires_at: Date;
    state: Generated<RefundApprovalState>;
    ended_by: string | null;
    ended_at: Date | null;
    note: string | null;
  };
};
