/** The clocked work of the outbox: what transactions have written is given on as soon as they are committed. */
import * as timing from "#core/timing.ts";
import { aheadOfOthers } from "#db/ahead.ts";
import { onCommit } from "#db/open.ts";
import { logJobFailure } from "../queue/job-failure.ts";
import type { Services } from "../services.ts";
import { placeEvents } from "./place-events.ts";

/**
 * Places events until stopped: right after a commit of this process, and every second what others have committed and
 * not placed. The database sends no notification, since PostgreSQL lets one notifying transaction commit at
 * a time, and payments would queue for that (docs/decisions/0045).
 * @param onPlaced called when there were any
 */
export async function placeWhenWritten(
  services: Services,
  stopping: AbortSignal,
  onPlaced: () => void,
): Promise<void> {
  let wake = (): void => {};
  const endListening = onCommit(services.db.kysely, () => wake());
  stopping.addEventListener("abort", () => wake(), { once: true });
  while (!stopping.aborted) {
    const woken = new AbortController();
    wake = () => woken.abort("written");
    try {
      const placed = await aheadOfOthers(() => placeEvents(services));
      if (placed > 0) onPlaced();
    } catch (error) {
      logJobFailure(services, error, { work: "events" });
    }
    // Under load one look serves many commits.
    await services.clock.sleep(timing.eventPlacingPauseMs, stopping);
    if (!stopping.aborted) await services.clock.sleep(timing.jobTickMs, woken.signal);
  }
  endListening();
}
