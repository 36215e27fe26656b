/** Reads what a document states from the order's rows. */
import { type Kysely, sql } from "kysely";
import { type Minor, minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { type TaxInvoiceForm, vatCategory } from "#core/tax/tax-invoice.ts";
import type { SellerFact } from "#core/tax/tax-party.ts";
import type { World } from "#core/world.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { ShownLine } from "../orders/order-lines.ts";
import { missingOfRow, type SellerRow, sellerPartyOf } from "../parties/seller-party.ts";
import { exemptionTexts, unitNames } from "../texts/line-texts.ts";
import { type DocumentFacts, type DocumentLine, type DocumentSeller, maskMobile } from "./document-facts.ts";
import { dateText } from "./figures.ts";
import { type OrderRow, selectOrder } from "./order-row.ts";

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
        .onRef("d.merchant_id", "=", "o.merchant_id")
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
