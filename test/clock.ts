/** A clock that tests move by hand. It starts at the real time, since the database stamps rows with its own. */
import type { Clock } from "#core/ports.ts";

export type TestClock = Clock & { readonly advance: (ms: number) => void };

/**
 * Makes a clock whose `now` is the real time plus all that was advanced.
 * @param sleep how it waits; left out, until it is aborted
 */
export function createTestClock(sleep: Clock["sleep"] = untilAborted): TestClock {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += ms;
    },
    sleep,
  };
}

function untilAborted(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
