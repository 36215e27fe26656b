/** What a stamping unit may be, and what a document's way to the tax authority: tables of allowed moves. Pure. */

/**
 * A unit's states, each with those that may follow. `active` stamps and sends. `stopped` stamps: the authority knows its
 * certificate any longer. `held` does neither: it may have stamped what this database does not know (docs/decisions/0110).
 * `closed` sends what it has stamped: another unit has taken its place. `retired` does nothing any more.
 */
export const unitMoves = {
  new: ["active", "retired"],
  active: ["stopped", "held", "retired"],
  stopped: ["active", "held", "retired"],
  held: ["active", "closed"],
  closed: ["retired"],
  retired: [],
} as const satisfies Record<string, readonly string[]>;

export type UnitState = keyof typeof unitMoves;

/** Units with which new documents are stamped. */
export const stampingStates = ["active", "stopped"] as const satisfies readonly UnitState[];

/** Units that put their merchant into phase 2; one of each merchant at most. */
export const phase2States = [...stampingStates, "held"] as const satisfies readonly UnitState[];

/** Those of them that do not send: the authority knows their certificate no longer, or they are held. */
export const silentStates = ["stopped", "held"] as const satisfies readonly (typeof phase2States)[number][];

/** Units that send what they have stamped. */
export const sendingStates = ["active", "closed"] as const satisfies readonly UnitState[];

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

/** The status of a document with the authority, for people and merchants. */
export const submissionStandings = [
  "awaiting_report",
  "awaiting_clearance",
  "reported",
  "cleared",
  "rejected",
] as const;

export type SubmissionStanding = (typeof submissionStandings)[number];

/** The status of a document. A standard one that is not cleared yet may not be handed out. */
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
