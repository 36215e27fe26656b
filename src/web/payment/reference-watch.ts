/**
 * Watching for money that comes by a way of its own: a bill paid at a bank, a transfer. The page asks the server now
 * and then while it is visible, and at once when they come back to it.
 */
import type { PaymentResult } from "#contract/payment.ts";
import type { CallOutcome } from "../browser/api.ts";

/** Between two questions; people need a minute at their bank at least. */
export const watchIntervalMs = 15_000;

/**
 * Until the first question after a buyer came back and was answered "not yet": the bank's message may be on its way, and
 * the server asks a provider once in two seconds.
 */
export const backAgainMs = 3_000;

/** Questions that the page asks by itself: an hour's worth. After that the button is there. */
export const watchLimit = 240;

export type Answer =
  /** The order is paid, by this way or another. */
  | { readonly kind: "paid"; readonly result: PaymentResult }
  /** It cannot be paid so any more: its number is dead, another amount arrived, or the order is closed. The page is loaded again, and says so. */
  | { readonly kind: "over" }
  | { readonly kind: "not_yet" }
  /** No readable answer: nothing is known. */
  | { readonly kind: "no_answer" };

/**
 * What an answer to `checkPaymentStatus` means to a page that waits for the number of a method to be paid (Spec 4: 200 is
 * paid).
 */
export function readAnswer(outcome: CallOutcome<PaymentResult>, method: string): Answer {
  if (outcome.kind !== "ok") return { kind: "no_answer" };
  const { statusCode, surplus, closed, numbersOut } = outcome.reply;
  if (surplus || closed || numbersOut?.includes(method) === false) return { kind: "over" };
  return statusCode === 200 ? { kind: "paid", result: outcome.reply } : { kind: "not_yet" };
}

/** Whether the page has nothing to wait for: the result page, or this one made now, says more. */
export function endsWaiting({ kind }: Answer): boolean {
  return kind === "paid" || kind === "over";
}

export type WatchParts = {
  readonly ask: () => Promise<Answer>;
  /** Resolves after the time, or early when the signal ends it. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Whether the page is visible: hidden ones ask nothing. */
  readonly isVisible: () => boolean;
  /** The page was opened with a bill or transfer that was out before. */
  readonly isBack: boolean;
  readonly signal: AbortSignal;
};

/**
 * Asks until there is nothing to wait for, the limit is reached or the signal ends it.
 * @returns the answer that says so, or null
 */
export async function watchForPayment(parts: WatchParts): Promise<Answer | null> {
  const { ask, wait, isVisible, isBack, signal } = parts;
  for (let asked = 0; asked < watchLimit; ) {
    await wait(isBack && asked === 0 ? backAgainMs : watchIntervalMs, signal);
    if (signal.aborted) return null;
    if (!isVisible()) continue;
    asked += 1;
    const answer = await ask();
    if (signal.aborted) return null;
    if (endsWaiting(answer)) return answer;
  }
  return null;
}
