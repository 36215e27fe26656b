import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import type { StartCall } from "../method-server.ts";
import { tamaraCalls } from "./calls.ts";

const [call] = tamaraCalls;
assert.ok(call?.step === "start");
const { body, reply, toReply, toDeclined }: StartCall = call;
const toInput = (sent: object) => (call as StartCall).toInput(body.parse(sent) as never, undefined);

/** The payload of Spec 7, and nothing else. */
const specified = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  clientEmail: "noura@example.com",
  clientMobile: "0544337866",
  clientName: "نورة العتيبي",
  city: "الرياض",
  line1: "طريق الملك فهد 1",
};

test("the call stands at the address of Spec 7", () => {
  assert.equal(call.path, "POST /rest/pay/tamara/authorize");
});

test("the payload of Spec 7 is taken as it is, with or without what the guards ask for", () => {
  const guards = {
    transactionId: "t",
    signature: "s",
    emailSignature: null,
    clientCountryCode: "SA",
    agreementAccepted: true,
    channel: "info",
  };
  for (const sent of [specified, { ...specified, ...guards }]) {
    assert.deepEqual(toInput(sent), {
      input: {
        mobile: "+966544337866",
        email: "noura@example.com",
        city: "الرياض",
        line1: "طريق الملك فهد 1",
      },
      presentedKey: null,
    });
  }
});

test("a body with an unknown member is refused", () => {
  assert.equal(body.safeParse({ ...specified, amount: 1 }).success, false);
});

test("digits of the Arabic keyboard and direction marks are understood", () => {
  const typed = { ...specified, clientMobile: "\u200f٠٥٤٤٣٣٧٨٦٦", city: " جدة\u202e " };
  const { input } = toInput(typed);
  assert.deepEqual([Object(input).mobile, Object(input).city], ["+966544337866", "جدة"]);
});

const wrong: readonly [string, object, readonly string[]][] = [
  ["no mobile", { clientMobile: null }, ["clientMobile mobileMissing"]],
  ["a mobile of another country", { clientMobile: "+971501234567" }, ["clientMobile mobileInvalid"]],
  ["no e-mail", { clientEmail: " " }, ["clientEmail emailMissing"]],
  ["no right e-mail", { clientEmail: "noura@" }, ["clientEmail emailInvalid"]],
  ["no city", { city: "" }, ["city cityMissing"]],
  ["a city of digits", { city: "123" }, ["city cityInvalid"]],
  ["no first line", { line1: "" }, ["line1 line1Missing"]],
  ["a first line of one letter", { line1: "ط" }, ["line1 line1Invalid"]],
  [
    "nothing right at all",
    { clientEmail: "x", line1: "" },
    ["clientEmail emailInvalid", "line1 line1Missing"],
  ],
];

for (const [what, change, expected] of wrong) {
  test(`${what} is refused before Tamara is asked, by the field's name in the body`, () => {
    assert.throws(
      () => toInput({ ...specified, ...change }),
      (thrown) => {
        assert.ok(isProblem(thrown));
        assert.equal(thrown.code, "validation_failed");
        assert.deepEqual(
          thrown.fields?.map(({ path, code }) => `${path} ${code}`),
          expected,
        );
        return true;
      },
    );
  });
}

test("a redirect is the reply of Spec 7: status new, the checkout's id and address", () => {
  const answer = toReply({
    kind: "redirect",
    url: "https://checkout.tamara.co/checkout/c1",
    reference: "c1",
  });
  assert.deepEqual(reply.parse(answer), {
    status: "new",
    checkoutId: "c1",
    checkoutUrl: "https://checkout.tamara.co/checkout/c1",
    rejectReason: null,
  });
});

const reasons: readonly [string | null, string][] = [
  ["total_amount_invalid_limit", "amount_limit"],
  ["total_amount_invalid_limit_24hrs_gmv", "amount_limit"],
  ["invalid_phone_number", "phone_number"],
  ["tamara_disabled", "not_available"],
  ["hasOwnProperty", "not_available"],
  [null, "not_available"],
];

for (const [providerCode, rejectReason] of reasons) {
  test(`a checkout declined with ${providerCode} is reported as ${rejectReason}, never in Tamara's words`, () => {
    assert.deepEqual(reply.parse(toDeclined?.({ reason: "other", providerCode })), {
      status: "rejected",
      checkoutId: null,
      checkoutUrl: null,
      rejectReason,
    });
  });
}

test("any other end of the call is a bug", () => {
  const ended = { kind: "otp_sent", reference: "r", signature: "s", triesLeft: 5 } as const;
  assert.throws(() => toReply(ended), /cannot end in otp_sent/);
});
