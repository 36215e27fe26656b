/** Work of a scan, row by row, so that a row which cannot be worked on does not stop those of every other shop. */
import type { Clock, Log } from "#core/ports.ts";
import { logJobFailure } from "./job-failure.ts";

/**
 * Works on each row in turn. One that fails is logged, and those after it are worked on.
 * @param fields what the log says of a row that failed
 * @returns how many did not fail
 */
export async function workThrough<Row>(
  services: { readonly log: Log; readonly clock: Clock },
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  fields: (row: Row) => Readonly<Record<string, unknown>>,
): Promise<number> {
  let done = 0;
  for (const row of rows) {
    try {
      await work(row);
      done += 1;
    } catch (error) {
      logJobFailure(services, error, fields(row));
    }
  }
  return done;
}

/** As the schedule counts: work that does so many at once is called again without a rest. */
const enough = 10;

/** Where all fail, as on a full disk, a round is not to last until each has been tried. */
const mostTried = 1_000;

/**
 * Works on rows, batch by batch, until ten are done, a thousand tried or none is left. Each is tried once: rows that fail at every run do not fill the
 * batches, which would keep all later ones from their turn.
 * @param list the first rows, at most so many, without those of these ids
 * @param work whether the row counts as done
 * @returns how many are done
 */
export async function workThroughBatches(
  services: { readonly log: Log; readonly clock: Clock },
  list: (tried: readonly number[], limit: number) => Promise<readonly number[]>,
  work: (id: number) => Promise<boolean>,
  fields: (id: number) => Readonly<Record<string, unknown>>,
): Promise<number> {
  const tried: number[] = [];
  let done = 0;
  for (let ids = await list(tried, enough); ids.length > 0; ids = await list(tried, enough)) {
    await workThrough(
      services,
      ids,
      async (id) => {
        if (await work(id)) done += 1;
      },
      fields,
    );
    tried.push(...ids);
    if (done >= enough || tried.length >= mostTried) break;
  }
  return done;
}
