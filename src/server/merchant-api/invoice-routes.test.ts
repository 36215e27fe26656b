import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Invoice, invoice } from "#contract/invoices.ts";
import type { NewInvoice } from "#contract/new-invoice.ts";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import { type PricedOrder, priceOrder } from "#core/pricing/pricing.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { oneLine, startMerchantApi } from "#test/merchant-api.ts";

const path = "/api/v1/invoices";

/** Every field of the contract, with what must be cleaned and normalised. */
const fullBody = {
  externalOrderNumber: " NK-1001 ",
  client: {
    name: "نورة العتيبي",
    mobile: "٠٥٥١٢٣٤٥٦٧",
    email: "noura@example.com",
    vatNumber: "٣١٠٠٠٠٠٠٠٠٠٠٠٠٣",
    legalName: " شركة نورة للتجارة ",
    identification: { scheme: "CRN", value: "1010 654 321" },
    address: "Riyadh",
    postalAddress: {
      street: "شارع العليا",
      buildingNumber: "٧٥٢٥",
      district: "الورود",
      postalCode: "12252",
      city: "الرياض",
    },
  },
  lines: [
    { title: "تمر\u202e سكري", description: "a\r\nb", quantity: 2, unitPrice: "85", vatRate: "15" },
    {
      title: "E-book",
      quantity: 1,
      unitPrice: "39.5",
      vatRate: "0",
      isDigital: true,
      vatExemption: "VATEX-SA-35",
    },
  ],
  discount: { type: "PERCENTAGE", value: "10" },
  note: "شكراً",
  callbackUrl: "http://127.0.0.1:5000/done",
  cancelUrl: "https://shop.example/cart",
  allowedMethods: ["creditcard", "mada", "mada"],
  agreement: { title: "Terms", text: "No returns." },
  foreignEquivalent: { currency: "KWD", amount: "16.125" },
};

const fullAnswer = {
  externalOrderNumber: "NK-1001",
  status: "CREATED",
  currency: "SAR",
  total: "211.50",
  paidTotal: "0.00",
  refundedTotal: "0.00",
  paidAt: null,
  cancelledAt: null,
  lines: [
    {
      title: "تمر سكري",
      description: "a\nb",
      quantity: 2,
      unit: "PCE",
      unitPrice: "85.00",
      soldUnitPrice: "85.00",
      vatRate: "15.00",
      net: "170.00",
      discount: "17.00",
      vat: "22.95",
      total: "175.95",
      isDigital: false,
      digitalContent: null,
      vatExemption: null,
      vatCategory: "S",
      vatReason: null,
      imageId: null,
    },
    {
      title: "E-book",
      description: null,
      quantity: 1,
      unit: "PCE",
      unitPrice: "39.50",
      soldUnitPrice: "39.50",
      vatRate: "0.00",
      net: "39.50",
      discount: "3.95",
      vat: "0.00",
      total: "35.55",
      isDigital: true,
      digitalContent: null,
      vatExemption: "VATEX-SA-35",
      vatCategory: "Z",
      vatReason: { ar: "الأدوية والمعدات الطبية", en: "Medicines and medical equipment" },
      imageId: null,
    },
  ],
  subTotal: "209.50",
  discount: { type: "PERCENTAGE", value: "10.00", amount: "20.95" },
  vatRate: "12.17",
  vat: "22.95",
  commissionRate: "0.00",
  serviceFees: "0.00",
  pricesIncludeVat: false,
  foreignEquivalent: { currency: "KWD", amount: "16.125" },
  client: {
    name: "نورة العتيبي",
    mobile: "+966551234567",
    countryCode: "SA",
    email: "noura@example.com",
    vatNumber: "310000000000003",
    legalName: "شركة نورة للتجارة",
    identification: { scheme: "CRN", value: "1010654321" },
    address: "Riyadh",
    postalAddress: {
      street: "شارع العليا",
      buildingNumber: "7525",
      additionalNumber: null,
      district: "الورود",
      postalCode: "12252",
      city: "الرياض",
      country: "SA",
    },
  },
  supplyDate: null,
  taxForm: "standard",
  dueDate: null,
  metadata: {},
  livemode: false,
  renewalRequestedAt: null,
  replaces: null,
  replacedBy: null,
  note: "شكراً",
  callbackUrl: "http://127.0.0.1:5000/done",
  cancelUrl: "https://shop.example/cart",
  allowedMethods: ["mada", "creditcard"],
  agreement: { version: 1, title: "Terms", text: "No returns.", english: null },
  receiptUrl: null,
  taxInvoice: null,
  creditNotes: [],
  debitNotes: [],
  attempts: [],
  answers: [],
  dueTotal: "211.50",
  payer: null,
  delivery: null,
  confirmedEmail: null,
  agreementAcceptance: null,
  source: "api",
  linkIdentity: null,
  productId: null,
  payments: [],
};

test("an issued invoice is answered in full, and reading it says the same", async () => {
  await using api = await startMerchantApi();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const response = await api.call("POST", path, { body: { ...fullBody, expiresAt } });
  assert.equal(response.statusCode, 201, response.body);
  const made = invoice.strict().parse(response.json());
  assert.equal(response.headers["location"], `${path}/${made.orderNumber}`);
  assert.equal(response.headers["cache-control"], "no-store");
  assert.match(made.orderNumber, /^[0-9A-HJKMNP-TV-Z]{16}$/);
  const { orderNumber, createdAt, updatedAt, whatsappLink, ...rest } = made;
  assert.match(whatsappLink?.ar ?? "", /^https:\/\/wa\.me\/966551234567\?text=/);
  assert.equal(updatedAt, createdAt);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    ...fullAnswer,
    client: { id: made.client?.id, ...fullAnswer.client },
    expiresAt,
    url: `http://localhost:3000/pay/order/${orderNumber}`,
    paymentUrl: `http://localhost:3000/pay/info/${orderNumber}`,
  });
  const read = await api.call("GET", `${path}/${orderNumber.toLowerCase()}`);
  assert.equal(read.statusCode, 200);
  assert.equal(read.body, response.body);
});

test("what is left out takes its default: riyals, 15 % VAT, every supported method, no client", async () => {
  await using api = await startMerchantApi();
  const { vatRate: _, ...line } = oneLine;
  const made = await api.issue({ lines: [line] });
  assert.equal(made.currency, "SAR");
  assert.equal(made.total, "115.00");
  assert.equal(made.lines[0]?.vatRate, "15.00");
  assert.deepEqual(made.allowedMethods, allowedMethodNames);
  assert.ok(allowedMethodNames.includes("mada") && allowedMethodNames.includes("creditcard"));
  assert.equal(made.client, null);
  const inEnglish = await api.issue({ language: "en" });
  assert.ok(inEnglish.url.endsWith(`/pay/order/${inEnglish.orderNumber}?lang=en`));
});

test("a merchant without a VAT number charges none, whatever the lines say", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ vatNumber: null });
  const made = await api.issue({ lines: [oneLine] }, { merchant });
  assert.equal(made.total, "100.00");
  assert.equal(made.vat, "0.00");
  assert.equal(made.lines[0]?.vatRate, null);
});

test("the client pays the fees at the merchant's own commission rate, and only when asked to", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ commissionRateBps: 250, vatNumber: null });
  const lines = [{ ...oneLine, quantity: 1, unitPrice: "100.00" }];
  const withFees = await api.issue({ lines, clientPaysFees: true }, { merchant });
  assert.equal(withFees.total, "102.56");
  assert.equal(withFees.serviceFees, "2.56");
  assert.equal(withFees.commissionRate, "2.50");
  assert.equal(withFees.lines[0]?.unitPrice, "100.00");
  const without = await api.issue({ lines }, { merchant });
  assert.equal(without.total, "100.00");
  assert.equal(without.commissionRate, "0.00");
});

test("amounts of any invoice are those of the pricing rules, per line and in total", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ commissionRateBps: 275 });
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 50 }),
    unitPrice: fc.integer({ min: 1, max: 2_000_000 }).map(minor),
    vatBps: fc.constantFrom(0, 500, 1_500),
  });
  const discount = fc.option(
    fc.oneof(
      fc.record({
        type: fc.constant("FIXED" as const),
        amount: fc.integer({ min: 0, max: 5_000 }).map(minor),
      }),
      fc.record({ type: fc.constant("PERCENTAGE" as const), bps: fc.integer({ min: 0, max: 9_000 }) }),
    ),
  );
  const input = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    discount,
    pricesIncludeVat: fc.boolean(),
    clientPaysFees: fc.boolean(),
    currency: fc.constantFrom("SAR", "USD", "JPY"),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ lines, currency, ...order }) => {
      const expected = priceOrder({
        ...order,
        lines: lines.map(({ quantity, ...rest }) => ({ qty: wholeQuantity(quantity), ...rest })),
        commissionRateBps: 275,
        vatApplies: true,
      });
      if (expected.kind === "refused") return;
      const made = await api.issue(toBody({ lines, currency, ...order }), { merchant });
      assert.deepEqual(figuresOf(made), figuresOf(toFigures(expected, currency)));
    }),
    { numRuns: 60 },
  );
});

type Figures = Pick<Invoice, "subTotal" | "vat" | "total" | "serviceFees"> & {
  readonly lines: readonly Pick<Invoice["lines"][number], "net" | "discount" | "vat">[];
};

function figuresOf({ subTotal, vat, total, serviceFees, lines }: Figures): Figures {
  return {
    subTotal,
    vat,
    total,
    serviceFees,
    lines: lines.map((line) => ({ net: line.net, discount: line.discount, vat: line.vat })),
  };
}

function toFigures(priced: PricedOrder, currency: string): Figures {
  const money = (value: Minor): string => formatDecimal(value, currency);
  return {
    subTotal: money(priced.subTotal),
    vat: money(priced.vat),
    total: money(priced.total),
    serviceFees: money(priced.serviceFees),
    lines: priced.lines.map((line) => ({
      net: money(line.lineNet),
      discount: money(line.lineDiscount),
      vat: money(line.lineVat),
    })),
  };
}

type GeneratedOrder = {
  readonly lines: readonly {
    readonly quantity: number;
    readonly unitPrice: Minor;
    readonly vatBps: number;
  }[];
  readonly discount: Parameters<typeof priceOrder>[0]["discount"];
  readonly pricesIncludeVat: boolean;
  readonly clientPaysFees: boolean;
  readonly currency: string;
};

function toBody({ lines, discount, currency, ...rest }: GeneratedOrder): NewInvoice {
  return {
    ...rest,
    currency,
    lines: lines.map(({ quantity, unitPrice, vatBps }) => ({
      title: "x",
      quantity,
      unitPrice: formatDecimal(unitPrice, currency),
      vatRate: String(vatBps / 100),
      ...(vatBps === 0 && { vatExemption: "VATEX-SA-35" }),
    })),
    ...(currency !== "SAR" && { foreignEquivalent: { currency: "SAR", amount: "100.00" } }),
    ...(discount?.type === "FIXED" && {
      discount: { type: "FIXED", value: formatDecimal(discount.amount, currency) },
    }),
    ...(discount?.type === "PERCENTAGE" && {
      discount: { type: "PERCENTAGE", value: (discount.bps / 100).toFixed(2) },
    }),
  };
}

test("another merchant's invoice is not there: every call gives the same 404 as an unknown number", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const merchant = await api.addMerchant();
  const answers = [];
  for (const number of [orderNumber, "0000000000000000", "short", "x".repeat(90), "%00", "..%2f..", "'--"]) {
    answers.push(await api.call("GET", `${path}/${number}`, { merchant }));
    answers.push(await api.call("POST", `${path}/${number}/cancel`, { merchant, body: {} }));
    answers.push(await api.call("POST", `${path}/${number}/complete`, { merchant }));
  }
  const bodies = answers.map((answer) => ({ ...answer.json(), requestId: "" }));
  for (const [index, answer] of answers.entries()) {
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(bodies[index], bodies[0]);
  }
  assert.equal(bodies[0]?.code, "order_not_found");
  assert.equal((await api.call("GET", `${path}/${orderNumber}`)).json().status, "CREATED");
});

test("fifty invoices issued at the same time all succeed, each with its own number", async () => {
  await using api = await startMerchantApi();
  const agreement = { title: "Terms", text: "One text for all of them." };
  const client = { name: "Noura", mobile: "0551234567" };
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.issue({ agreement, client, externalOrderNumber: `N-${index}` }),
    ),
  );
  assert.equal(new Set(made.map(({ orderNumber }) => orderNumber)).size, 50);
  const { rows } = await api.db.pool.query(
    "select (select count(*) from orders) as orders, (select count(*) from order_lines) as lines, " +
      "(select count(*) from events where type = 'invoice.created') as events, (select count(*) from agreements) as agreements",
  );
  assert.deepEqual(rows, [{ orders: 50, lines: 50, events: 50, agreements: 1 }]);
});

test("issuing is logged for the merchant in the same transaction", async () => {
  await using api = await startMerchantApi();
  const made = await api.issue({ externalOrderNumber: "A-1" });
  const { rows } = await api.db.pool.query("select merchant_id, type, data from events");
  const data = {
    orderNumber: made.orderNumber,
    status: "CREATED",
    externalOrderNumber: "A-1",
    amount: 11_500,
    currency: "SAR",
  };
  assert.deepEqual(rows, [{ merchant_id: api.merchant.id, type: "invoice.created", data }]);
});

test("an invoice shows its attempts, newest first, with the reason and the card", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const declined = await api.addAttempt(orderNumber, "declined");
  const captured = await api.addAttempt(orderNumber, "captured");
  const shown = (await api.call("GET", `${path}/${orderNumber}`)).json();
  assert.equal(shown.status, "PAID");
  assert.equal(shown.paidTotal, "115.00");
  assert.ok(Math.abs(Date.parse(shown.paidAt) - Date.now()) < 60_000);
  const [last, first] = shown.attempts;
  assert.deepEqual(
    [last.id, last.state, last.reason, last.card],
    [captured, "captured", null, { brand: "mada", lastFour: "1234" }],
  );
  assert.deepEqual(
    [first.id, first.state, first.reason, first.amount],
    [declined, "declined", "insufficient_funds", "115.00"],
  );
  assert.equal(new Date(first.createdAt).toISOString(), first.createdAt);
});
