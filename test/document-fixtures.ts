/** Merchants and paid orders for tests of documents, written straight into the database; and facts for pure tests. */
import type { Kysely } from "kysely";
import { type Minor, minor, zero } from "#core/money.ts";
import { type Discount, type PricedOrder, priceOrder } from "#core/pricing/pricing.ts";
import { type Quantity, quantity } from "#core/pricing/quantity.ts";
import type { UnitCode } from "#core/pricing/unit-code.ts";
import { type TaxInvoiceForm, type VatExemption, vatCategory } from "#core/tax/tax-invoice.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { DocumentFacts } from "#server/documents/document-facts.ts";
import { systemIds } from "#server/ports.ts";
import { masterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { exemptionTexts, unitNames } from "#server/texts/line-texts.ts";
import { completeSeller } from "./sellers.ts";

type Db = Kysely<DocumentsDatabase>;

export const sellerVatNumber = "310122393500003";

/** Opens stamping keys in tests without an app. */
export const testSealing = createSealing(masterKeys("a master secret of tests, long enough"));

/** Inserts a merchant with a contact. */
export async function insertMerchant(
  db: Db,
  options: {
    readonly vatNumber?: string | null;
    /** Nothing is known of the seller but its name, as of merchants of earlier releases. */
    readonly isIncomplete?: boolean;
    readonly logoImageId?: string;
    readonly theme?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<number> {
  const { vatNumber = sellerVatNumber } = options;
  const { id } = await db
    .insertInto("merchants")
    .values({
      username: `shop-${systemIds.attemptId().slice(0, 20)}`,
      shop_name: "مؤسسة الأفق للتجارة",
      email: "owner@example.sa",
      phone: "+966500000000",
      vat_number: vatNumber,
      logo_image_id: options.logoImageId ?? null,
      ...(!options.isIncomplete && { ...completeSeller, legal_name: "مؤسسة الأفق للتجارة" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("merchant_contacts")
    .values({
      merchant_id: id,
      city: "الرياض",
      address1: "طريق الملك فهد، حي العليا",
      email: "hello@example.sa",
      phone: "+966 11 234 5678",
      commercial_registration: "1010123456",
    })
    .execute();
  if (options.theme) {
    await db
      .insertInto("themes")
      .values({ merchant_id: id, settings: JSON.stringify(options.theme) })
      .execute();
  }
  return id;
}

export type OrderLineInput = {
  readonly title: string;
  readonly description?: string;
  /** Units; a fraction has at most three decimals. */
  readonly qty: number;
  readonly unit?: UnitCode;
  readonly unitPrice: number;
  /** Null: no VAT is applied. */
  readonly vatBps: number | null;
  readonly exemption?: VatExemption;
};

export type OrderInput = {
  readonly lines?: readonly OrderLineInput[];
  readonly discount?: Discount;
  readonly pricesIncludeVat?: boolean;
  readonly currency?: string;
  readonly foreign?: { readonly currency: string; readonly total: number };
  readonly client?: {
    readonly name?: string;
    readonly mobile?: string;
    readonly vatNumber?: string;
    readonly address?: string;
  } | null;
  readonly note?: string;
  /** Left out: as of orders of earlier releases, by the buyer's VAT number. */
  readonly taxForm?: TaxInvoiceForm;
  readonly agreementId?: number;
};

/** Three everyday lines. */
export const everydayLines: readonly OrderLineInput[] = [
  {
    title: "قهوة عربية مختصة - 250 جرام",
    description: "محمصة طازجة",
    qty: 2,
    unitPrice: 4_500,
    vatBps: 1_500,
  },
  { title: "Ceramic Coffee Mug, 350 ml", qty: 3, unitPrice: 3_850, vatBps: 1_500 },
  { title: "اشتراك شهري Premium Plan (3 users)", qty: 1, unitPrice: 29_900, vatBps: 1_500 },
];

function qtyOf({ qty }: OrderLineInput): Quantity {
  return quantity(Math.round(qty * 1_000));
}

/** Prices lines as the program does. */
export function price(input: OrderInput, vatApplies = true): PricedOrder {
  const priced = priceOrder({
    lines: (input.lines ?? everydayLines).map((line) => ({
      qty: qtyOf(line),
      unitPrice: minor(line.unitPrice),
      vatBps: line.vatBps ?? 0,
    })),
    discount: input.discount ?? null,
    pricesIncludeVat: input.pricesIncludeVat ?? false,
    clientPaysFees: false,
    commissionRateBps: 0,
    vatApplies,
  });
  if (priced.kind === "refused") throw new Error(priced.reason);
  return priced;
}

export type TestOrder = {
  readonly id: number;
  readonly orderNumber: string;
  readonly merchantId: number;
  readonly clientId: number | null;
  readonly priced: PricedOrder;
};

/** Inserts an order that waits for its payment. */
export async function insertOrder(db: Db, merchantId: number, input: OrderInput = {}): Promise<TestOrder> {
  const { vat_number } = await db
    .selectFrom("merchants")
    .select("vat_number")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const priced = price(input, vat_number !== null);
  const clientId = await insertClient(db, merchantId, input);
  const orderNumber = systemIds.orderNumber();
  const { id } = await db
    .insertInto("orders")
    .values({
      order_number: orderNumber,
      merchant_id: merchantId,
      client_id: clientId,
      source: "api",
      external_order_number: "WEB-10482",
      currency: input.currency ?? "SAR",
      prices_include_vat: input.pricesIncludeVat ?? false,
      discount_type: input.discount?.type ?? null,
      discount_value: discountValue(input.discount),
      sub_total: priced.subTotal,
      discount: priced.discount,
      vat: priced.vat,
      vat_bps: priced.vatBps,
      service_fees: zero,
      total: priced.total,
      foreign_currency: input.foreign?.currency ?? null,
      foreign_total: input.foreign ? minor(input.foreign.total) : null,
      note: input.note ?? null,
      tax_form: input.taxForm ?? null,
      allowed_methods: ["mada"],
      agreement_id: input.agreementId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertLines(db, { id, merchantId }, input.lines ?? everydayLines, priced);
  return { id, orderNumber, merchantId, clientId, priced };
}

/** Makes an order paid in the caller's transaction, as settling does: one attempt, captured, and the status. */
export async function payOrder(
  trx: Db,
  order: TestOrder,
  { at = new Date(), status = "PAID" }: { readonly at?: Date; readonly status?: "PAID" | "PAID_LINK" } = {},
): Promise<void> {
  await trx
    .insertInto("payment_attempts")
    .values({
      merchant_id: order.merchantId,
      id: systemIds.attemptId(),
      order_id: order.id,
      method: "card",
      provider: "mpgs",
      state: "captured",
      amount: order.priced.total,
      currency: "SAR",
      return_token: systemIds.token(16),
      paid_brand: "MADA",
      paid_last_four: "1234",
      provider_data: "{}",
      settled_at: at,
    })
    .execute();
  const source = status === "PAID_LINK" ? "link" : "api";
  await trx.updateTable("orders").set({ source, status, paid_at: at }).where("id", "=", order.id).execute();
}

/** Gives back what is missing to so much of an order; when that is all, its status and its attempt's state as well. */
export async function refundOrder(db: Db, order: TestOrder, amount: Minor): Promise<void> {
  const {
    id,
    currency,
    refunded_total: before,
  } = await db
    .selectFrom("orders as o")
    .innerJoin("payment_attempts as a", "a.order_id", "o.id")
    .select(["a.id", "o.currency", "o.refunded_total"])
    .where("o.id", "=", order.id)
    .where("a.settled_at", "is not", null)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("refunds")
      .values({
        merchant_id: order.merchantId,
        id: systemIds.attemptId(),
        order_id: order.id,
        attempt_id: id,
        amount: minor(amount - before),
        currency,
        state: "refunded",
        is_by_hand: true,
      })
      .execute();
    await trx
      .updateTable("orders")
      .set({ captured_total: order.priced.total, refunded_total: amount })
      .where("id", "=", order.id)
      .execute();
    if (amount === order.priced.total) await refundInFull(trx, order);
  });
}

/** Moves a paid order to REFUNDED in the caller's transaction, as the last refund does. */
export async function refundInFull(trx: Db, order: Pick<TestOrder, "id">): Promise<void> {
  await trx
    .updateTable("payment_attempts")
    .set({ state: "refunded" })
    .where("order_id", "=", order.id)
    .where("settled_at", "is not", null)
    .execute();
  await trx.updateTable("orders").set({ status: "REFUNDED" }).where("id", "=", order.id).execute();
}

/** The facts of a sale, for tests without a database. */
export function sampleFacts(input: OrderInput = {}, changes: Partial<DocumentFacts> = {}): DocumentFacts {
  const priced = price(input, changes.seller?.vatNumber !== null);
  return {
    orderNumber: "7K3M9QXV2B4N8RTZ",
    externalOrderNumber: "WEB-10482",
    seller: {
      name: "مؤسسة الأفق للتجارة",
      vatNumber: sellerVatNumber,
      commercialRegistration: "1010123456",
      address: "طريق الملك فهد، حي العليا",
      city: "الرياض",
      email: "hello@example.sa",
      phone: "+966 11 234 5678",
    },
    buyer: { name: "سارة العتيبي", maskedMobile: "••• ••• 678", vatNumber: null, address: null },
    currency: input.currency ?? "SAR",
    lines: (input.lines ?? everydayLines).flatMap((line, index) => {
      const figures = priced.lines[index];
      if (!figures) return [];
      return {
        title: line.title,
        description: line.description ?? null,
        qty: qtyOf(line),
        unit: line.unit === undefined ? null : { code: line.unit, names: unitNames(line.unit) },
        unitPrice: figures.soldUnitPrice,
        net: figures.lineNet,
        discount: figures.lineDiscount,
        taxable: figures.lineTaxable,
        vatBps: line.vatBps,
        category: vatCategory({ vatBps: line.vatBps, exemption: line.exemption ?? null }),
        exemption: line.exemption ?? null,
        reason: line.exemption === undefined ? null : exemptionTexts(line.exemption),
        vat: figures.lineVat,
        total: figures.lineTotal,
      };
    }),
    subTotal: priced.subTotal,
    discount: priced.discount,
    discountBps: input.discount?.type === "PERCENTAGE" ? input.discount.bps : null,
    taxable: minor(priced.subTotal - priced.discount),
    vat: priced.vat,
    total: priced.total,
    foreign: input.foreign ? { currency: input.foreign.currency, total: minor(input.foreign.total) } : null,
    payment: { method: "card", brand: "MADA", lastFour: "1234" },
    paidAt: Date.UTC(2026, 10, 20, 11, 5, 9),
    suppliedOn: "2026-11-20",
    note: input.note ?? null,
    ...changes,
  };
}

async function insertClient(db: Db, merchantId: number, input: OrderInput): Promise<number | null> {
  if (input.client === null) return null;
  const { name = "سارة العتيبي", mobile = "+966501234678", vatNumber, address } = input.client ?? {};
  const { id } = await db
    .insertInto("clients")
    .values({
      merchant_id: merchantId,
      name,
      mobile,
      vat_number: vatNumber ?? null,
      address: address ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function insertLines(
  db: Db,
  order: { readonly id: number; readonly merchantId: number },
  lines: readonly OrderLineInput[],
  priced: PricedOrder,
): Promise<void> {
  const rows = lines.flatMap((line, index) => {
    const figures = priced.lines[index];
    if (!figures) return [];
    return {
      merchant_id: order.merchantId,
      order_id: order.id,
      position: index + 1,
      title: line.title,
      description: line.description ?? null,
      qty_thousandths: qtyOf(line),
      ...(line.unit !== undefined && { unit_code: line.unit }),
      unit_price: minor(line.unitPrice),
      sold_unit_price: figures.soldUnitPrice,
      vat_bps: line.vatBps === null ? null : figures.vatBps,
      vat_exemption: line.exemption ?? null,
      line_net: figures.lineNet,
      line_discount: figures.lineDiscount,
      line_vat: figures.lineVat,
    };
  });
  await db.insertInto("order_lines").values(rows).execute();
}

function discountValue(discount: Discount | undefined): number | null {
  if (!discount) return null;
  return discount.type === "FIXED" ? discount.amount : discount.bps;
}
