/** Refunds above a limit, which wait for a second person; the database holds the same states and moves (migration 0129). */

export const refundApprovalStates = ["requested", "approved", "refused", "withdrawn", "expired"] as const;

export type RefundApprovalState = (typeof refundApprovalStates)[number];

/** Which limit a refund went above. */
export const refundLimitKinds = ["per_invoice", "per_day"] as const;

export type RefundLimitKind = (typeof refundLimitKinds)[number];

/** Whom limits may apply to: the roles that give money back, and API keys. */
export const limitedMakers = ["owner", "manager", "key"] as const;

export type LimitedMaker = (typeof limitedMakers)[number];
