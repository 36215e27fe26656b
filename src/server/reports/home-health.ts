/** Whether each payment method takes payments now. */
import type { HealthState, Home } from "#contract/home.ts";
import { type RecentTries, refusedTries } from "./home-failures.ts";

/** Of so many ended tries that failed, in a hundred, the method is failing. */
const failingShare = 75;

/** Judges the methods of this month and those that were tried in the last 24 hours. */
export function healthOf(
  methods: readonly { readonly method: string; readonly account: string }[],
  tries: readonly RecentTries[],
): Home["health"] {
  const known = new Map<string, RecentTries>();
  for (const { method, account } of methods)
    known.set(`${method} ${account}`, { method, account, tries: 0, taken: 0, failed: 0, turnedAway: 0 });
  for (const one of tries) known.set(`${one.method} ${one.account}`, one);
  return [...known.values()].map(({ turnedAway, ...of }) => ({
    ...of,
    state: stateOf({ turnedAway, ...of }),
  }));
}

function stateOf({ tries, taken, failed, turnedAway }: RecentTries): HealthState {
  if (tries === 0) return "quiet";
  if (taken === 0 && turnedAway >= refusedTries) return "refused";
  const isFailing = failed >= refusedTries && failed * 100 >= (failed + taken) * failingShare;
  return isFailing ? "failing" : "working";
}
