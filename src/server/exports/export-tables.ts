/** What can be exported. */
import type { ExportName, ExportQuery } from "#contract/exports.ts";
import type { ExportTable } from "./export-table.ts";
import { clientsTable, invoicesTable, taxDocumentsTable } from "./invoice-tables.ts";
import { feesTable, paymentsTable, refundsTable } from "./payment-tables.ts";
import { statementTable } from "./statement-table.ts";
import { vatTable } from "./vat-table.ts";

/** Every export by its name. */
export const exportTables: { readonly [Name in ExportName]: ExportTable<ExportQuery<Name>> } = {
  payments: paymentsTable,
  refunds: refundsTable,
  invoices: invoicesTable,
  "tax-documents": taxDocumentsTable,
  vat: vatTable,
  fees: feesTable,
  clients: clientsTable,
  statement: statementTable,
};
