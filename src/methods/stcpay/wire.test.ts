/** STC Pay's messages as its clients write them down: what we send, and what we make of the answers. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { minor } from "#core/money.ts";
import type { HttpRequest, HttpResult, Log } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { createTestClock } from "#test/clock.ts";
import { selfSigned } from "#test/self-signed.ts";
import { attemptContext } from "#test/simulated-provider.ts";
import type { AttemptContext } from "../payment-method.ts";
import { toSend } from "../provider-run.ts";
import { createStcPayProvider } from "./provider.ts";
import { reasonsByCode } from "./reason-codes.ts";
import type { StcPaySettings } from "./settings.ts";

const service = "https://b2b.example/B2B.DirectPayment.WebApi/DirectPayment/V4";

const settings: StcPaySettings = {
  baseUrl: "https://b2b.example",
  clientCode: "61286911616",
  certificate: null,
  branchId: "1",
  tellerId: "2",
  deviceId: "3",
  refundPath: "/B2B.DirectPayment.WebApi/DirectPayment/V4/RefundPayment",
};

/** A provider whose STC Pay gives these answers in this order. */
function withAnswers(...answers: readonly HttpResult[]) {
  const requests: HttpRequest[] = [];
  const http = async (request: HttpRequest): Promise<HttpResult> => {
    const answer = answers[requests.length];
    requests.push(request);
    assert.ok(answer, `an unexpected request: ${request.url}`);
    return answer;
  };
  const provider = createStcPayProvider(settings, { http, clock: createTestClock() });
  const sent = (index: number) => ({
    url: requests[index]?.url,
    body: JSON.parse(requests[index]?.body ?? "null"),
  });
  return { provider, requests, sent };
}

const answer = (body: unknown, status = 200): HttpResult => ({
  kind: "answer",
  status,
  headers: {},
  body: typeof body === "string" ? body : JSON.stringify(body),
});

const data = { otpReference: "UMSCPwTVAnJXZhDJHeQO", paymentReference: "1262678035888" };

const context = (changes: Partial<AttemptContext["attempt"]> = {}): AttemptContext =>
  attemptContext(Date.parse("2026-11-20T08:30:10Z"), { amount: minor(11_500), ...changes });

const code = { code: new Secret("123456") };

test("Authorize: all members that STC Pay requires, the mobile without a plus, the amount as decimal text", async () => {
  const gateway = withAnswers(
    answer({
      DirectPaymentAuthorizeV4ResponseMessage: {
        OtpReference: data.otpReference,
        STCPayPmtReference: data.paymentReference,
        ExpiryDuration: 300,
      },
    }),
  );
  const payment = context();
  const outcome = await gateway.provider.start(payment, { mobile: "+966539342897" });
  assert.deepEqual(gateway.sent(0), {
    url: `${service}/DirectPaymentAuthorize`,
    body: {
      DirectPaymentAuthorizeV4RequestMessage: {
        BranchID: "1",
        TellerID: "2",
        DeviceID: "3",
        RefNum: payment.attempt.id,
        BillNumber: payment.order.orderNumber,
        MobileNo: "966539342897",
        Amount: "115.00",
        MerchantNote: "متجر النخيل",
      },
    },
  });
  assert.equal(gateway.requests[0]?.headers?.["x-clientcode"], "61286911616");
  assert.ok(outcome.kind === "otp_sent");
  assert.equal(outcome.data?.["otpReference"], data.otpReference);
  assert.equal(outcome.data?.["paymentReference"], data.paymentReference);
});

test("Confirm: both references and the code; the answer states the money", async () => {
  const payment = context({ step: "confirm", data });
  const gateway = withAnswers(
    answer({
      DirectPaymentConfirmV4ResponseMessage: {
        MerchantID: "61286911616",
        BranchID: "1",
        TellerID: "2",
        DeviceID: "3",
        RefNum: payment.attempt.id,
        STCPayRefNum: "2007064530",
        TokenId: "",
        Amount: 115.0,
        PaymentDate: "2020-07-06T17:34:15.24",
        PaymentStatus: 2,
        PaymentStatusDesc: "Paid",
      },
    }),
  );
  const outcome = await gateway.provider.confirm?.(payment, code);
  assert.deepEqual(gateway.sent(0), {
    url: `${service}/DirectPaymentConfirm`,
    body: {
      DirectPaymentConfirmV4RequestMessage: {
        OtpReference: data.otpReference,
        OtpValue: "123456",
        STCPayPmtReference: data.paymentReference,
        TokenReference: "",
        TokenizeYn: false,
      },
    },
  });
  assert.deepEqual(outcome, {
    kind: "captured",
    reference: "2007064530",
    money: { amount: 11_500, currency: "SAR" },
  });
});

const listed = (refNum: string, changes: object = {}) => ({
  MerchantID: "61286911616",
  BranchID: "1",
  TellerID: "2",
  DeviceID: "3",
  RefNum: refNum,
  STCPayRefNum: 2007064530,
  Amount: "115.00",
  AmountReversed: 0,
  PaymentDate: "2020-07-06T17:34:15.24",
  PaymentStatus: 2,
  PaymentStatusDesc: "Paid",
  ...changes,
});

const list = (...payments: readonly object[]) =>
  answer({ PaymentInquiryV4ResponseMessage: { TransactionList: payments } });

test("PaymentInquiry: by our name of the payment; every status means one thing, an unlisted one is pending", async () => {
  const { attempt } = context();
  for (const [status, expected] of [
    [1, { kind: "pending" }],
    [2, { kind: "captured", reference: "2007064530", money: { amount: 11_500, currency: "SAR" } }],
    [3, { kind: "pending" }],
    [4, { kind: "closed", as: "cancelled", providerCode: "4" }],
    [5, { kind: "closed", as: "expired", providerCode: "5" }],
    [77, { kind: "pending" }],
  ] as const) {
    const gateway = withAnswers(list(listed(attempt.id, { PaymentStatus: status })));
    assert.deepEqual(await gateway.provider.check({ ...context(), attempt }), expected, String(status));
    assert.deepEqual(gateway.sent(0), {
      url: `${service}/PaymentInquiry`,
      body: { PaymentInquiryV4RequestMessage: { RefNum: attempt.id } },
    });
  }
});

test("the inquiry's other payments are not ours; two paid ones are reported as all that was taken", async () => {
  const payment = context({ step: "confirm" });
  const ours = listed(payment.attempt.id);
  const other = withAnswers(list(listed("another")));
  assert.deepEqual(await other.provider.check(payment), { kind: "not_found" });
  const twice = await withAnswers(list(ours, ours)).provider.check(payment);
  assert.ok(twice.kind === "captured" && twice.money.amount === 23_000);
  const retried = await withAnswers(
    list(listed(payment.attempt.id, { PaymentStatus: 5 }), ours),
  ).provider.check(payment);
  assert.ok(retried.kind === "captured" && retried.money.amount === 11_500);
});

test("a paid payment whose numbers cannot be read is unknown, never paid and never declined", async () => {
  const payment = context({ step: "confirm" });
  for (const changes of [
    { Amount: "a lot" },
    { Amount: 11.505 },
    { STCPayRefNum: null },
    { AmountReversed: null },
  ]) {
    const outcome = await withAnswers(list(listed(payment.attempt.id, changes))).provider.check(payment);
    assert.equal(outcome.kind, "unknown", JSON.stringify(changes));
  }
});

test("each code with a reason is a decline with it, with HTTP 403 as with 200; only a wrong code may be typed again", async () => {
  for (const [given, reason] of Object.entries(reasonsByCode)) {
    for (const status of [403, 200]) {
      const gateway = withAnswers(answer({ Code: Number(given), Text: "words of STC Pay", Type: 0 }, status));
      const outcome = await gateway.provider.confirm?.(context({ step: "confirm", data }), code);
      assert.ok(outcome?.kind === "declined", given);
      assert.deepEqual([outcome.reason, outcome.providerCode], [reason, given]);
      assert.equal(outcome.retryable, reason === "otp_wrong" ? true : undefined);
    }
  }
});

test("a refusal without a reason is believed only when the payment is not paid", async () => {
  const payment = context({ step: "confirm", data });
  const refusal = (given: number) => answer({ Code: given, Text: "Payment is already paid", Type: 0 }, 403);
  const nothing = refusal(2006);
  for (const given of [2009, 2000, 2037, 9999]) {
    const paid = await withAnswers(refusal(given), list(listed(payment.attempt.id))).provider.confirm?.(
      payment,
      code,
    );
    assert.equal(paid?.kind, "captured", String(given));
    const lost = await withAnswers(refusal(given), answer("", 200)).provider.confirm?.(payment, code);
    assert.equal(lost?.kind, "unknown", String(given));
    // The question was not sent, the code was: this is no certainty that nothing was charged.
    const unasked = withAnswers(refusal(given), { kind: "not_sent", reason: "ECONNREFUSED" });
    assert.equal((await unasked.provider.confirm?.(payment, code))?.kind, "unknown", String(given));
  }
  const refused = await withAnswers(refusal(2037), nothing).provider.confirm?.(payment, code);
  assert.ok(refused?.kind === "declined" && refused.reason === "other");
  const contradiction = await withAnswers(refusal(2009), nothing).provider.confirm?.(payment, code);
  assert.equal(contradiction?.kind, "unknown");
});

test("answers that prove nothing are unknown; those from in front of STC Pay were not carried out", async () => {
  const payment = context({ step: "confirm", data });
  for (const [result, expected] of [
    [answer("", 200), "unknown"],
    [answer("<html>busy</html>", 502), "unknown"],
    [answer({ Code: 2000, Text: "down", Type: 0 }, 500), "unknown"],
    [answer({ DirectPaymentConfirmV4ResponseMessage: { RefNum: payment.attempt.id } }), "unknown"],
    [answer({ DirectPaymentConfirmV4ResponseMessage: listed("another") }), "unknown"],
    [{ kind: "no_answer", reason: "timeout" }, "unknown"],
    [{ kind: "not_sent", reason: "ECONNREFUSED" }, "not_sent"],
    [answer("<html>forbidden</html>", 403), "not_sent"],
    [answer("", 401), "not_sent"],
    [answer("", 429), "not_sent"],
  ] as const) {
    const outcome = await withAnswers(result).provider.confirm?.(payment, code);
    assert.equal(outcome?.kind, expected, JSON.stringify(result));
  }
});

test("RefundPayment: STC Pay's own number and decimal text", async () => {
  const payment = context();
  const gateway = withAnswers(
    list(listed(payment.attempt.id, { AmountReversed: "10.00" })),
    answer({ RefundPaymentResponseMessage: { NewSTCPayRefNum: "2007064599" } }),
  );
  const outcome = await gateway.provider.refund?.(
    payment,
    toSend({ id: "rf1", amount: minor(5_000), refundedBefore: minor(1_000) }),
  );
  assert.deepEqual(gateway.sent(1), {
    url: `${service}/RefundPayment`,
    body: { RefundPaymentRequestMessage: { STCPayRefNum: "2007064530", Amount: "50.00" } },
  });
  assert.deepEqual(outcome, { kind: "refunded", reference: "2007064599", amount: 5_000, currency: "SAR" });
});

test("the client certificate proves the merchant to STC Pay", async (t) => {
  const server = selfSigned();
  const client = selfSigned();
  const seen: unknown[] = [];
  const tls = createServer(
    {
      cert: server.certPem,
      key: server.keyPem,
      ca: client.certPem,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const socket = request.socket as TLSSocket;
      seen.push(socket.authorized, request.headers["x-clientcode"]);
      response.end(JSON.stringify({ PaymentInquiryV4ResponseMessage: { TransactionList: [] } }));
    },
  );
  tls.listen(0, "127.0.0.1");
  await once(tls, "listening");
  t.after(() => {
    tls.closeAllConnections();
    tls.close();
  });
  const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { http, close } = createHttpClient({ log, trustedCaPem: server.certPem });
  t.after(close);
  const baseUrl = `https://localhost:${(tls.address() as AddressInfo).port}`;
  const build = (certificate: StcPaySettings["certificate"]) =>
    createStcPayProvider({ ...settings, baseUrl, certificate }, { http, clock: createTestClock() });
  const payment = context({ step: "confirm" });
  const own = { certPem: client.certPem, keyPem: new Secret(client.keyPem) };
  assert.deepEqual(await build(own).check(payment), { kind: "not_found" });
  assert.deepEqual(seen, [true, "61286911616"]);
  assert.notEqual((await build(null).check(payment)).kind, "not_found");
  assert.equal(seen.length, 2);
});
