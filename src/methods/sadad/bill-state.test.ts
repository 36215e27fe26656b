import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { readBill } from "./bill-state.ts";
import { paymentAnswer } from "./wire.ts";

/** In the shape of Moyasar's guide to SADAD bills, with members that we do not read. */
const documented = {
  id: "5f0c1f1e-4c7b-4b44-9a4e-3c1d5a0b7e21",
  status: "initiated",
  amount: 15_000,
  fee: 0,
  currency: "SAR",
  amount_format: "150.00 SAR",
  invoice_id: null,
  metadata: { attempt: "01j9zk3w8v" },
  source: {
    type: "sadadbill",
    provider_name: "Rosom-رسوم",
    biller_code: "901",
    sadad_number: "0471234567890",
    gateway_id: "moyasar_sb_x",
    expired_at: "2026-08-15",
    message: null,
  },
};

const attempt = {
  id: "01j9zk3w8v",
  amount: minor(15_000),
  currency: "SAR",
  reference: null,
  step: "start",
  createdAt: 0,
  earlierCardPayments: 0,
  data: {},
} as const;

const read = (change: object, reference: string | null = null) =>
  readBill(paymentAnswer.parse({ ...documented, ...change }), { attempt: { ...attempt, reference } });

const source = (change: object) => ({ source: { ...documented.source, ...change } });

test("a documented answer gives the bill, with its leading zeros and the end of its last day in Riyadh", () => {
  assert.deepEqual(read({}), {
    kind: "reference_issued",
    reference: "0471234567890",
    details: {
      billerCode: "901",
      billerName: "Rosom-رسوم",
      amount: "150.00",
      currency: "SAR",
    },
    expiresAt: Date.UTC(2026, 7, 15, 20, 59, 59, 999),
  });
});

test("a paid bill is captured with the amount and currency that Moyasar states", () => {
  const money = { amount: minor(15_001), currency: "USD" };
  assert.deepEqual(read({ status: "paid", ...money }, "0471234567890"), {
    kind: "captured",
    reference: "0471234567890",
    money,
  });
});

/** What Moyasar says, whether the buyer has the number already, and what it means. */
const standings: readonly [string, object, string | null, object][] = [
  ["an open bill that is known", {}, "0471234567890", { kind: "pending", reference: "0471234567890" }],
  ["a bill without a number", source({ sadad_number: null }), null, { kind: "pending" }],
  ["a bill without a biller", source({ biller_code: null }), null, { kind: "pending" }],
  [
    "a bill over another amount",
    { amount: 15_001 },
    null,
    { kind: "declined", reason: "other", providerCode: "bill_of_another_amount" },
  ],
  [
    "a bill in another currency",
    { currency: "USD" },
    null,
    { kind: "declined", reason: "other", providerCode: "bill_of_another_amount" },
  ],
  [
    "a bill that ran out",
    { status: "expired" },
    "0471234567890",
    { kind: "closed", as: "expired", providerCode: "expired" },
  ],
  [
    "a bill that was withdrawn after it was out",
    { status: "failed" },
    "0471234567890",
    { kind: "closed", as: "cancelled", providerCode: "failed" },
  ],
  [
    "a bill that could not be issued",
    { status: "failed", ...source({ message: "biller 123456789012 is closed" }) },
    null,
    {
      kind: "declined",
      reason: "rejected_by_provider",
      providerCode: "failed",
      providerText: "biller *** is closed",
    },
  ],
  [
    "a status of cards",
    { status: "authorized" },
    "0471234567890",
    { kind: "pending", reference: "0471234567890" },
  ],
  ["a status that is a word of JavaScript", { status: "constructor" }, null, { kind: "pending" }],
];

for (const [name, change, reference, expected] of standings) {
  test(`${name} is ${JSON.stringify(expected)}`, () => assert.deepEqual(read(change, reference), expected));
}

test("a bill without a last day has no end that we know of", () => {
  for (const expired_at of [null, "soon", "2026-02-31T00:00"]) {
    const outcome = read(source({ expired_at }));
    assert.ok(outcome.kind === "reference_issued");
    assert.equal(outcome.expiresAt, null);
  }
});

test("amounts that are no whole halalas are not read at all", () => {
  for (const amount of [1.5, -1, "15000", null, 1e16])
    assert.ok(!paymentAnswer.safeParse({ ...documented, amount }).success);
});
