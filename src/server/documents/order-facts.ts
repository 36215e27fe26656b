/** Reads what a document states from the order's rows. */
import { type Kysely, sql } from "kysely";
import { type Minor, minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { type TaxInvoiceForm, vatCategory } from "#core/tax/tax-invoice.ts";
import type { SellerFact } from "#core/tax/tax-party.ts";
import type { World } from "#core/world.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { type ShownLine, shownLinesOfOrder } from "../orders/order-lines.ts";
import { partyOfClient } from "../parties/buyer-party.ts";
import { missingOfRow, type SellerRow, sellerColumns, sellerPartyOf } from "../parties/seller-party.ts";
import { exemptionTexts, unitNames } from "../texts/line-texts.ts";
import { type DocumentFacts, type DocumentLine, type DocumentSeller, maskMobile } from "./document-facts.ts";
import { dateText } from "./figures.ts";

/** An order as documents need it: the facts, and what decides whether and how they may be shown. */
export type DocumentOrder = {
  readonly id: number;
  readonly orderNumber: string;
  readonly merchantId: number;
  readonly world: World;
  readonly clientId: number | null;
  readonly status: OrderStatus;
  readonly refundedTotal: Minor;
  readonly createdAt: number;
  /** As a day. */
  readonly dueDate: string | null;
  readonly expiresAt: number | null;
  /** It has its tax invoice. */
  readonly isInvoiced: boolean;
  readonly theme: Readonly<Record<string, unknown>>;
  readonly logoImageId: string | null;
  /** As it was chosen when the order was issued; null of orders of earlier releases. */
  readonly taxForm: TaxInvoiceForm | null;
  /** What the seller must still say before it can be named on a tax invoice. */
  readonly missingFacts: readonly SellerFact[];
  readonly facts: DocumentFacts;
};

/**
 * Loads an order by its number or id.
 * @returns null when there is no such order
 */
export async function loadDocumentOrder(
  db: Kysely<DocumentsDatabase>,
  by: { readonly orderNumber: string } | { readonly orderId: number },
): Promise<DocumentOrder | null> {
  const row = await selectOrder(db)
    .where((where) =>
      "orderId" in by ? where("o.id", "=", by.orderId) : where("o.order_number", "=", by.orderNumber),
    )
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    orderNumber: row.order_number,
    merchantId: row.merchant_id,
    world: row.world,
    clientId: row.client_id,
    status: row.status,
    refundedTotal: row.refunded_total,
    createdAt: row.created_at.getTime(),
    dueDate: row.due_date,
    expiresAt: row.expires_at?.getTime() ?? null,
    isInvoiced: row.is_invoiced,
    theme: row.theme ?? {},
    logoImageId: row.logo_image_id,
    taxForm: row.tax_form,
    missingFacts: missingOfRow(row),
    facts: toFacts(row, row.lines.map(toLine)),
  };
}

/** Of a document `d`: its submission, where it may not be handed out (`isWithheld`). */
export const withheldSubmission = sql`select from tax_submissions s where s.merchant_id = d.merchant_id and s.document_id = d.id
  and (s.state = 'rejected' or (s.way = 'clear' and s.state <> 'accepted'))`;

/**
 * Status of an order and what its tax QR code holds, if a tax invoice was issued and may be handed out; null for an
 * unknown order.
 */
export async function loadOrderQr(
  db: Kysely<DocumentsDatabase>,
  orderNumber: string,
): Promise<{
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly taxQr: string | null;
} | null> {
  const row = await db
    .selectFrom("orders as o")
    .leftJoin("tax_documents as d", (join) =>
      join
        .onRef("d.order_id", "=", "o.id")
        .on("d.kind", "=", "tax_invoice")
        .on(sql<boolean>`not exists (${withheldSubmission})`),
    )
    .leftJoin("tax_clearances as c", (join) =>
      join.onRef("c.merchant_id", "=", "d.merchant_id").onRef("c.document_id", "=", "d.id"),
    )
    .select(["o.order_number", "o.status", sql<string | null>`coalesce(c.qr, d.qr)`.as("qr")])
    .where("o.order_number", "=", orderNumber)
    .executeTakeFirst();
  return row ? { orderNumber: row.order_number, status: row.status, taxQr: row.qr } : null;
}

/** One row per order, with the last of its payments: papers name one way to pay. */
function selectOrder(db: Kysely<DocumentsDatabase>) {
  return db
    .selectFrom("orders as o")
    .innerJoin("merchants as m", "m.id", "o.merchant_id")
    .leftJoin("merchant_contacts as mc", "mc.merchant_id", "o.merchant_id")
    .leftJoin("themes as t", "t.merchant_id", "o.merchant_id")
    .leftJoin("clients as c", "c.id", "o.client_id")
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
      "o.paid_at",
      "o.created_at",
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
      sql<boolean>`exists (select from tax_documents d where d.order_id = o.id and d.kind = 'tax_invoice')`.as(
        "is_invoiced",
      ),
      sql<ShownLine[]>`${sql.raw(shownLinesOfOrder)}`.as("lines"),
    ])
    .select(["o.due_date", "o.expires_at", ...sellerColumns.map((name) => `m.${name}` as const)]);
}

type OrderRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOrder>["executeTakeFirst"]>>>;

function toFacts(row: OrderRow, lines: readonly DocumentLine[]): DocumentFacts {
  const paidAt = (row.paid_at ?? row.created_at).getTime();
  return {
    orderNumber: row.order_number,
    externalOrderNumber: row.external_order_number,
    seller: documentSeller(row),
    buyer: toBuyer(row),
    currency: row.currency,
    lines,
    subTotal: row.sub_total,
    discount: row.discount,
    discountBps: row.discount_type === "PERCENTAGE" ? row.discount_value : null,
    taxable: minor(row.sub_total - row.discount),
    vat: row.vat,
    total: row.total,
    foreign:
      row.foreign_currency === null || row.foreign_total === null
        ? null
        : { currency: row.foreign_currency, total: row.foreign_total },
    payment:
      row.method === null
        ? null
        : { method: row.method, brand: row.paid_brand, lastFour: row.paid_last_four },
    paidAt,
    suppliedOn: row.supply_date ?? dateText(paidAt),
    note: row.note,
  };
}

export type SellerOfDocument = SellerRow &
  Pick<
    OrderRow,
    | "shop_name"
    | "vat_number"
    | "commercial_registration"
    | "address1"
    | "city"
    | "contact_email"
    | "merchant_email"
    | "contact_phone"
    | "merchant_phone"
  >;

/** The seller of a row of `merchants` and of its contact. */
export function documentSeller(row: SellerOfDocument): DocumentSeller {
  const { legalName, ...party } = sellerPartyOf(row);
  return {
    name: legalName ?? row.shop_name,
    vatNumber: row.vat_number,
    commercialRegistration: row.commercial_registration,
    address: row.address1,
    city: row.city,
    // Spec 2.1: the contact's, else the merchant's.
    email: row.contact_email ?? row.merchant_email,
    phone: row.contact_phone ?? row.merchant_phone,
    party: { shopName: row.shop_name, ...party },
  };
}

/** The order's client; for an order without one, the payer. */
function toBuyer(row: OrderRow): DocumentFacts["buyer"] {
  const { legalName, ...party } = row.client_party;
  const buyer =
    row.client_id === null
      ? { name: row.payer_name, mobile: row.payer_mobile, vatNumber: null, address: null, party }
      : {
          name: legalName ?? row.client_name ?? row.payer_name,
          mobile: row.client_mobile ?? row.payer_mobile,
          vatNumber: row.client_vat_number,
          address: row.client_address,
          party,
        };
  const { mobile, ...shown } = buyer;
  const maskedMobile = maskMobile(mobile);
  return shown.name || maskedMobile || shown.vatNumber ? { ...shown, maskedMobile } : null;
}

/** Orders of before have no words of their own. */
function reasonOf({
  vat_exemption,
  vat_reason_ar: ar,
  vat_reason_en: en,
}: ShownLine): DocumentLine["reason"] {
  if (ar !== null && en !== null) return { ar, en };
  return vat_exemption && exemptionTexts(vat_exemption);
}

function toLine(row: ShownLine): DocumentLine {
  const taxable = minor(row.line_net - row.line_discount);
  return {
    title: row.title,
    description: row.description,
    qty: row.qty_thousandths,
    unit: row.unit_code === defaultUnit ? null : { code: row.unit_code, names: unitNames(row.unit_code) },
    unitPrice: row.sold_unit_price,
    net: row.line_net,
    discount: row.line_discount,
    taxable,
    vatBps: row.vat_bps,
    category: row.vat_category ?? vatCategory({ vatBps: row.vat_bps, exemption: row.vat_exemption }),
    exemption: row.vat_exemption,
    reason: reasonOf(row),
    vat: row.line_vat,
    total: minor(taxable + row.line_vat),
  };
}
