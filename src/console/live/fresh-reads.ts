/** Reads again what the screens show, after something has happened in the shop. */
import type { QueryClient } from "@tanstack/react-query";

/** Events of one payment come together, and are read once. */
const gatherMs = 150;

/**
 * Makes what is called at each event. Reads follow each other with pauses that grow with their length, so that a busy shop and a
 * slow line are never asked without an end. Forms that have read what they change are left as they are.
 */
export function createFreshReads(queries: QueryClient, shop: number): () => void {
  let isWanted = false;
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    let pauseMs = gatherMs;
    while (isWanted) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      isWanted = false;
      const begun = performance.now();
      await queries.invalidateQueries({
        predicate: ({ queryKey: [of, call] }) => of === shop && String(call).startsWith("GET "),
      });
      pauseMs = Math.max(gatherMs, 2 * (performance.now() - begun));
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void work();
  };
}
