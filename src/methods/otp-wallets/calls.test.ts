/** The public calls of each wallet with a code, as Spec 7 shows them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import { Secret } from "#core/secret/secret.ts";
import { otpServices } from "#test/otp-services.ts";
import { codeOf, otpMethods } from "../allowed.ts";
import type { ConfirmCall, MethodCall, StartCall } from "../method-server.ts";
import { stcPayCalls } from "../stcpay/calls.ts";
import { urpayCalls } from "../urpay/calls.ts";
import { walletConfirm } from "./calls.ts";

const payer = {
  clientName: "نورة العتيبي",
  clientMobile: "0551234567",
  clientCountryCode: "SA",
  shipmentCity: "الرياض",
  shipmentAddress: null,
  signature: "signature",
  emailSignature: null,
  orderNumber: "7QK4M2XPB9TNW3HC",
  transactionId: "transaction",
  total: 115,
};

function startOf(calls: readonly MethodCall[]): StartCall {
  const call = calls.find(({ step }) => step === "start");
  assert.ok(call?.step === "start");
  return call;
}

function confirmOf(calls: readonly MethodCall[]): ConfirmCall {
  const call = calls.find(({ step }) => step === "confirm");
  assert.ok(call?.step === "confirm");
  return call;
}

/** The body as the server has it after validation. */
const parsed = (call: MethodCall, body: object) => call.body.parse(body) as never;

/** Paths of the fields that a call refuses. */
function refusedFields(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    assert.ok(isProblem(error) && error.code === "validation_failed", String(error));
    return error.fields?.map(({ path }) => path) ?? [];
  }
  assert.fail("nothing was refused");
}

for (const name of otpMethods) {
  const { calls, mobile, code } = otpServices[name];

  test(`${name}: the addresses of Spec 7`, () => {
    assert.deepEqual(
      calls.map(({ path }) => path),
      [`POST /rest/pay/${name}/sendOtp`, `POST /rest/pay/${name}/processPayment`],
    );
  });

  test(`${name}: sendOtp takes the payload of Spec 7, in every way in which people write a Saudi mobile`, () => {
    const call = startOf(calls);
    for (const text of ["512345678", "0512345678", "+966 51 234 5678", "966512345678", "٠٥١٢٣٤٥٦٧٨"]) {
      const body = { ...payer, [mobile]: text, [`${mobile}CountryCode`]: "966" };
      const request = call.toInput(parsed(call, body), undefined);
      const number = "+966512345678";
      assert.deepEqual(request, { input: { mobile: number }, presentedKey: null, codeMobile: number }, text);
    }
  });

  test(`${name}: sendOtp refuses mobiles that are none, or of another country`, () => {
    const call = startOf(calls);
    for (const body of [{ [mobile]: "" }, { [mobile]: "412345678" }, { [mobile]: "+971501234567" }]) {
      const run = () => call.toInput(parsed(call, { ...payer, ...body }), undefined);
      assert.deepEqual(refusedFields(run), [mobile], JSON.stringify(body));
    }
    const foreign = { ...payer, [mobile]: "512345678", [`${mobile}CountryCode`]: "971" };
    assert.deepEqual(
      refusedFields(() => call.toInput(parsed(call, foreign), undefined)),
      [`${mobile}CountryCode`],
    );
  });

  test(`${name}: sendOtp takes nothing that Spec 7 does not name`, () => {
    assert.equal(
      startOf(calls).body.safeParse({ ...payer, [mobile]: "512345678", amount: 1 }).success,
      false,
    );
  });

  test(`${name}: sendOtp answers with the session, its signature and the tries left, or with the page to go to`, () => {
    const { toReply, reply } = startOf(calls);
    const sent = toReply({ kind: "otp_sent", reference: "a1", signature: "s", triesLeft: 5 });
    assert.deepEqual(sent, { paymentSessionId: "a1", signature: "s", triesLeft: 5 });
    const page = toReply({ kind: "redirect", reference: "p1", url: "https://bank.example/x" });
    assert.deepEqual(page, { paymentSessionId: "p1", redirectUrl: "https://bank.example/x" });
    for (const body of [sent, page]) assert.deepEqual(reply.parse(body), body);
  });

  test(`${name}: processPayment takes the code and the session, and hides the code at once`, () => {
    const call = confirmOf(calls);
    const body = { ...payer, [mobile]: "512345678", [code]: "١٢٣٤٥٦ ", paymentSessionId: "a1" };
    const { input, ...given } = call.toConfirm(parsed(call, body));
    assert.deepEqual(given, { reference: "a1", signature: "signature" });
    const { code: hidden } = walletConfirm.parse(input);
    assert.ok(hidden instanceof Secret);
    assert.equal(hidden.reveal(), "123456");
    assert.ok(!JSON.stringify(input).includes("123456"));
  });

  test(`${name}: a code that was copied from an Arabic message arrives without its invisible marks`, () => {
    const body = {
      ...payer,
      [mobile]: "512345678",
      [code]: "\u200f\u2067123456\u2069",
      paymentSessionId: "a1",
    };
    const call = confirmOf(calls);
    const { input } = call.toConfirm(parsed(call, body));
    assert.equal(walletConfirm.parse(input).code.reveal(), "123456");
  });

  test(`${name}: a code that cannot be one is refused before the provider counts it as a guess`, () => {
    const call = confirmOf(calls);
    const { fewest, most } = codeOf(name).digits;
    for (const text of ["", "1".repeat(fewest - 1), "1".repeat(most + 1), `a${"1".repeat(fewest)}`]) {
      const body = { ...payer, [mobile]: "512345678", [code]: text, paymentSessionId: "a1" };
      assert.deepEqual(
        refusedFields(() => call.toConfirm(parsed(call, body))),
        [code],
        text,
      );
    }
  });
}

test("STC Pay takes the mobile under the name of Spec 7 and under that of Spec 3", () => {
  const call = startOf(stcPayCalls);
  const body = { ...payer, stcpayMobile: "512345678", stcpayMobileCountryCode: "sa" };
  assert.deepEqual(call.toInput(parsed(call, body), undefined).input, { mobile: "+966512345678" });
});

test("declines that are about the mobile have a reply of their own, all others are answered like everywhere", () => {
  const declined = (calls: readonly MethodCall[], providerCode: string | null) =>
    startOf(calls).toDeclined?.({ reason: "other", providerCode });
  assert.deepEqual(declined(stcPayCalls, "2008"), { rejectReason: "no_account" });
  assert.deepEqual(declined(stcPayCalls, "2018"), { rejectReason: "invalid_mobile" });
  assert.deepEqual(declined(stcPayCalls, "2028"), { rejectReason: "check_account" });
  assert.deepEqual(declined(urpayCalls, "IPAY0100089"), { rejectReason: "invalid_mobile" });
  for (const code of ["2023", "constructor", "", null]) assert.equal(declined(stcPayCalls, code), null);
});
