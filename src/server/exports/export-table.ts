/**
 * What an export is made of: its columns, and its rows page by page in the order of an index. Each page is a short
 * statement of its own that continues behind the last row, so that neither a connection nor a snapshot is held while a
 * slow client reads.
 */
import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { Language } from "#core/language.ts";
import type { Minor } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import { dayAfter, startOfDay } from "../reconciliation/riyadh-day.ts";
import type { ColumnName } from "./export-texts.ts";

/** Rows that one statement reads. */
const pageRows = 1_000;

/** From one instant until before another. */
export type Period = { readonly since: Date; readonly before: Date };

export type Scope<Query> = {
  readonly db: Kysely<Schema>;
  readonly merchantId: number;
  readonly period: Period;
  readonly query: Query;
};

/** A text in letters; a code that is written from left to right; money; an instant; basis points. */
export type Cell =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "amount"; readonly amount: Minor; readonly currency: string }
  | { readonly kind: "instant"; readonly at: Date }
  | { readonly kind: "percent"; readonly bps: number }
  | null;

export type Column<Row> = {
  readonly name: ColumnName;
  readonly of: (row: Row, language: Language) => Cell;
};

/** The instant that orders the rows, with its microseconds, and what breaks ties. */
export type Place = { readonly place: string; readonly place_id: string };

export type TableDefinition<Query, Row extends Place> = {
  readonly columns: readonly Column<Row>[];
  readonly count: (scope: Scope<Query>) => Promise<number>;
  /** The next rows behind a place, or the first ones. */
  readonly page: (scope: Scope<Query>, after: Place | null, limit: number) => Promise<readonly Row[]>;
};

/** One export, whatever its rows are. */
export type ExportTable<Query> = {
  readonly columns: readonly ColumnName[];
  /** How many rows it has now. */
  readonly count: (scope: Scope<Query>) => Promise<number>;
  /** Pages of rows as cells. */
  readonly pages: (scope: Scope<Query>, language: Language) => AsyncGenerator<readonly (readonly Cell[])[]>;
};

/** Makes an export of its definition. */
export function defineTable<Query, Row extends Place>(
  definition: TableDefinition<Query, Row>,
): ExportTable<Query> {
  const { columns } = definition;
  return {
    columns: columns.map(({ name }) => name),
    count: definition.count,
    pages: async function* (scope, language) {
      let after: Place | null = null;
      for (;;) {
        const rows: readonly Row[] = await definition.page(scope, after, pageRows);
        if (rows.length > 0) yield rows.map((row) => columns.map((column) => column.of(row, language)));
        const last = rows.at(-1);
        if (rows.length < pageRows || last === undefined) return;
        after = last;
      }
    },
  };
}

/** Days of Riyadh as instants; what happens after `now` is not part of it, so that an end in the future stays still. */
export function periodOf(days: { readonly from: string; readonly to: string }, now: number): Period {
  const end = startOfDay(dayAfter(days.to, 1));
  return { since: new Date(startOfDay(days.from)), before: new Date(Math.min(end, now)) };
}

/** Rows of a period, behind a place. */
export function within(
  { period }: { readonly period: Period },
  at: Expression<unknown>,
): readonly RawBuilder<boolean>[] {
  return [sql<boolean>`${at} >= ${period.since}`, sql<boolean>`${at} < ${period.before}`];
}

/** Rows behind a place in ascending order; every row without one. */
export function isBehind(
  after: Place | null,
  at: Expression<unknown>,
  id: Expression<unknown>,
): RawBuilder<boolean> {
  if (after === null) return sql`true`;
  return sql`(${at}, ${id}) > (${after.place}::timestamptz, ${after.place_id})`;
}

/** How many rows of a source meet a condition. */
export async function countRows(
  db: Kysely<Schema>,
  source: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{
    rows: number;
  }>`select count(*) as rows from ${source} where ${condition}`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** All conditions of a list. */
export function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** What makes the columns of one kind of row. */
export function columnsOf<Row>() {
  return {
    /** Words. */
    text: (name: ColumnName, of: (row: Row, language: Language) => string | null): Column<Row> => ({
      name,
      of: (row, language) => textCell("text", of(row, language)),
    }),
    /** Numbers, names in Latin letters and addresses: never computed with, always read from left to right. */
    code: (name: ColumnName, of: (row: Row) => string | null): Column<Row> => ({
      name,
      of: (row) => textCell("code", of(row)),
    }),
    instant: (name: ColumnName, of: (row: Row) => Date | null): Column<Row> => ({
      name,
      of: (row) => {
        const at = of(row);
        return at === null ? null : { kind: "instant", at };
      },
    }),
  };
}

/** What makes the columns of money in the row's own currency. */
export function amountOf<Row extends { readonly currency: string }>() {
  return (name: ColumnName, of: (row: Row) => Minor | null): Column<Row> => ({
    name,
    of: (row) => {
      const value = of(row);
      return value === null ? null : { kind: "amount", amount: value, currency: row.currency };
    },
  });
}

function textCell(kind: "text" | "code", value: string | null): Cell {
  return value === null || value === "" ? null : { kind, text: value };
}
