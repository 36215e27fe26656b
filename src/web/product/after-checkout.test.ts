import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProblemCode } from "#core/problem.ts";
import { type AfterCheckout, afterCheckout } from "./after-checkout.ts";

const link = "7K3M9X2PQR4T";

const refused = (code: ProblemCode | "unknown", text: string | null = "words", fields: string[] = []) =>
  afterCheckout({ kind: "refused", refusal: { code, text, fields } }, link);

const placed = (orderNumber: string) =>
  afterCheckout({ kind: "ok", reply: { orderDetails: { orderNumber } } }, link);

test("a placed order leads to its payment page", () => {
  assert.deepEqual(placed("7K3M9X2PQR4T5V6W"), { kind: "leave", address: "/pay/info/7K3M9X2PQR4T5V6W" });
});

test("nothing that an answer says leads anywhere but to our own pages", () => {
  for (const orderNumber of ["https://evil.example", "//evil.example/a", "../../evil", "", "7K3M"])
    assert.deepEqual(placed(orderNumber), {
      kind: "message",
      message: { key: "checkoutFailed" },
      fields: [],
    });
});

/** Refusal → what the page does. */
const moves: readonly (readonly [ProblemCode, AfterCheckout])[] = [
  ["price_changed", { kind: "reload_offer", message: { text: "words" } }],
  ["signature_invalid", { kind: "reload_offer", message: { text: "words" } }],
  ["out_of_stock", { kind: "reload_offer", message: { text: "words" } }],
  ["quantity_invalid", { kind: "reload_offer", message: { text: "words" } }],
  ["coupon_invalid", { kind: "coupon_invalid" }],
  ["product_not_found", { kind: "reload_page" }],
  ["link_expired", { kind: "leave", address: `/pay/error/expired-qr?link=${link}` }],
  ["country_not_allowed", { kind: "leave", address: `/pay/error/not-allowed-country?link=${link}` }],
  ["rate_limited", { kind: "message", message: { text: "words" }, fields: [] }],
];

for (const [code, move] of moves) {
  test(`a checkout refused with ${code}: ${move.kind}`, () => {
    assert.deepEqual(refused(code), move);
  });
}

test("what the server found wrong is named as the fields of the form are", () => {
  const paths = ["body.customerMobile", "company.postalCode", "amount", "answers.cake_name"];
  const { fields } = refused("validation_failed", "words", paths) as { fields?: unknown };
  assert.deepEqual(fields, ["customerMobile", "companyPostalCode", "amount", "answersCake_name"]);
});

test("words that may not be shown, and silence, have texts of ours", () => {
  assert.deepEqual(refused("unknown", null), {
    kind: "message",
    message: { key: "checkoutFailed" },
    fields: [],
  });
  const silence = afterCheckout({ kind: "no_answer", isTimeout: true }, link);
  assert.deepEqual(silence, { kind: "message", message: { key: "noAnswer" }, fields: [] });
  assert.deepEqual(afterCheckout({ kind: "offline" }, link), {
    kind: "message",
    message: { key: "offline" },
    fields: [],
  });
});
