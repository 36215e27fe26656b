import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import type { StartCall } from "../method-server.ts";
import { tabbyCalls } from "./calls.ts";
import { rejectReasons } from "./reject-reasons.ts";
import ar from "./strings.ar.json" with { type: "json" };
import en from "./strings.en.json" with { type: "json" };

const [call] = tabbyCalls;
assert.ok(call?.step === "start");
const { body, reply, toReply, toDeclined }: StartCall = call;
const toInput = (sent: object) => (call as StartCall).toInput(body.parse(sent) as never, undefined);

/** The payload of Spec 7, and nothing else. */
const specified = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  clientMobile: "0551234567",
  clientCountryCode: "SA",
  clientEmail: "otp.success@tabby.ai",
  clientName: "Noura Alotaibi",
  tabbyMobile: "0500000001",
  tabbyMobileCountryCode: "966",
  taxAmount: 0,
  defaultLang: "en",
  shipmentCity: "الرياض",
  shipmentAddress: "طريق الملك فهد",
};

test("the call stands at the address of Spec 7", () => {
  assert.equal(call.path, "POST /rest/pay/tabby/authorize");
});

test("the payload of Spec 7 is taken as it is, with or without what the guards ask for", () => {
  const guards = { transactionId: "t", signature: "s", emailSignature: null, agreementAccepted: true };
  for (const sent of [specified, { ...specified, ...guards }]) {
    assert.deepEqual(toInput(sent), {
      input: { mobile: "+966500000001", email: "otp.success@tabby.ai", language: "en" },
      presentedKey: null,
    });
  }
});

test("the language is Arabic when the page does not say", () => {
  const { defaultLang: _, ...rest } = specified;
  assert.equal(Object(toInput(rest).input).language, "ar");
});

for (const [what, change] of [
  ["a tax", { taxAmount: 15 }],
  ["the code of another country", { tabbyMobileCountryCode: "971" }],
  ["an unknown member", { amount: 1 }],
  ["another language", { defaultLang: "fr" }],
] as const) {
  test(`a body with ${what} is refused`, () => {
    assert.equal(body.safeParse({ ...specified, ...change }).success, false);
  });
}

for (const clientName of ["نورة العتيبي", "Noura O'Neill", "Noura العتيبي", "", null]) {
  test(`the name ${JSON.stringify(clientName)} is refused with the code of its own`, () => {
    assert.throws(
      () => toInput({ ...specified, clientName }),
      (thrown) => {
        assert.ok(isProblem(thrown));
        assert.equal(thrown.code, "english_name_required");
        assert.equal(thrown.fields?.[0]?.path, "clientName");
        return true;
      },
    );
  });
}

for (const clientName of ["Noura", "NOURA_2 al-otaibi", "x"]) {
  test(`the name ${clientName} is taken`, () => assert.ok(toInput({ ...specified, clientName })));
}

const wrong: readonly [string, object, readonly string[]][] = [
  ["no mobile", { tabbyMobile: "" }, ["tabbyMobile mobileMissing"]],
  ["a mobile of another country", { tabbyMobile: "+971501234567" }, ["tabbyMobile mobileInvalid"]],
  ["no e-mail", { clientEmail: null }, ["clientEmail emailMissing"]],
  ["no right e-mail", { clientEmail: "@tabby.ai" }, ["clientEmail emailInvalid"]],
];

for (const [what, change, expected] of wrong) {
  test(`${what} is refused before Tabby is asked, by the field's name in the body`, () => {
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

test("a redirect is the reply of Spec 7: status created, the session's id and address", () => {
  const answer = toReply({
    kind: "redirect",
    url: "https://checkout.tabby.ai/?sessionId=s1",
    reference: "s1",
  });
  assert.deepEqual(reply.parse(answer), {
    status: "created",
    paymentSessionId: "s1",
    url: "https://checkout.tabby.ai/?sessionId=s1",
    rejectReason: null,
  });
});

const reasons: readonly [string | null, string][] = [
  ...rejectReasons.map((reason): [string, string] => [reason, reason]),
  ["full_moon", "rejected"],
  ["bad_data", "rejected"],
  ["__proto__", "rejected"],
  [null, "rejected"],
];

for (const [providerCode, rejectReason] of reasons) {
  test(`a session declined with ${providerCode} has the reason ${rejectReason}, and there is a text for it`, () => {
    const answer = reply.parse(toDeclined?.({ reason: "other", providerCode }));
    assert.deepEqual(answer, { status: "rejected", paymentSessionId: null, url: null, rejectReason });
    for (const strings of [ar, en]) assert.ok(Object.hasOwn(strings, `tabby_${rejectReason}`));
  });
}

test("any other end of the call is a bug", () => {
  const ended = { kind: "otp_sent", reference: "r", signature: "s", triesLeft: 5 } as const;
  assert.throws(() => toReply(ended), /cannot end in otp_sent/);
});
