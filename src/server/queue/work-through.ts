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
