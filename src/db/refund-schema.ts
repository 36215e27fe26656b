/** Refunds, their limits, and requests for refunds above them (migration 0129), as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated } from "kysely";
import type { Minor } from "#core/money.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import type { LimitedMaker, RefundApprovalState, RefundLimitKind } from "#core/refund-approval.ts";
import type { RefundState } from "#core/refund-status.ts";
import type { LineToRefund } from "#core/tax/credit-note.ts";

/** What was asked for: an amount in minor units, lines, or neither for all that is left. */
export type RefundWish = {
  readonly amount: Minor | null;
  readonly lines: readonly LineToRefund[] | null;
};

export type RefundSchema = {
  refunds: RefundTable;
  refund_lines: {
    merchant_id: number;
    order_id: number;
    refund_id: string;
    position: number;
    qty_thousandths: Quantity | null;
    taxable: Minor;
    vat: Minor;
  };
  refund_tries: {
    merchant_id: number;
    refund_id: string;
    sequence: number;
    sent_at: Date;
    answered_at: Date;
    outcome: "refunded" | "declined" | "pending" | "not_sent" | "unknown";
    detail: string | null;
  };
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

type RefundTable = {
  merchant_id: number;
  id: string;
  order_id: number;
  attempt_id: string;
  /** That of the payment, kept by the database. */
  method: ColumnType<string, undefined, never>;
  amount: Minor;
  currency: string;
  state: RefundState;
  is_surplus: Generated<boolean>;
  is_by_hand: Generated<boolean>;
  /** `person 7` or `key 3`; null for what goes back automatically. */
  made_by: string | null;
  approval_id: string | null;
  reason: string | null;
  provider_reference: string | null;
  provider_code: string | null;
  check_count: Generated<number>;
  next_check_at: Date | null;
  /** The holder of the lease sends the refund; no other process does. */
  lease_token: string | null;
  lease_until: Date | null;
  sent_at: Date | null;
  created_at: ColumnType<Date, Date | undefined, never>;
  updated_at: Generated<Date>;
};
