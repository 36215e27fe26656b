/** A clock that tests move by hand. It starts at the real time, since the database stamps rows with its own. */
import type { Clock } from "#core/ports.ts";

export type TestClock = Clock & { readonly advance: (ms: number) => void };

/** Makes a clock whose `now` is the real time plus all that was advanced; its `sleep` ends when aborted only. */
export function createTestClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    advance: (ms) => {
      offsetMs += ms;
    },
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve();
        signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
  };
}
