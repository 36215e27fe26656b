/**
 * Tax documents as merchants and buyers cause them: random invoices by the merchant API, paid by card at the simulated
 * gateway, reported to the simulated tax authority or cleared; some rejected and corrected, refunded, charged more, and that taken back.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { formatDecimal, timesRatio } from "#core/money.ts";
import { quantityText } from "#core/pricing/quantity.ts";
import { payByCard, type TestApp } from "./app-harness.ts";
import { anyOrder, buyerOf, eBuyers, vatsOf } from "./e-invoices.ts";
import { asMerchant } from "./product-links.ts";
import { inputOf, priceOrNothing } from "./random-tax-documents.ts";
import { authorityFault, sendAll } from "./simulated-authority.ts";

const anyFate = fc.record({
  order: anyOrder,
  isRejected: fc.boolean(),
  isCredited: fc.boolean(),
  isByAmount: fc.boolean(),
  isDebited: fc.boolean(),
  isTakenBack: fc.boolean(),
});

type Fate = typeof anyFate extends fc.Arbitrary<infer T> ? T : never;
type Drawn = Fate["order"];
type Json = Readonly<Record<string, unknown>>;

/**
 * Issues, pays, refunds and corrects so many orders.
 * @returns how many were not issued or not paid, by the code of the refusal
 */
export async function issueByCalls(
  app: TestApp,
  { orders, seed }: { readonly orders: number; readonly seed: number },
): Promise<ReadonlyMap<string, number>> {
  const refused = new Map<string, number>();
  for (const fate of fc.sample(anyFate, { numRuns: orders, seed })) {
    const why = await sellOne(app, fate);
    if (why !== null) refused.set(why, (refused.get(why) ?? 0) + 1);
  }
  return refused;
}

async function sellOne(app: TestApp, fate: Fate): Promise<string | null> {
  const body = bodyOf(fate.order);
  if (body === null) return "zero_total";
  const issued = await asMerchant(app, "POST", "/invoices", body);
  if (issued.statusCode !== 201) return issued.json().code;
  const { orderNumber } = issued.json();
  const reply = await payByCard(app, orderNumber);
  // Some amounts make the simulated bank decline.
  if (reply.statusCode === 402) return reply.json().code;
  assert.equal(reply.statusCode, 200, reply.body);
  if (fate.isRejected) await authorityFault(app, "reject");
  await sendAll(app);
  const { taxInvoice } = await read(app, orderNumber);
  if (fate.isRejected) {
    assert.equal(taxInvoice.submission.state, "rejected");
    await made(app, `/tax-documents/${taxInvoice.number}/correct`, {});
    await sendAll(app);
  }
  if (fate.isDebited) await debit(app, orderNumber, fate);
  if (fate.isCredited) await refund(app, orderNumber, fate);
  await sendAll(app);
  return null;
}

async function read(app: TestApp, orderNumber: string) {
  return (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
}

async function made(app: TestApp, path: string, body: Json) {
  const reply = await asMerchant(app, "POST", path, body);
  assert.equal(reply.statusCode, 201, `${path} ${reply.body}`);
  return reply.json();
}

/** Half of each second line, or a part of its price. */
async function refund(app: TestApp, orderNumber: string, { isByAmount }: Fate): Promise<void> {
  const invoice = await read(app, orderNumber);
  const lines = (invoice.lines as { quantity: string; total: string }[]).flatMap(
    ({ quantity, total }, index) => {
      const amount = (Number(total) / 3).toFixed(2);
      if (index % 2 === 1 || Number(amount) === 0) return [];
      const half = (Number(quantity) / 2).toFixed(3);
      return [
        { position: index + 1, ...(isByAmount || Number(half) === 0 ? { amount } : { quantity: half }) },
      ];
    },
  );
  if (lines.length === 0) return;
  const reply = await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, {
    lines,
    reason: "إرجاع <بضاعة> & رسوم",
  });
  assert.ok([201, 202].includes(reply.statusCode) || reply.json().code === "validation_failed", reply.body);
}

async function debit(app: TestApp, orderNumber: string, { isTakenBack, isByAmount }: Fate): Promise<void> {
  const line = { title: "فرق أجرة التوصيل", quantity: "2.125", unitPrice: "19.99" };
  const note = await made(app, `/invoices/${orderNumber}/debit-notes`, {
    reason: "التوصيل خارج المدينة",
    lines: [line, { ...line, title: "Packaging", vatRate: "5" }],
    pricesIncludeVat: isByAmount,
  });
  await sendAll(app);
  if (!isTakenBack) return;
  const part = { reason: "بالخطأ", lines: [{ position: 1, amount: "0.01" }] };
  if (isByAmount) await made(app, `/tax-documents/${note.number}/credit`, part);
  await made(app, `/tax-documents/${note.number}/credit`, { reason: "بالخطأ" });
}

/** The body of POST /api/v1/invoices; null where a discount leaves nothing. */
function bodyOf(drawn: Drawn): Json | null {
  const { currency, discount, pricesIncludeVat } = drawn;
  const vats = vatsOf(drawn);
  const money = (value: Parameters<typeof formatDecimal>[0]): string => formatDecimal(value, currency);
  const worth = currency === "USD" ? worthInRiyals(drawn) : null;
  if (worth === undefined) return null;
  return {
    currency,
    pricesIncludeVat,
    ...(discount && { discount: discountOf(discount, money) }),
    ...(worth !== null && { foreignEquivalent: { currency: "SAR", amount: worth } }),
    client: clientOf(buyerOf(vats, drawn.buyer)),
    lines: drawn.lines.map(({ title, unit, qty, unitPrice }, index) => {
      const vat = vats[index];
      return {
        ...{ title: printable(title), unit, quantity: quantityText(qty), unitPrice: money(unitPrice) },
        ...(typeof vat === "string"
          ? { vatRate: "0", vatExemption: vat }
          : { vatRate: vat === 500 ? "5" : "15" }),
      };
    }),
  };
}

/** A drawn word in letters that papers can print; the others are refused at issue. */
function printable(title: string): string {
  return title.startsWith("صنف ") ? title.replace(/[^ -~؀-ي]/gu, "ن").replace(/\p{C}/gu, "ن") : title;
}

function discountOf(
  discount: NonNullable<Drawn["discount"]>,
  money: (value: Parameters<typeof formatDecimal>[0]) => string,
) {
  return discount.type === "FIXED"
    ? { type: discount.type, value: money(discount.amount) }
    : { type: discount.type, value: (discount.bps / 100).toFixed(2) };
}

/** At the peg; undefined where nothing is to be paid. */
function worthInRiyals(drawn: Drawn): string | undefined {
  const priced = priceOrNothing(inputOf(drawn));
  return priced ? formatDecimal(timesRatio(priced.total, 375, 100), "SAR") : undefined;
}

function clientOf(buyer: ReturnType<typeof buyerOf>): Json {
  const { name, vatNumber, identification, address } = eBuyers[buyer ?? "person"];
  const parts = address && Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null));
  return {
    name,
    ...(buyer !== null && buyer !== "person" && { legalName: name }),
    ...(vatNumber && { vatNumber }),
    ...(identification && { identification }),
    ...(parts && { postalAddress: parts }),
  };
}
