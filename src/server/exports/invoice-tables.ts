/** Invoices, their tax documents, and whom they are for. */
import { type RawBuilder, sql } from "kysely";
import type { ExportQuery } from "#contract/exports.ts";
import { isInForce } from "../documents/tax-document-store.ts";
import { isAmong, isKnown, selectClients } from "../merchant-api/client-store.ts";
import { clientsOfFilter, filterConditions } from "../merchant-api/invoice-conditions.ts";
import { readInvoiceFilter } from "../merchant-api/invoice-filter.ts";
import { clientsFoundBy } from "../merchant-api/invoice-search.ts";
import { placeOf } from "../merchant-api/time-paging.ts";
import { isOfBox } from "../merchant-api/vat-box-filter.ts";
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

/** What chooses invoices, of an export or of its count. */
type InvoicesQuery = Omit<ExportQuery<"invoices">, "format" | "language" | "separator">;

/** Conditions on the columns of `orders`, without a name in front, as the list of invoices has them. */
async function invoicesOf(scope: Scope<InvoicesQuery>): Promise<RawBuilder<boolean>> {
  const filter = readInvoiceFilter(scope.query, scope.merchantId);
  const { orderNumber } = scope.query;
  return all([
    ...filterConditions(filter, await clientsOfFilter(scope.db, filter)),
    ...within(scope, sql.ref("created_at")),
    ...(filter.statuses.length === 0 ? [] : [sql<boolean>`status in (${sql.join(filter.statuses)})`]),
    ...(orderNumber === undefined ? [] : [sql<boolean>`order_number in (${sql.join(orderNumber)})`]),
  ]);
}

/** How many invoices an export would have; at most `most` are counted. */
export async function countInvoices(scope: Scope<InvoicesQuery>, most: number): Promise<number> {
  const rows = sql`(select from orders where ${await invoicesOf(scope)} limit ${most}) counted`;
  return await countRows(scope.db, rows, sql`true`);
}

const invoicesPage = async (scope: Scope<ExportQuery<"invoices">>, after: Place | null, limit: number) => {
  const found = scope.db
    .selectFrom("orders")
    .selectAll()
    .where(await invoicesOf(scope))
    .where(isBehind(after, sql.ref("created_at"), sql.ref("id")))
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit);
  return await scope.db
    .selectFrom(found.as("o"))
    .leftJoin("clients as c", (join) =>
      join.onRef("c.merchant_id", "=", "o.merchant_id").onRef("c.id", "=", "o.client_id"),
    )
    .leftJoin("tax_documents as d", (join) =>
      join
        .onRef("d.merchant_id", "=", "o.merchant_id")
        .onRef("d.order_id", "=", "o.id")
        .on("d.kind", "=", "tax_invoice")
        .on(isInForce),
    )
    .select(["o.order_number", "o.external_order_number", "o.status", "o.currency", "o.sub_total"])
    .select(["o.discount", "o.vat", "o.service_fees", "o.total", "o.captured_total", "o.refunded_total"])
    .select([
      "o.created_at",
      "o.paid_at",
      "o.expires_at",
      "o.cancelled_at",
      "d.number as tax_number",
      "o.answers",
    ])
    .select(sql<string | null>`coalesce(c.name, c.legal_name)`.as("client_name"))
    .select(["c.mobile as client_mobile", sql<string>`o.id::text`.as("place_id")])
    .select(placeOf(sql.ref("o.created_at")).as("place"))
    .orderBy("o.created_at")
    .orderBy("o.id")
    .execute();
};

type InvoiceRow = Awaited<ReturnType<typeof invoicesPage>>[number];

function invoicesColumns(): readonly Column<InvoiceRow>[] {
  const { code, instant, text } = columnsOf<InvoiceRow>();
  const amount = amountOf<InvoiceRow>();
  return [
    code("orderNumber", (row) => row.order_number),
    code("externalOrderNumber", (row) => row.external_order_number),
    text("state", (row, language) => exportTexts(language).words.invoice[row.status]),
    text("clientName", (row) => row.client_name),
    code("mobile", (row) => row.client_mobile),
    code("currency", (row) => row.currency),
    amount("subTotal", (row) => row.sub_total),
    amount("discount", (row) => row.discount),
    amount("vat", (row) => row.vat),
    amount("serviceFees", (row) => row.service_fees),
    amount("total", (row) => row.total),
    amount("paid", (row) => row.captured_total),
    amount("refunded", (row) => row.refunded_total),
    code("taxNumber", (row) => row.tax_number),
    instant("issuedAt", (row) => row.created_at),
    instant("paidAt", (row) => row.paid_at),
    instant("expiresAt", (row) => row.expires_at),
    instant("cancelledAt", (row) => row.cancelled_at),
    text("answers", ({ answers }, language) =>
      (answers ?? []).map(({ label, answer }) => `${label[language]}: ${answer[language]}`).join("; "),
    ),
  ];
}

/** Invoices and orders of product links, in the order in which they were made. */
export const invoicesTable = defineTable({
  columns: invoicesColumns(),
  count: async (scope: Scope<ExportQuery<"invoices">>) =>
    await countRows(scope.db, sql`orders`, await invoicesOf(scope)),
  page: invoicesPage,
});

const documentsOf = (scope: Scope<ExportQuery<"tax-documents">>): RawBuilder<boolean> =>
  all([
    sql`d.merchant_id = ${scope.merchantId}`,
    ...within(scope, sql.ref("d.issued_at")),
    ...(scope.query.kind === undefined ? [] : [sql<boolean>`d.kind in (${sql.join(scope.query.kind)})`]),
    ...(scope.query.vatBox === undefined ? [] : [isOfBox(scope.query.vatBox)]),
  ]);

const taxDocumentsPage = async (
  scope: Scope<ExportQuery<"tax-documents">>,
  after: Place | null,
  limit: number,
) =>
  await scope.db
    .selectFrom("tax_documents as d")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "d.merchant_id").onRef("o.id", "=", "d.order_id"),
    )
    .leftJoin("tax_documents as original", (join) =>
      join.onRef("original.merchant_id", "=", "d.merchant_id").onRef("original.id", "=", "d.original_id"),
    )
    .leftJoin("tax_documents as later", (join) =>
      join.onRef("later.merchant_id", "=", "d.merchant_id").onRef("later.replaces_id", "=", "d.id"),
    )
    .select(["d.number as place_id", "d.kind", "d.form", "d.issued_at", "d.currency", "d.taxable", "d.vat"])
    .select(["d.total", "d.vat_sar", "d.reason", "o.order_number", "original.number as original_number"])
    .select("later.number as replaced_by")
    .select(placeOf(sql.ref("d.issued_at")).as("place"))
    .where(documentsOf(scope))
    .where(isBehind(after, sql.ref("d.issued_at"), sql.ref("d.number")))
    .orderBy("d.issued_at")
    .orderBy("d.number")
    .limit(limit)
    .execute();

type TaxDocumentRow = Awaited<ReturnType<typeof taxDocumentsPage>>[number];

function taxDocumentsColumns(): readonly Column<TaxDocumentRow>[] {
  const { code, instant, text } = columnsOf<TaxDocumentRow>();
  const amount = amountOf<TaxDocumentRow>();
  return [
    code("taxNumber", (row) => row.place_id),
    text("kind", (row, language) => exportTexts(language).words.document[row.kind]),
    text("form", (row, language) => exportTexts(language).words.form[row.form]),
    instant("issuedAt", (row) => row.issued_at),
    code("orderNumber", (row) => row.order_number),
    code("originalNumber", (row) => row.original_number),
    code("currency", (row) => row.currency),
    amount("taxable", (row) => row.taxable),
    amount("vat", (row) => row.vat),
    amount("total", (row) => row.total),
    {
      name: "vatInRiyals",
      of: (row) => ({ kind: "amount", amount: row.vat_sar, currency: "SAR" }),
    },
    text("reason", (row) => row.reason),
    code("replacedBy", (row) => row.replaced_by),
  ];
}

/**
 * Tax invoices and notes; what a credit note states is what it takes back, without a sign. A rejected document whose place
 * another has taken says so: it no longer counts.
 */
export const taxDocumentsTable = defineTable({
  columns: taxDocumentsColumns(),
  count: async (scope: Scope<ExportQuery<"tax-documents">>) =>
    await countRows(scope.db, sql`tax_documents d`, documentsOf(scope)),
  page: taxDocumentsPage,
});

/** Ids of the clients that are looked at; null for all. */
function foundClients({ merchantId, query }: Scope<ExportQuery<"clients">>): RawBuilder<unknown> | null {
  return query.search === undefined ? null : clientsFoundBy(merchantId, query.search);
}

const clientsPage = async (scope: Scope<ExportQuery<"clients">>, after: Place | null, limit: number) =>
  await selectClients(scope.db, { merchantId: scope.merchantId, found: foundClients(scope) })
    .select([sql<string>`e.id::text`.as("place_id"), placeOf(sql.ref("e.created_at")).as("place")])
    .where(all(within(scope, sql.ref("e.created_at"))))
    .where(isBehind(after, sql.ref("e.created_at"), sql.ref("e.id")))
    .orderBy("e.created_at")
    .orderBy("e.id")
    .limit(limit)
    .execute();

type ClientRow = Awaited<ReturnType<typeof clientsPage>>[number];

function clientsColumns(): readonly Column<ClientRow>[] {
  const { code, instant, text } = columnsOf<ClientRow>();
  return [
    code("clientId", (row) => row.place_id),
    text("name", (row) => row.name),
    text("legalName", (row) => row.party.legalName),
    code("mobile", (row) => row.mobile),
    code("email", (row) => row.email),
    code("country", (row) => row.country_code),
    code("vatNumber", (row) => row.vat_number),
    code("identification", ({ party }) => party.identification?.value ?? null),
    text("address", (row) => row.address),
    text("city", (row) => row.party.postalAddress?.city ?? null),
    instant("createdAt", (row) => row.created_at),
  ];
}

/** The directory of clients; those whose facts were erased are in no list. */
export const clientsTable = defineTable({
  columns: clientsColumns(),
  count: async (scope: Scope<ExportQuery<"clients">>) => {
    const found = foundClients(scope);
    return await countRows(
      scope.db,
      sql`clients e`,
      all([
        sql`e.merchant_id = ${scope.merchantId}`,
        isKnown,
        ...within(scope, sql.ref("e.created_at")),
        ...(found === null ? [] : [isAmong(found)]),
      ]),
    );
  },
  page: clientsPage,
});
