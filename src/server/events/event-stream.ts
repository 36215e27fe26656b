/**
 * Events as server-sent events (HTML Living Standard, 9.2): the same entries in the same order as the list, as they are placed.
 * A stream holds no connection of the database and no state but a position: a reader that is cut off continues from the id that it read last.
 */
import type { Kysely } from "kysely";
import type { EventModel } from "#contract/events.ts";
import { type EventType, payloadVersions } from "#core/event-types.ts";
import type { Clock } from "#core/ports.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { toEvent } from "./event-model.ts";
import { onEventsPlaced } from "./event-readers.ts";
import { listEvents } from "./event-store.ts";

const [version] = payloadVersions;
const batchSize = 100;

/** Who reads: whether it may still, asked before anything is sent, and what of an event it receives. */
export type StreamReader = {
  readonly isAllowed: () => Promise<boolean>;
  readonly shown: (event: EventModel) => EventModel;
};

/**
 * Writes events out until it is stopped, its reader may no longer read, or it is old enough that its caller must prove
 * again who it is.
 * @param wanted after which position, and which types (null: all)
 * @param stopping ends it, also while it waits
 */
export async function* streamEvents(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock },
  wanted: {
    readonly merchantId: number;
    readonly livemode: boolean;
    readonly after: number;
    readonly types: readonly EventType[] | null;
  },
  reader: StreamReader,
  stopping: AbortSignal,
): AsyncGenerator<string> {
  const endsAt = clock.now() + timing.eventStreamMs;
  let { after } = wanted;
  let woken = new AbortController();
  const wake = (): void => woken.abort();
  const end = onEventsPlaced(db, wake);
  stopping.addEventListener("abort", wake, { once: true });
  try {
    yield `retry: ${timing.eventStreamRetryMs}\n\n`;
    while (!stopping.aborted && clock.now() < endsAt) {
      // Before the look: what is placed from here on wakes the next wait.
      woken = new AbortController();
      const rows = await listEvents(db, { ...wanted, after, limit: batchSize });
      if (rows.length > 0 && !(await reader.isAllowed())) return;
      for (const row of rows) {
        const event = reader.shown(toEvent(row, { version, livemode: wanted.livemode }));
        yield `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
        after = row.position;
      }
      if (rows.length === batchSize || stopping.aborted) continue;
      await clock.sleep(timing.eventHeartbeatMs, woken.signal);
      if (woken.signal.aborted) continue;
      if (!(await reader.isAllowed())) return;
      // Proxies close what is silent, and a reader that is gone is noticed by writing to it alone.
      yield ": still here\n\n";
    }
  } finally {
    end();
    stopping.removeEventListener("abort", wake);
  }
}
