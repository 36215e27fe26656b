/** The account of one client as a file: entries of a period, each with what is owed after it. */
import { sql } from "kysely";
import type { ExportQuery } from "#contract/exports.ts";
import { minor } from "#core/money.ts";
import { loadClient } from "../merchant-api/client-store.ts";
import { rowsOfClient } from "../parties/client-entry.ts";
import { type StatementRow, statementEntries } from "../reports/client-statement.ts";
import {
  all,
  amountOf,
  type Column,
  columnsOf,
  countRows,
  defineTable,
  isBehind,
  type Place,
  type Scope,
  within,
} from "./export-table.ts";
import { exportTexts } from "./export-texts.ts";

type StatementScope = Scope<ExportQuery<"statement">>;
type Row = StatementRow & Place;

/** @throws Problem `not_found` for what is not the id of an own client */
async function entriesOf({ db, merchantId, query }: StatementScope) {
  const by = { merchantId, id: query.client };
  await loadClient(db, by);
  return statementEntries(merchantId, await rowsOfClient(db, by));
}

const at = sql.ref("at");

async function page(scope: StatementScope, after: Place | null, limit: number): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select e.*, e.entry_id as place_id from ${await entriesOf(scope)} e
    where ${all([...within(scope, at), isBehind(after, at, sql.ref("entry_id"))])}
    order by at, entry_id limit ${limit}`.execute(scope.db);
  return rows;
}

function statementColumns(): readonly Column<Row>[] {
  const { code, instant, text } = columnsOf<Row>();
  const amount = amountOf<Row>();
  return [
    instant("entryAt", (row) => row.at),
    text("entry", (row, language) => exportTexts(language).words.statement[row.kind]),
    code("orderNumber", (row) => row.order_number),
    code("externalOrderNumber", (row) => row.external_order_number),
    code("reference", (row) => row.reference),
    code("currency", (row) => row.currency),
    amount("debit", (row) => row.debit),
    amount("credit", (row) => row.credit),
    amount("balance", (row) => minor(row.balance)),
  ];
}

/** Balances begin with the client's first entry, whatever the period. */
export const statementTable = defineTable({
  columns: statementColumns(),
  count: async (scope: StatementScope) =>
    await countRows(scope.db, sql`${await entriesOf(scope)} e`, all([...within(scope, at)])),
  page,
});
