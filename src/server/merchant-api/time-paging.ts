/**
 * Lists of the merchant API in the order of an instant, newest first. A cursor is a place in that order and not a row:
 * it stays where it is when rows are added, and a late page costs what the first does.
 */
import { type Expression, type RawBuilder, sql } from "kysely";
import { pageSizes } from "#contract/merchant-common.ts";
import { wrongFields } from "./validation.ts";

/** The lists with such cursors. The test of lists sends a cursor of each to each, with an id that none has. */
export const timeLists = [
  "approvals",
  "clients",
  "documents",
  "drafts",
  "payments",
  "refunds",
  "statement",
] as const;

type TimeList = (typeof timeLists)[number];

export type TimePage = {
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
};

/**
 * Reads the query of such a list.
 * @param name of the list: a cursor of another one is refused
 * @throws Problem `validation_failed` for a cursor that is none of this list
 */
export function readTimePage(
  name: TimeList,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): TimePage {
  const limit = query.limit ?? pageSizes.usual;
  if (query.cursor === undefined) return { after: null, limit };
  const [, list, at = "", id = ""] =
    /^([a-z]+)\.(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\.([\w-]{1,40})$/.exec(query.cursor) ?? [];
  if (list !== name || Number.isNaN(Date.parse(at)))
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  return { after: { at, id }, limit };
}

/** Rows after the cursor's place; every row without a cursor. */
export function isAfter(
  { after }: TimePage,
  at: Expression<unknown>,
  id: Expression<unknown>,
): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  return sql`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id})`;
}

/** The instant that orders a row, with its microseconds, which a Date would lose. */
export function placeOf(at: Expression<unknown>): RawBuilder<string> {
  return sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * The answer of such a list.
 * @param rows one more than the page holds, if there are more; each with `place` and the key that breaks ties
 */
export function toTimePage<Row extends { readonly place: string }, Item>(
  name: TimeList,
  { limit }: TimePage,
  {
    rows,
    idOf,
    toItem,
  }: {
    readonly rows: readonly Row[];
    readonly idOf: (row: Row) => string;
    readonly toItem: (row: Row) => Item;
  },
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toItem), nextCursor: last ? `${name}.${last.place}.${idOf(last)}` : null };
}
