/**
 * Tax documents as the program issues them from random orders: invoices, some of them rejected and corrected, credit notes of
 * lines, debit notes, and what takes those back. They are made of rows, by the code that makes them for merchants.
 */
import fc from "fast-check";
import type { Kysely, Transaction } from "kysely";
import type { NewDebitNote } from "#contract/tax-documents.ts";
import { minor, sum, timesRatio } from "#core/money.ts";
import { quantity } from "#core/pricing/quantity.ts";
import type { LineToRefund } from "#core/tax/credit-note.ts";
import type { Schema } from "#db/schema.ts";
import { namedLines } from "#server/documents/named-lines.ts";
import { readDebitNote } from "#server/merchant-api/debit-note-input.ts";
import { lockOrder } from "#server/orders/order-moves.ts";
import { toPartyColumns } from "#server/parties/buyer-party.ts";
import { documentHooks } from "#server/payments/order-hooks.ts";
import { refundableLines } from "#server/payments/refund-lines.ts";
import { correctTaxDocument } from "#server/tax-documents/correct-document.ts";
import { creditDebitNote } from "#server/tax-documents/credit-debit-note.ts";
import { issueCreditNote } from "#server/tax-documents/credit-notes.ts";
import { issueDebitNote } from "#server/tax-documents/debit-note.ts";
import { issueTaxInvoice } from "#server/tax-documents/numbering.ts";
import type { UnitId } from "#server/zatca/unit-store.ts";
import {
  insertOrder,
  type OrderInput,
  payOrder,
  price,
  testSealing as sealing,
  type TestOrder,
} from "./document-fixtures.ts";
import { acceptAll, rejectNext } from "./e-invoice-authority.ts";
import { anyOrder, buyerOf, eBuyers, eSeller, vatsOf } from "./e-invoices.ts";

type Shop = { readonly db: Kysely<Schema>; readonly unit: UnitId; readonly now: () => number };
type Drawn = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never;
type Fate = typeof anyFate extends fc.Arbitrary<infer T> ? T : never;

/** What happens to an order after its payment. */
const anyFate = fc.record({
  order: anyOrder,
  isRejected: fc.boolean(),
  isCredited: fc.boolean(),
  isByAmount: fc.boolean(),
  isDebited: fc.boolean(),
  isTakenBack: fc.boolean(),
  debit: fc.record({
    quantity: fc.constantFrom(1, 3, "0.5", "2.125"),
    unitPrice: fc.constantFrom("0.05", "19.99", "20.00", "333.33"),
    isIncluded: fc.boolean(),
  }),
});

/** Issues the documents of so many random orders, all of one unit. Orders that come to nothing are left out. */
export async function issueRandomDocuments(shop: Shop, orders: number, seed: number): Promise<void> {
  for (const fate of fc.sample(anyFate, { numRuns: orders, seed })) {
    const order = await sellOne(shop, fate.order);
    if (!order) continue;
    if (fate.isRejected) await rejectAndCorrect(shop, order);
    await acceptAll(shop.db, shop.unit);
    if (fate.isCredited) await creditLines(shop, order, fate.isByAmount);
    if (fate.isDebited) await debitAndCredit(shop, order, fate);
    await acceptAll(shop.db, shop.unit);
  }
}

async function inTransaction<T>(
  { db }: Shop,
  order: TestOrder,
  work: (trx: Transaction<Schema>) => Promise<T>,
) {
  return await db.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    return await work(trx);
  });
}

/** A drawn order as it is priced and inserted. */
export function inputOf(drawn: Drawn): OrderInput {
  const vats = vatsOf(drawn);
  return {
    currency: drawn.currency,
    pricesIncludeVat: drawn.pricesIncludeVat,
    ...(drawn.discount && { discount: drawn.discount }),
    lines: drawn.lines.map(({ title, qty, unit, unitPrice }, index) => {
      const vat = vats[index];
      return {
        ...{ title, unit, unitPrice, qty: qty / 1_000 },
        ...(typeof vat === "string" ? { vatBps: 0, exemption: vat } : { vatBps: vat ?? null }),
      };
    }),
  };
}

async function sellOne(shop: Shop, drawn: Drawn): Promise<TestOrder | null> {
  const input = inputOf(drawn);
  const buyer = buyerOf(vatsOf(drawn), drawn.buyer);
  const priced = priceOrNothing(input);
  if (!priced) return null;
  const order = await insertOrder(shop.db, shop.unit.merchantId, {
    ...input,
    taxForm: buyer === "company" || buyer === "foreign" ? "standard" : "simplified",
    ...(drawn.currency === "USD" && {
      foreign: { currency: "SAR", total: timesRatio(priced.total, 375, 100) },
    }),
  });
  await nameBuyer(shop, order, buyer);
  const at = new Date(shop.now());
  await inTransaction(shop, order, async (trx) => {
    await payOrder(trx, order, { at });
    await issueTaxInvoice(trx, { orderId: order.id, at, sealing });
  });
  return order;
}

/** A discount may leave nothing to be paid: such an order is not issued. */
export function priceOrNothing(input: OrderInput) {
  try {
    return price(input);
  } catch {
    return null;
  }
}

async function nameBuyer({ db }: Shop, order: TestOrder, buyer: ReturnType<typeof buyerOf>): Promise<void> {
  const { name, vatNumber, identification, address } = eBuyers[buyer ?? "person"];
  await db
    .updateTable("clients")
    .set({
      name,
      vat_number: vatNumber,
      ...toPartyColumns({ legalName: name, identification, postalAddress: address }),
    })
    .where("id", "=", order.clientId)
    .execute();
}

/** The authority rejects the invoice, and the merchant issues it again. */
async function rejectAndCorrect({ db, unit, now }: Shop, { id: orderId }: TestOrder): Promise<void> {
  const number = await rejectNext(db, unit);
  const clock = { now, sleep: async () => {} };
  const services = { clock, sealing, onOrderRefunded: documentHooks(clock, sealing).onOrderRefunded };
  await db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId);
    await correctTaxDocument(services, trx, {
      merchantId: unit.merchantId,
      number,
      buyer: {},
      language: "ar",
    });
  });
}

/** Half of each second line, or a part of its price. */
async function creditLines(shop: Shop, order: TestOrder, isByAmount: boolean): Promise<void> {
  await inTransaction(shop, order, async (trx) => {
    const lines = await refundableLines(trx, { id: order.id, merchant_id: order.merchantId });
    const wishes = lines.flatMap(({ position, qty, total }): LineToRefund[] => {
      if (position % 2 === 0 || total === 0) return [];
      return [
        isByAmount
          ? { position, amount: minor(Math.max(1, Math.floor(total / 3))) }
          : { position, quantity: quantity(Math.max(1, Math.floor(qty / 2))) },
      ];
    });
    const credited = namedLines(lines, wishes);
    const refundAmount = sum(credited.map(({ taxable, vat }) => minor(taxable + vat)));
    if (refundAmount === 0) return;
    const at = new Date(shop.now());
    const refund = { orderId: order.id, refundAmount, refundKey: `refund-${order.id}`, credited };
    await issueCreditNote(trx, { ...refund, reason: "إرجاع <بضاعة> & رسوم", at, sealing });
  });
}

async function debitAndCredit(
  shop: Shop,
  order: TestOrder,
  { debit, isTakenBack, isByAmount }: Fate,
): Promise<void> {
  const { merchantId } = shop.unit;
  const services = { clock: { now: shop.now, sleep: async () => {} }, sealing };
  const line = { title: "فرق أجرة التوصيل", quantity: debit.quantity, unitPrice: debit.unitPrice };
  const body: NewDebitNote = {
    reason: "التوصيل خارج المدينة",
    lines: [line, { ...line, title: "Packaging", vatRate: "5" }],
    pricesIncludeVat: debit.isIncluded,
  };
  const { number } = await inTransaction(shop, order, async (trx) =>
    issueDebitNote(services, trx, {
      merchantId,
      orderId: order.id,
      read: (currency) => readDebitNote(body, { currency, seller: { vatNumber: eSeller.vatNumber } }),
    }),
  );
  await acceptAll(shop.db, shop.unit);
  if (!isTakenBack) return;
  for (const lines of isByAmount ? [[{ position: 1, amount: minor(1) }], null] : [null])
    await inTransaction(shop, order, async (trx) =>
      creditDebitNote(services, trx, { merchantId, number, read: () => ({ reason: "بالخطأ", lines }) }),
    );
}
