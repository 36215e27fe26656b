/** What a stamping unit may be, and what a document's way to the tax authority: tables of allowed moves. Pure. */

/** A unit's states, each with those that may follow; `active` and `stopped` stamp, only `active` sends. */
export const unitMoves = {
  new: ["active", "retired"],
  active: ["stopped", "retired"],
  stopped: ["active", "retired"],
  retired: [],
} as const satisfies Record<string, readonly string[]>;

export type UnitState = keyof typeof unitMoves;

/** A submission's states, each with those that may follow. `unknown` is asked again with the same bytes. */
export const submissionMoves = {
  due: ["in_flight"],
  in_flight: ["due", "unknown", "accepted", "rejected"],
  unknown: ["in_flight"],
  accepted: [],
  rejected: [],
} as const satisfies Record<string, readonly string[]>;

export type SubmissionState = keyof typeof submissionMoves;
