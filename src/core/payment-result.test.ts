import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { attemptStateFacts, attemptStates, blocksOthers } from "./attempt-status.ts";
import { orderStatuses, orderStatusFacts } from "./order-status.ts";
import {
  decideResult,
  decodeResult,
  encodeResult,
  maxMessageLength,
  type ResultFacts,
  type ResultMessage,
  statusCodeOf,
} from "./payment-result.ts";
import { isOpen } from "./status-groups.ts";

const orderNumber = "7ZK4M0Q1W9XV2B3C";

test("a message comes back as it was sent, in every script and both alphabets", () => {
  const message: ResultMessage = {
    orderNumber,
    statusCode: 200,
    orderAmount: 1234.5,
    msg: "تم الدفع ✓ 😀 ~~~???",
    mode: "frame",
    secure3DHtmlKey: "key",
    paymentSessionId: "session",
    signature: "v1.abc",
    externalOrderNumber: "A-17",
  };
  const encoded = encodeResult(message);
  assert.match(encoded, /^[A-Za-z0-9+/]+=*$/);
  for (const variant of [
    encoded,
    encoded.replaceAll("+", " "),
    encoded.replaceAll("+", "-").replaceAll("/", "_"),
    encoded.replace(/=+$/, ""),
  ]) {
    assert.deepEqual(decodeResult(variant), message);
  }
});

test("addresses, unknown fields and nulls do not come through", () => {
  const encoded = encodeResult({
    orderNumber,
    webUrl: "https://evil.example",
    callbackUrl: "https://evil.example",
    mode: null,
    extra: 1,
  });
  assert.deepEqual(decodeResult(encoded), { orderNumber });
});

test("the order number is read as people type it", () => {
  assert.equal(decodeResult(encodeResult({ orderNumber: "7zk4-moq1-w9xv-2b3c" }))?.orderNumber, orderNumber);
});

test("every status code, an amount of zero and the longest texts are taken", () => {
  for (const message of [
    { statusCode: 100 },
    { statusCode: 599 },
    { orderAmount: 0 },
    { msg: "x".repeat(500) },
  ]) {
    assert.deepEqual(decodeResult(encodeResult({ orderNumber, ...message })), { orderNumber, ...message });
  }
});

test("what is not a message is null, and nothing throws", () => {
  const encodeText = (text: string) => btoa(text);
  for (const encoded of [
    "",
    "%%%",
    "not base64!",
    encodeText(""),
    encodeText("null"),
    encodeText("[]"),
    encodeText("17"),
    encodeText('"text"'),
    encodeText("{"),
    encodeText("\xff\xfe{}"),
    encodeResult({}),
    encodeResult({ orderNumber: 17 }),
    encodeResult({ orderNumber: "short" }),
    encodeResult({ orderNumber, statusCode: "200" }),
    encodeResult({ orderNumber, statusCode: 99 }),
    encodeResult({ orderNumber, statusCode: 200.5 }),
    encodeResult({ orderNumber, statusCode: 600 }),
    encodeText(`{"orderNumber":"${orderNumber}","msg":"\xff"}`),
    encodeResult({ orderNumber, orderAmount: -1 }),
    encodeResult({ orderNumber, orderAmount: "1" }),
    encodeResult({ orderNumber, msg: { html: "x" } }),
    encodeResult({ orderNumber, msg: "x".repeat(501) }),
    encodeResult({ orderNumber, signature: ["x"] }),
    encodeText(`{"__proto__":{"orderNumber":"${orderNumber}"}}`),
  ]) {
    assert.equal(decodeResult(encoded), null, encoded);
  }
});

test("a message above 4 KiB is not looked at", () => {
  const fitting = encodeResult({ orderNumber, padding: "x".repeat(3000) });
  assert.ok(fitting.length <= maxMessageLength);
  assert.notEqual(decodeResult(fitting), null);
  const long = encodeResult({ orderNumber, padding: "x".repeat(3100) });
  assert.ok(long.length > maxMessageLength);
  assert.equal(decodeResult(long), null);
});

test("no text makes the decoder throw", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.json().map((json) => Buffer.from(json).toString("base64")),
      ),
      (text) => {
        const message = decodeResult(text);
        assert.ok(message === null || message.orderNumber.length === 16);
      },
    ),
    { numRuns: 500 },
  );
});

/** A buyer back from a wallet with an unsigned message, the order unpaid and never tried; changed as needed. */
function facts(change: Partial<ResultFacts> = {}): ResultFacts {
  return {
    displayOnly: true,
    message: { orderNumber },
    signatureVerified: false,
    orderStatus: "PENDING",
    attemptState: null,
    wasDeclined: false,
    hasSurplus: false,
    answerStatusCode: null,
    hasCallbackUrl: false,
    hidesVatInvoice: false,
    merchantHasVatNumber: false,
    ...change,
  };
}

const saysPaid: ResultMessage = { orderNumber, statusCode: 200 };
const saysDeclined: ResultMessage = { orderNumber, statusCode: 400 };

const statusCodes = {
  success: 200,
  declined: 400,
  unpaid: 400,
  closed: 400,
  checking: 202,
  surplus: 202,
  process3ds: 202,
  not_found: 404,
};

test("the result page shows what the server knows, and asks where it does not", () => {
  for (const [name, change, kind, textKey] of [
    ["paid order", { orderStatus: "PAID" }, "success", "success"],
    [
      "paid order, message says declined",
      { orderStatus: "PAID_LINK", message: saysDeclined },
      "success",
      "success",
    ],
    ["fulfilled order", { orderStatus: "COMPLETED_ORDER" }, "success", "success"],
    ["signed display-only result", { signatureVerified: true, message: saysPaid }, "success", "processed"],
    ["signed display-only result without a status", { signatureVerified: true }, "success", "processed"],
    [
      "signed result of an order that could not be loaded",
      { signatureVerified: true, message: saysPaid, orderStatus: null },
      "success",
      "processed",
    ],
    ["unsigned result that says paid", { message: saysPaid }, "unpaid", "unpaid"],
    [
      "unsigned result, payment unknown",
      { message: saysPaid, attemptState: "unknown" },
      "checking",
      "checking",
    ],
    [
      "signed result that says declined",
      { signatureVerified: true, message: saysDeclined, attemptState: "declined", wasDeclined: true },
      "declined",
      "declined",
    ],
    [
      "cancelled order",
      { orderStatus: "CANCELLED", message: saysPaid, signatureVerified: true },
      "closed",
      "invoiceCancelled",
    ],
    [
      "refunded order",
      { orderStatus: "REFUNDED", message: saysPaid, signatureVerified: true },
      "closed",
      "invoiceRefunded",
    ],
    ["no such order", { orderStatus: null, message: saysPaid }, "not_found", "missing"],
    ["nothing in the address", { orderStatus: null, message: null }, "not_found", "missing"],
    [
      "back from 3-D Secure",
      { displayOnly: false, attemptState: "awaiting_buyer" },
      "process3ds",
      "processing",
    ],
    [
      "back from 3-D Secure, status 200",
      { displayOnly: false, message: saysPaid, attemptState: "awaiting_buyer" },
      "process3ds",
      "processing",
    ],
    [
      "back with another status",
      { displayOnly: false, message: saysDeclined, attemptState: "awaiting_buyer" },
      "checking",
      "checking",
    ],
    [
      "back, already being processed",
      { displayOnly: false, attemptState: "in_flight" },
      "checking",
      "checking",
    ],
    ["back, but the address was for showing", { attemptState: "awaiting_buyer" }, "checking", "checking"],
    ["declined", { attemptState: "declined", wasDeclined: true }, "declined", "declined"],
    ["ended by us, no bank was asked", { attemptState: "declined" }, "unpaid", "unpaid"],
    ["given up", { attemptState: "cancelled" }, "unpaid", "cancelled"],
    ["ran out of time", { attemptState: "expired" }, "unpaid", "unpaid"],
    ["put aside for another try", { attemptState: "superseded" }, "unpaid", "unpaid"],
    ["captured, order not settled yet", { attemptState: "captured" }, "checking", "checking"],
    ["a bill is out", { attemptState: "offered" }, "unpaid", "unpaid"],
    [
      "server answered paid",
      { displayOnly: false, attemptState: "awaiting_buyer", answerStatusCode: 200 },
      "success",
      "processed",
    ],
    [
      "server answered not known",
      { attemptState: "awaiting_buyer", answerStatusCode: 202 },
      "checking",
      "checking",
    ],
    ["server answered no", { attemptState: "unknown", answerStatusCode: 400 }, "unpaid", "unpaid"],
    [
      "server answered that it was declined",
      { attemptState: "unknown", answerStatusCode: 400, wasDeclined: true },
      "declined",
      "declined",
    ],
    [
      "server answered paid, order closed meanwhile",
      { orderStatus: "CANCELLED", answerStatusCode: 200 },
      "closed",
      "invoiceCancelled",
    ],
    [
      "a bill was paid short after a card was declined",
      { attemptState: "declined", wasDeclined: true, hasSurplus: true },
      "surplus",
      "surplus",
    ],
    [
      "surplus, and a signed message says paid",
      { hasSurplus: true, message: saysPaid, signatureVerified: true },
      "surplus",
      "surplus",
    ],
  ] as const) {
    const view = decideResult(facts(change));
    assert.deepEqual([view.kind, view.textKey, view.statusCode], [kind, textKey, statusCodes[kind]], name);
  }
});

const anyFacts: fc.Arbitrary<ResultFacts> = fc
  .record({
    displayOnly: fc.boolean(),
    message: fc.option(
      fc.constantFrom({ orderNumber }, { orderNumber, statusCode: 202 }, saysPaid, saysDeclined),
    ),
    signatureVerified: fc.boolean(),
    orderStatus: fc.option(fc.constantFrom(...orderStatuses)),
    attemptState: fc.option(fc.constantFrom(...attemptStates)),
    wasDeclined: fc.boolean(),
    hasSurplus: fc.boolean(),
    answerStatusCode: fc.option(fc.constantFrom(200, 202, 400)),
    hasCallbackUrl: fc.boolean(),
    hidesVatInvoice: fc.boolean(),
    merchantHasVatNumber: fc.boolean(),
  })
  // Surplus is of an order that is not over.
  .map((any) => ({
    ...any,
    hasSurplus: any.hasSurplus && any.orderStatus !== null && isOpen(any.orderStatus),
  }));

test("an order whose money is held says that it is paid: its buyer need not pay again", () => {
  for (const status of orderStatuses) {
    const { standing, holdsMoney } = orderStatusFacts[status];
    assert.equal(statusCodeOf(standing) === 200, holdsMoney, status);
  }
});

test("nothing is called declined that no bank or service has declined", () => {
  fc.assert(
    fc.property(anyFacts, (any) => {
      assert.notEqual(decideResult({ ...any, wasDeclined: false }).kind, "declined");
    }),
  );
});

test("green needs a paid order, a server's answer or a verified signature, whatever the message says", () => {
  fc.assert(
    fc.property(anyFacts, (any) => {
      const isPaid = any.orderStatus !== null && orderStatusFacts[any.orderStatus].paid;
      const unproven = { ...any, signatureVerified: false, answerStatusCode: null };
      if (!isPaid) assert.notEqual(decideResult(unproven).kind, "success");
      if (isPaid) assert.equal(decideResult(any).kind, "success");
    }),
    { numRuns: 1000 },
  );
});

test("while money may have moved the buyer is not asked to pay again", () => {
  for (const attemptState of attemptStates.filter((state) => blocksOthers(attemptStateFacts[state]))) {
    for (const displayOnly of [true, false]) {
      for (const message of [null, saysPaid, saysDeclined]) {
        const view = decideResult(facts({ attemptState, displayOnly, message }));
        const { isOwed } = attemptStateFacts[attemptState];
        assert.equal(view.kind, isOwed ? "surplus" : "checking", attemptState);
        assert.ok(!view.links.includes("tryAgain"));
        assert.ok(!view.redirectsToCallback);
      }
    }
  }
});

test("an order with surplus is never offered for payment, nor called paid by what an address says", () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom("CREATED", "PENDING"), (any, orderStatus) => {
      const view = decideResult({ ...any, orderStatus, hasSurplus: true });
      assert.deepEqual([view.kind, view.links, view.redirectsToCallback], ["surplus", ["viewBill"], false]);
    }),
  );
});

test("a closed order is never offered for payment again", () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom("CANCELLED", "REFUNDED"), (any, orderStatus) => {
      const view = decideResult({ ...any, orderStatus, hasSurplus: false });
      assert.equal(view.kind, "closed");
      assert.ok(!view.links.includes("tryAgain"));
    }),
  );
});

test("links follow the status and the merchant, and show only where the page does not continue to the shop", () => {
  const paid = facts({ orderStatus: "PAID", merchantHasVatNumber: true });
  assert.deepEqual(decideResult(paid).links, ["viewBill", "downloadReceipt", "downloadVatInvoice"]);
  assert.deepEqual(decideResult({ ...paid, hidesVatInvoice: true }).links, ["viewBill"]);
  assert.deepEqual(decideResult({ ...paid, merchantHasVatNumber: false }).links, [
    "viewBill",
    "downloadReceipt",
  ]);
  assert.deepEqual(decideResult(facts({ attemptState: "declined" })).links, ["tryAgain"]);
  assert.deepEqual(decideResult(facts()).links, ["tryAgain"]);
  assert.deepEqual(decideResult(facts({ orderStatus: "CANCELLED" })).links, ["viewBill"]);
  fc.assert(
    fc.property(anyFacts, (any) => {
      const back = decideResult({ ...any, hasCallbackUrl: true });
      assert.deepEqual(back.links, back.kind === "surplus" ? ["viewBill"] : []);
      const view = decideResult({ ...any, hasCallbackUrl: false });
      assert.ok(!view.redirectsToCallback);
      if (view.links.includes("downloadVatInvoice")) assert.equal(view.statusCode, 200);
      if (view.links.includes("tryAgain")) assert.equal(view.statusCode, 400);
    }),
  );
});

test("only a result that is known continues to the callback URL", () => {
  for (const [change, expected] of [
    [{ orderStatus: "PAID" }, true],
    [{ attemptState: "declined" }, true],
    [{ attemptState: "unknown" }, false],
    [{ attemptState: "awaiting_buyer", displayOnly: false }, false],
    [{ orderStatus: null }, false],
  ] as const) {
    assert.equal(decideResult(facts({ ...change, hasCallbackUrl: true })).redirectsToCallback, expected);
  }
});
