/** Lists of the merchant API that are ordered by row id, newest first: ids out of addresses, cursors, pages. */
import { pageSizes } from "#contract/merchant-common.ts";
import { Problem, type ProblemCode } from "#core/problem.ts";
import { wrongFields } from "./validation.ts";

/**
 * Reads a row id out of an address.
 * @throws Problem with the given code, the same as for an unknown id
 */
export function readId(text: string, code: ProblemCode): number {
  const id = idOf(text);
  if (id === null) throw new Problem(code);
  return id;
}

export type IdPage = {
  /** Only rows with a smaller id. */
  readonly before: number;
  readonly limit: number;
};

/**
 * Reads the query of such a list.
 * @throws Problem `validation_failed` for a cursor that is none
 */
export function readPage(query: {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}): IdPage {
  const limit = query.limit ?? pageSizes.usual;
  if (query.cursor === undefined) return { before: Number.MAX_SAFE_INTEGER, limit };
  const before = idOf(query.cursor);
  if (before === null)
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  return { before, limit };
}

/**
 * The answer of a list.
 * @param rows one more than the page holds, if there are more
 */
export function toPage<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  { limit }: IdPage,
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toItem), nextCursor: last === undefined ? null : String(last.id) };
}

function idOf(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
