/** What is to be done after a while, by the clock that everything else goes by: a simulated world has no other one. */
import type { Clock } from "./ports.ts";

/**
 * Does `task` once, `ms` milliseconds from now.
 * @returns takes it back; without an effect once it was done
 */
export function later(clock: Clock, ms: number, task: () => void): () => void {
  const taken = new AbortController();
  void clock.sleep(ms, taken.signal).then(() => {
    if (!taken.signal.aborted) task();
  });
  return () => taken.abort();
}
