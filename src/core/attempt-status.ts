/**
 * The states of one try to pay one order by one method, with the facts and moves that the payment core and the
 * database share (decision S3). `unknown` means that the provider did not answer: it is asked again, never charged
 * again, and never called a decline.
 */

export const attemptStates = [
  "in_flight",
  "awaiting_buyer",
  "offered",
  "unknown",
  "authorised",
  "captured",
  "declined",
  "cancelled",
  "expired",
  "superseded",
  "surplus",
  "refunded",
] as const;

export type AttemptState = (typeof attemptStates)[number];

export type AttemptStateFacts = {
  /** At most one attempt of an order is in a live state (unique index). */
  readonly live: boolean;
  /**
   * Money may be on its way by it, or is there: meanwhile another start is refused with `payment_in_progress`, and the
   * order neither changes nor ends unpaid.
   */
  readonly blocksStart: boolean;
  /** A newer start may supersede this attempt (3-D Secure, instalment redirect, one-time code). */
  readonly maySupersede: boolean;
  /** Money is guaranteed or taken: this attempt settles its order. At most one per order (unique index). */
  readonly settles: boolean;
  /** There is something left to ask or tell the provider about attempts in this state. */
  readonly isChecked: boolean;
  /** The provider has taken money for the attempt, whether it was given back since or not. */
  readonly tookMoney: boolean;
  /**
   * That money is not the order's and has to go back to the buyer. Until it has, no other start, and the order does not
   * change; it may end.
   */
  readonly isOwed: boolean;
  /** The attempt has ended and no money was taken, as far as the provider has said. */
  readonly tookNothing: boolean;
};

const no = {
  live: false,
  blocksStart: false,
  maySupersede: false,
  settles: false,
  isChecked: false,
  tookNothing: false,
} as const;
const untaken = { ...no, tookMoney: false, isOwed: false } as const;
// Whether it is owed stands in each row: only that says what has to happen to money that was taken.
const taken = { ...no, tookMoney: true } as const;

export const attemptStateFacts: Readonly<Record<AttemptState, AttemptStateFacts>> = {
  /** A call to the provider is under way. */
  in_flight: { ...untaken, live: true, blocksStart: true, isChecked: true },
  /** The buyer has something to do: 3-D Secure, a code, the provider's page. */
  awaiting_buyer: { ...untaken, live: true, maySupersede: true, isChecked: true },
  /** A SADAD bill or transfer reference is out; it never blocks (decision S3). */
  offered: { ...untaken, isChecked: true },
  /** The step that may take money was sent without an answer. For a start without one, see `factsOf`. */
  unknown: { ...untaken, live: true, blocksStart: true, isChecked: true },
  /** The provider guarantees the money, a capture is due (Tamara, Tabby). */
  authorised: { ...untaken, live: true, blocksStart: true, settles: true, isChecked: true },
  captured: { ...taken, isOwed: false, live: true, blocksStart: true, settles: true },
  declined: { ...untaken, tookNothing: true },
  cancelled: { ...untaken, tookNothing: true },
  expired: { ...untaken, tookNothing: true },
  /** Superseded by a newer attempt. Its provider is notified once, so that nothing is approved there afterwards. */
  superseded: { ...untaken, isChecked: true, tookNothing: true },
  /** Money that arrived for an order that another attempt had settled, or that was closed: owed to the buyer. */
  surplus: { ...taken, isOwed: true, isChecked: true },
  refunded: { ...taken, isOwed: false },
};

/**
 * What merchants see as a failed payment, by its event, in lists and in files: it has ended, nothing was taken, and nothing
 * will be unless late money comes.
 */
export const failedStates: readonly AttemptState[] = attemptStates.filter(
  (state) => attemptStateFacts[state].tookNothing && !attemptStateFacts[state].isChecked,
);

/** What may still be paid, is owed to the buyer, or has no answer yet. */
export const unfinishedStates: readonly AttemptState[] = attemptStates.filter(
  (state) => attemptStateFacts[state].isChecked && !attemptStateFacts[state].tookNothing,
);

/**
 * What was taken by them is not the order's, or not any more: where the code of a try was sent again, each code in one of
 * these states is shown by itself (docs/decisions/0057).
 */
export const shownAloneStates: readonly AttemptState[] = attemptStates.filter(
  (state) => attemptStateFacts[state].tookMoney && !attemptStateFacts[state].settles,
);

/** The states of attempts that took money, whether it was given back since or not. */
export const paidStates: readonly AttemptState[] = attemptStates.filter(
  (state) => attemptStateFacts[state].tookMoney,
);

/** The states of money that is owed to the buyer. */
export const owedStates: readonly AttemptState[] = attemptStates.filter(
  (state) => attemptStateFacts[state].isOwed,
);

/** Whether an order takes no other payment, and what it asks for stays, because of an attempt with these facts. */
export function blocksOthers({
  blocksStart,
  isOwed,
}: Pick<AttemptStateFacts, "blocksStart" | "isOwed">): boolean {
  return blocksStart || isOwed;
}

/** The step of a payment that was last sent: `confirm` takes money, `start` never does. */
export const attemptSteps = ["start", "confirm"] as const;

export type AttemptStep = (typeof attemptSteps)[number];

/**
 * A start without an answer: nothing can have been taken, and no caller can continue with what the answer would have
 * said.
 */
const unansweredStart: AttemptStateFacts = { ...untaken, live: true, maySupersede: true, isChecked: true };

/** The facts of an attempt where it stands: those of its state, and of its step where the answer is missing. */
export function factsOf(attempt: {
  readonly state: AttemptState;
  readonly step: AttemptStep;
}): AttemptStateFacts {
  const { state, step } = attempt;
  return state === "unknown" && step === "start" ? unansweredStart : attemptStateFacts[state];
}

/**
 * Allowed moves; the database refuses all others, `unknown` to `superseded` unless the step is a start, and to `unknown` as a start
 * what blocked others before, but for the call of a start.
 */
export const attemptTransitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  in_flight: [
    "awaiting_buyer",
    "offered",
    "unknown",
    "authorised",
    "captured",
    "declined",
    "cancelled",
    "expired",
    "surplus",
  ],
  awaiting_buyer: [
    "in_flight",
    "unknown",
    "authorised",
    "captured",
    "declined",
    "cancelled",
    "expired",
    "superseded",
    "surplus",
  ],
  offered: ["captured", "cancelled", "expired", "surplus"],
  unknown: [
    "in_flight",
    "awaiting_buyer",
    "offered",
    "authorised",
    "captured",
    "declined",
    "cancelled",
    "expired",
    "superseded",
    "surplus",
  ],
  authorised: ["captured", "cancelled", "expired", "refunded"],
  captured: ["refunded"],
  // Money can still arrive at a provider for an attempt that we had closed; it is kept, never lost. An approval without
  // money is given up there, as that of an attempt that was superseded.
  declined: ["surplus", "superseded"],
  cancelled: ["surplus", "superseded"],
  expired: ["surplus", "superseded"],
  superseded: ["surplus", "declined", "cancelled", "expired"],
  surplus: ["refunded"],
  refunded: [],
};

/** Whether an attempt may move from one state to another. */
export function mayAttemptBecome(from: AttemptState, to: AttemptState): boolean {
  return attemptTransitions[from].includes(to);
}
