import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentResult } from "#contract/payment.ts";
import { checkFields } from "#core/fields.ts";
import { type ProblemCode, problemStatuses } from "#core/problem.ts";
import { allMethods, codeOf, type OtpMethod, otpMethods } from "#methods/allowed.ts";
import { methodTexts } from "#methods/texts.ts";
import { afterPay } from "./after-pay.ts";
import { afterConfirm, afterSend, saudiMobile, startMobile } from "./otp-wallet.ts";
import type { PaymentOrder } from "./payment-order.ts";

const session = { paymentSessionId: "a1", signature: "s", triesLeft: 5 };

const refused = (code: ProblemCode | "unknown") => ({
  kind: "refused" as const,
  refusal: { code, text: "Words of the server", fields: [] },
});

const result: PaymentResult = {
  msg: "Order 7QK4M2XPB9TNW3HC was processed.",
  orderAmount: 115,
  orderNumber: "7QK4M2XPB9TNW3HC",
  statusCode: 200,
  webUrl: "https://pay.example",
  callbackUrl: null,
  mode: null,
  secure3DHtmlKey: null,
  paymentSessionId: null,
  signature: "signed",
  externalOrderNumber: null,
};

const allCodes = Object.keys(problemStatuses) as ProblemCode[];

test("a session means that a code was sent; an address, that the code is typed at the bank", () => {
  assert.deepEqual(afterSend({ kind: "ok", reply: session }), { kind: "code_sent", session });
  const reply = { paymentSessionId: "p1", redirectUrl: "https://bank.example/x" };
  const next = afterSend({ kind: "ok", reply });
  assert.ok(next.kind === "end");
  assert.deepEqual(next.outcome, { kind: "redirect", url: "https://bank.example/x" });
});

test("what the wallet says of the mobile stands below the mobile", () => {
  for (const [rejectReason, textKey] of [
    ["no_account", "noAccount"],
    ["invalid_mobile", "mobileInvalid"],
    ["check_account", "checkAccount"],
  ] as const) {
    assert.deepEqual(afterSend({ kind: "ok", reply: { rejectReason } }), { kind: "mobile", textKey });
  }
  assert.deepEqual(afterSend(refused("validation_failed")), { kind: "mobile", textKey: "mobileInvalid" });
});

test("asking for a code can charge nothing: silence and faults of ours are not shown as a payment in doubt", () => {
  assert.deepEqual(afterSend({ kind: "no_answer", isTimeout: true }), { kind: "not_sent" });
  assert.deepEqual(afterSend(refused("internal")), { kind: "not_sent" });
});

test("a code that was sent before stays usable when asking for another one changed nothing", () => {
  for (const code of allCodes) {
    const next = afterSend(refused(code));
    const isUntouched = [
      "rate_limited",
      "overloaded",
      "too_many_attempts",
      "attempts_used_up",
      "agreement_required",
      "client_required",
      "card_number_misplaced",
    ];
    if (next.kind === "end") assert.equal(next.codeLives, isUntouched.includes(code), code);
  }
  const offline = afterSend({ kind: "offline" });
  assert.ok(offline.kind === "end" && offline.codeLives);
});

test("the result of a paid wallet payment stands", () => {
  const next = afterConfirm({ kind: "ok", reply: result });
  assert.deepEqual(next, { kind: "over", outcome: { kind: "result", result, stands: true } });
});

test("a wrong code keeps its field, with the message below it", () => {
  assert.deepEqual(afterConfirm(refused("otp_wrong")), { kind: "code", textKey: "otpWrong" });
  assert.deepEqual(afterConfirm(refused("validation_failed")), {
    kind: "code",
    textKey: "otpInvalid",
  });
});

test("every other refusal ends the code, but those after which everything is as it was", () => {
  for (const code of [
    "otp_locked",
    "otp_expired",
    "payment_declined",
    "signature_invalid",
    "gateway_unavailable",
  ] as const)
    assert.equal(afterConfirm(refused(code)).kind, "over", code);
  for (const code of ["rate_limited", "overloaded"] as const)
    assert.equal(afterConfirm(refused(code)).kind, "stay", code);
  assert.equal(afterConfirm({ kind: "offline" }).kind, "stay");
});

test("silence after the code was sent is a payment in doubt, never a second try", () => {
  const order = { orderNumber: result.orderNumber, webUrl: result.webUrl } as PaymentOrder;
  const silent = afterConfirm({ kind: "no_answer", isTimeout: true });
  assert.ok(silent.kind === "over");
  const next = afterPay(silent.outcome, order);
  assert.ok(next.kind === "leave" && next.address.startsWith("/pay/displayPayment?"));
});

test("the field starts with the client's mobile when it is a Saudi one", () => {
  const start = (mobile: string, country: string | null) =>
    startMobile({ client: { name: "", mobile, country } });
  assert.equal(start("+966512345678", "SA"), "512345678");
  assert.equal(start("0512345678", null), "512345678");
  assert.equal(start("+971501234567", "AE"), "");
  assert.equal(start("501234567", "AE"), "");
  assert.equal(start("", null), "");
});

test("a mobile is sent without its dial code, however it was typed", () => {
  for (const text of ["512345678", "0512345678", "+966512345678", "00966 51 234 5678", "٠٥١٢٣٤٥٦٧٨"])
    assert.equal(saudiMobile(text)?.national, "512345678", text);
  assert.equal(saudiMobile("+971501234567"), null);
});

const fieldsOf = (name: OtpMethod) => allMethods.find(({ id }) => id === name)?.fields ?? {};

for (const name of otpMethods) {
  const fields = fieldsOf(name);
  const { [name]: english } = methodTexts.en;
  const { [name]: arabic } = methodTexts.ar;
  const mobile = `${name}Mobile`;
  const otp = `${name}Otp`;

  test(`${name}: the mobile is required, and must be a Saudi one`, () => {
    assert.deepEqual(checkFields(fields, {}), [{ field: mobile, textKey: "mobileMissing" }]);
    assert.deepEqual(checkFields(fields, { [mobile]: "412345678" }), [
      { field: mobile, textKey: "mobileInvalid" },
    ]);
    assert.deepEqual(checkFields(fields, { [mobile]: "٠٥١٢٣٤٥٦٧٨" }), []);
  });

  test(`${name}: the code is required once its field is there, with as many digits as its provider's have, of any script`, () => {
    const check = (code: string) =>
      checkFields(fields, { [mobile]: "512345678", [otp]: code }).map(({ textKey }) => textKey);
    assert.deepEqual(check(""), ["otpMissing"]);
    const { fewest, most } = codeOf(name).digits;
    for (const wrong of ["1".repeat(fewest - 1), "1".repeat(most + 1), `${"1".repeat(fewest)}a`])
      assert.deepEqual(check(wrong), ["otpInvalid"], wrong);
    for (const right of ["1".repeat(fewest), "1".repeat(most), "٦".repeat(fewest)])
      assert.deepEqual(check(right), [], right);
  });

  test(`${name}: every message has its words in both languages, and the English ones are those of Spec 5 and 8`, () => {
    for (const text of [arabic, english]) {
      for (const [key, words] of Object.entries(text)) assert.ok(words.length > 0, key);
      assert.equal(text.otpPlaceholder, "XXXXXX");
    }
    assert.equal(english.mobileMissing, "Please provide a mobile number");
    assert.equal(english.mobileInvalid, "Please provide a valid mobile number");
    assert.equal(english.otpMissing, "Please provide a OTP number");
    assert.equal(english.otpInvalid, "Please provide a valid OTP format");
    assert.deepEqual(Object.keys(arabic), Object.keys(english));
  });
}

test("the toasts of Spec 8 are its very words", () => {
  for (const name of ["stcpay", "urpay"] as const)
    assert.equal(methodTexts.en[name].enterMobile, `Please enter ${name} mobile number`);
});
