/** The one statement that reads an order for its papers. */
import { type Kysely, sql } from "kysely";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { type ShownLine, shownLinesOfOrder } from "../orders/order-lines.ts";
import { partyOfClient } from "../parties/buyer-party.ts";
import { sellerColumns } from "../parties/seller-party.ts";

/** One row per order, with the last of its payments: papers name one way to pay. */
export function selectOrder(db: Kysely<DocumentsDatabase>) {
  return db
    .selectFrom("orders as o")
    .innerJoin("merchants as m", "m.id", "o.merchant_id")
    .leftJoin("merchant_contacts as mc", "mc.merchant_id", "o.merchant_id")
    .leftJoin("themes as t", "t.merchant_id", "o.merchant_id")
    .leftJoin("clients as c", (join) =>
      join.onRef("c.merchant_id", "=", "o.merchant_id").onRef("c.id", "=", "o.client_id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("payment_attempts")
          .select(["method", "paid_brand", "paid_last_four", "client_name", "client_mobile"])
          .whereRef("merchant_id", "=", "o.merchant_id")
          .whereRef("order_id", "=", "o.id")
          .where("settled_at", "is not", null)
          .orderBy("settled_at", "desc")
          .limit(1)
          .as("a"),
      (join) => join.onTrue(),
    )
    .select([
      "o.id",
      "o.order_number",
      "o.external_order_number",
      "o.merchant_id",
      "o.client_id",
      "o.status",
      "o.currency",
      "o.sub_total",
      "o.discount",
      "o.discount_type",
      "o.discount_value",
      "o.vat",
      "o.total",
      "o.refunded_total",
      "o.foreign_currency",
      "o.foreign_total",
      "o.supply_date",
      "o.note",
      "o.tax_form",
      "m.world",
      "m.shop_name",
      "m.vat_number",
      "m.logo_image_id",
      "m.email as merchant_email",
      "m.phone as merchant_phone",
      "mc.city",
      "mc.address1",
      "mc.email as contact_email",
      "mc.phone as contact_phone",
      "mc.commercial_registration",
      "t.settings as theme",
      "c.name as client_name",
      "c.mobile as client_mobile",
      "c.vat_number as client_vat_number",
      "c.address as client_address",
      partyOfClient.as("client_party"),
      "a.method",
      "a.paid_brand",
      "a.paid_last_four",
      "a.client_name as payer_name",
      "a.client_mobile as payer_mobile",
      sql<boolean>`exists (select from tax_documents d where d.merchant_id = o.merchant_id and d.order_id = o.id and d.kind = 'tax_invoice')`.as(
        "is_invoiced",
      ),
      sql<ShownLine[]>`${sql.raw(shownLinesOfOrder)}`.as("lines"),
    ])
    .select(["o.created_at", "o.paid_at"])
    .select(["o.due_date", "o.expires_at", ...sellerColumns.map((name) => `m.${name}` as const)]);
}

export type OrderRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOrder>["executeTakeFirst"]>>>;
