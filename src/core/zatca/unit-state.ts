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

/** Simplified documents are reported, standard ones cleared; these are reported while clearance is switched off. */
export type SubmissionWay = "report" | "clear";

/** What one try came to. Only the first four say something about the document. */
export type SubmissionOutcome =
  | "accepted"
  | "already"
  | "reported_instead"
  | "rejected"
  | "unauthorised"
  | "busy"
  | "not_sent"
  | "unknown";

/** How a document stands with the authority, for people and merchants. */
export const submissionStandings = [
  "awaiting_report",
  "awaiting_clearance",
  "reported",
  "cleared",
  "rejected",
] as const;

export type SubmissionStanding = (typeof submissionStandings)[number];

/** How a document stands. A standard one that is not cleared yet may not be handed out. */
export function submissionStanding({
  way,
  state,
}: {
  readonly way: SubmissionWay;
  readonly state: SubmissionState;
}): SubmissionStanding {
  if (state === "rejected") return "rejected";
  if (state === "accepted") return way === "report" ? "reported" : "cleared";
  return way === "report" ? "awaiting_report" : "awaiting_clearance";
}
