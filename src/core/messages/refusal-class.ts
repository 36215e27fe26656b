/** Why a provider did not take a message, as far as it decides what happens next. Providers' codes are put into these. */
import * as timing from "../timing.ts";

type ClassFacts = {
  /** How it is tried again: by a schedule, for as long as the account is the reason, or not. */
  readonly retry: "schedule" | "while_account_waits" | "no";
  /** The same message goes out by the next channel of the merchant's choice. */
  readonly triesNextChannel: boolean;
  /** What it says of everything else on the same account. */
  readonly lane: "healthy" | "failing";
  /** The operator must do something. */
  readonly isForOperator: boolean;
};

const final = { retry: "no", triesNextChannel: false, lane: "healthy", isForOperator: false } as const;

export const refusalClasses = {
  /** An outage, or an answer that says to try again. */
  transient: { ...final, retry: "schedule", triesNextChannel: true, lane: "failing" },
  /** Too much from this account. */
  throttle: { ...final, retry: "schedule", triesNextChannel: true, lane: "failing" },
  /** Too much to this one person: others are not held up. */
  pair_throttle: { ...final, retry: "schedule", triesNextChannel: true },
  /** Credentials, a right, money or the standing of the account: nothing goes out until someone acts. */
  account: { ...final, retry: "while_account_waits", lane: "failing", isForOperator: true },
  /** This person cannot be reached by this channel. */
  recipient: { ...final, triesNextChannel: true },
  /** The text or its link is filtered, or the sender's name is not registered. */
  content: { ...final, triesNextChannel: true, isForOperator: true },
  /** The template is missing, not approved or paused. */
  template: { ...final, triesNextChannel: true, isForOperator: true },
  /** A request that the provider does not understand: a mistake of ours. */
  malformed: { ...final, triesNextChannel: true, isForOperator: true },
} as const satisfies Record<string, ClassFacts>;

export type RefusalClass = keyof typeof refusalClasses;

/** What a class means. */
export function factsOfClass(name: RefusalClass): ClassFacts {
  return refusalClasses[name];
}

/**
 * When a refused message is tried again, milliseconds; null when it has failed.
 * @param tries that were made, with the last one
 */
export function retryAfterMs(name: RefusalClass, tries: number): number | null {
  const { retry } = factsOfClass(name);
  if (retry === "while_account_waits") return timing.messageAccountRetryMs;
  if (retry === "no") return null;
  if (name === "pair_throttle" && tries <= timing.messageRetriesMs.length) return 1_000 * 4 ** tries;
  return timing.messageRetriesMs[tries - 1] ?? null;
}
