/** Returns that buyers ask for on an invoice's page (docs/decisions/0195, 0220); the database holds the same states and moves (migration 0220). */

export const returnStates = ["requested", "accepted", "declined", "withdrawn"] as const;

export type ReturnState = (typeof returnStates)[number];

/** Allowed moves: a request is answered once, or taken back before. Money is given back by a refund, which is another thing. */
export const returnMoves: Readonly<Record<ReturnState, readonly ReturnState[]>> = {
  requested: ["accepted", "declined", "withdrawn"],
  accepted: [],
  declined: [],
  withdrawn: [],
};

export const returnReasons = [
  "changed_mind",
  "damaged",
  "wrong_item",
  "not_as_described",
  "not_arrived",
  "other",
] as const;

export type ReturnReason = (typeof returnReasons)[number];

export const returnLimits = {
  /** Days after the payment in which a shop takes requests. */
  fewestDays: 1,
  mostDays: 90,
  /** Characters of what buyer and shop write. */
  words: 500,
  /** Requests of one order in all: who was declined thrice writes to the shop. */
  perOrder: 3,
  /** Orders of more lines are asked about as a whole, and in words. */
  lines: 50,
} as const;
