/**
 * Faults that a tester switches on for the next requests of one simulator. The most useful one does the work and
 * then drops the connection: the provider knows, we do not (design 9.7, decision S3).
 */

/** Faults with the same meaning in every simulator. The first six are played by the kit itself. */
export const commonFaults = {
  drop_before: "Destroys the connection without doing anything.",
  drop_after_commit: "Does the work, then destroys the connection without an answer.",
  delay_ms: "Waits delayMs (while holding the provider's own lock), then works normally.",
  status_500: "Answers 500 in the provider's shape without doing anything.",
  status_503: "Answers 503 in the provider's shape without doing anything.",
  "500_after_commit": "Does the work, then answers 500.",
  amount_mismatch: "Takes another amount than it was asked to take, and says so.",
  unlisted_status: "Does the work, but answers with a status that no document lists.",
  duplicate_webhook: "Sends the notification of this work twice.",
  webhook_before_reply: "Sends the notification before it answers the call itself.",
} as const;

/** Those of providers that may answer that a refund is under way. */
export const laterRefundFaults = {
  refund_made_later: "Answers that the refund is under way; the money goes back a little later.",
  refund_refused_later: "Answers that the refund is under way; a little later it is refused.",
} as const;

export type CommonFault = keyof typeof commonFaults;

export type ArmedFault = {
  readonly fault: string;
  /** How many requests it still hits. */
  readonly times: number;
  /** Only requests of this operation; any operation when absent. */
  readonly operation?: string | undefined;
  /** For delay_ms: how long, milliseconds. */
  readonly delayMs?: number | undefined;
};

export type FaultQueue = {
  readonly arm: (fault: ArmedFault) => void;
  /** Uses up one hit of the first armed fault of this name that fits the operation; null when there is none. */
  readonly take: (fault: string, operation: string) => ArmedFault | null;
  readonly list: () => readonly ArmedFault[];
  readonly clear: () => void;
};

/** An empty queue. Taking from it costs one comparison, so it may be asked on every request. */
export function createFaultQueue(): FaultQueue {
  let armed: ArmedFault[] = [];
  return {
    arm(fault) {
      armed.push(fault);
    },
    take(fault, operation) {
      if (armed.length === 0) return null;
      const index = armed.findIndex(
        (each) => each.fault === fault && (each.operation === undefined || each.operation === operation),
      );
      const hit = armed[index];
      if (hit === undefined) return null;
      armed = armed.toSpliced(index, 1, ...(hit.times > 1 ? [{ ...hit, times: hit.times - 1 }] : []));
      return hit;
    },
    list: () => armed,
    clear() {
      armed = [];
    },
  };
}
