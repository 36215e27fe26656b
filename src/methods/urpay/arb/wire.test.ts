/** The gateway's messages as its guide shows them: what we send, and what we make of the answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { HttpRequest, HttpResult } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import { createTestClock } from "#test/clock.ts";
import { attemptContext } from "#test/simulated-provider.ts";
import type { AttemptContext } from "../../payment-method.ts";
import { toSend } from "../../provider-run.ts";
import type { ArbSettings } from "../settings.ts";
import { createArbProvider } from "./provider.ts";
import { decryptTrandata, encryptTrandata } from "./trandata.ts";

const requestKey = new Secret("0123456789abcdef0123456789abcdef");
const supportKey = new Secret("fedcba9876543210fedcba9876543210");

const settings: ArbSettings = {
  driver: "arb",
  baseUrl: "https://securepayments.example",
  purchasePath: "/pg/payment/hosted.htm",
  tranportalId: "IPAYlCR6qZF7q6w",
  tranportalPassword: new Secret("password-of-the-account"),
  requestKey,
  supportKey,
  trandata: { iv: Buffer.from("PGKEYENCDECIVSPC"), isUrlEncoded: true },
  pageOrigins: ["https://securepayments.example"],
  webhookKey: null,
};

/** A provider whose gateway gives these answers in this order. */
function withAnswers(...answers: readonly HttpResult[]) {
  const requests: HttpRequest[] = [];
  const http = async (request: HttpRequest): Promise<HttpResult> => {
    const answer = answers[requests.length];
    requests.push(request);
    assert.ok(answer, `an unexpected request: ${request.url}`);
    return answer;
  };
  const provider = createArbProvider(settings, { http, clock: createTestClock() });
  return { provider, requests };
}

const answer = (body: unknown, status = 200): HttpResult => ({
  kind: "answer",
  status,
  headers: {},
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** An answer with a hidden part, as the second key of the account opens it. */
const hidden = (transaction: object) =>
  answer([
    {
      tranid: "201931951332346",
      trandata: encryptTrandata(transaction, supportKey, settings.trandata),
      status: "1",
      error: null,
      errorText: null,
    },
  ]);

const data = { paymentId: "700212030953264091" };

const context = (changes: Partial<AttemptContext["attempt"]> = {}): AttemptContext =>
  attemptContext(Date.parse("2026-11-20T08:30:10Z"), { amount: minor(11_500), data, ...changes });

/** The hidden part of a request of ours. */
function opened(request: HttpRequest | undefined, key: Secret): unknown {
  const [{ trandata }] = JSON.parse(request?.body ?? "[{}]");
  return decryptTrandata(trandata, key, settings.trandata);
}

test("purchase: the guide's members, hidden under the first key; the password is nowhere else", async () => {
  const gateway = withAnswers(
    answer([
      {
        status: "1",
        result: "700212030953264091:https://securepayments.example/pg/URPaypage.htm",
        error: null,
        errorText: null,
      },
    ]),
  );
  const payment = context({ data: {} });
  const outcome = await gateway.provider.start(payment, { mobile: "+966512345678" });
  const [request] = gateway.requests;
  assert.equal(request?.url, "https://securepayments.example/pg/payment/hosted.htm");
  assert.equal(request?.headers?.["x-forwarded-for"], "192.0.2.7");
  assert.ok(!request?.body?.includes("password"));
  const [{ trandata, ...open }] = JSON.parse(request?.body ?? "[{}]");
  const { returnUrl } = payment;
  assert.deepEqual(open, { id: "IPAYlCR6qZF7q6w", responseURL: returnUrl, errorURL: returnUrl });
  assert.match(trandata, /^[0-9A-F]+$/);
  assert.deepEqual(opened(request, requestKey), {
    amt: "115.00",
    action: "1",
    password: "password-of-the-account",
    id: "IPAYlCR6qZF7q6w",
    currencyCode: "682",
    trackId: payment.attempt.id,
    mobileNumber: "512345678",
    responseURL: returnUrl,
    errorURL: returnUrl,
    udf1: payment.order.orderNumber,
    udf2: "",
    udf3: "",
    udf4: "",
    udf5: "",
  });
  assert.deepEqual(outcome, {
    kind: "redirect",
    url: "https://securepayments.example/pg/URPaypage.htm?PaymentID=700212030953264091",
    reference: "700212030953264091",
    data,
  });
});

test("a purchase that is refused is a decline with the gateway's code, wherever it stands", async () => {
  for (const [body, code, reason] of [
    [
      { status: "2", error: " IPAY0100124", errorText: "Problem occurred", result: null },
      "IPAY0100124",
      "other",
    ],
    [
      { status: "2", error: null, errorText: "!ERROR!-IPAY0100089-Invalid.", result: null },
      "IPAY0100089",
      "rejected_by_provider",
    ],
    [
      { status: "2", error: "IPAY0100045", errorText: "null", result: "null" },
      "IPAY0100045",
      "suspected_fraud",
    ],
  ] as const) {
    const outcome = await withAnswers(answer([body])).provider.start(context(), { mobile: "+966512345678" });
    assert.ok(outcome.kind === "declined", JSON.stringify(outcome));
    assert.deepEqual([outcome.providerCode, outcome.reason], [code, reason]);
  }
});

test("inquiry: by our own name, hidden under the second key", async () => {
  const payment = context();
  const gateway = withAnswers(
    hidden({ result: "CAPTURED", trackId: payment.attempt.id, transId: 1, amt: "115.0" }),
  );
  await gateway.provider.check(payment);
  assert.equal(gateway.requests[0]?.url, "https://securepayments.example/pg/payment/tranportal.htm");
  assert.deepEqual(opened(gateway.requests[0], supportKey), {
    amt: "115.00",
    action: "8",
    trackId: payment.attempt.id,
    udf5: "TrackID",
    transId: payment.attempt.id,
    password: "password-of-the-account",
    id: "IPAYlCR6qZF7q6w",
    currencyCode: "682",
  });
});

const found = (changes: object) => ({
  paymentId: 700212030953264091n.toString(),
  date: "1221",
  udf1: "",
  udf5: "TrackID",
  transId: "201931951332346",
  ref: "935110000001",
  authRespCode: "00",
  authCode: "000000",
  cardType: "",
  amt: "115.0",
  ...changes,
});

test("every result means one thing, and a word that no document lists is pending", async () => {
  const payment = context();
  const trackId = payment.attempt.id;
  const money = { amount: 11_500, currency: "SAR" };
  const captured = { kind: "captured", reference: "201931951332346", money };
  for (const [changes, expected] of [
    [{ result: "CAPTURED" }, captured],
    [{ result: "success" }, captured],
    [
      { result: "success", authRespCode: "05" },
      { kind: "unknown", why: "success", isUnderWay: true },
    ],
    [
      { result: "NOT CAPTURED", authRespCode: "51" },
      { kind: "declined", reason: "insufficient_funds", providerCode: "51" },
    ],
    [
      { result: "NOT CAPTURED", authRespCode: "null", error: "IPAY0100049" },
      { kind: "declined", reason: "rejected_by_provider", providerCode: "IPAY0100049" },
    ],
    [
      { result: "DENIED BY RISK", authRespCode: "" },
      { kind: "declined", reason: "suspected_fraud", providerCode: "DENIED BY RISK" },
    ],
    [{ result: "VOIDED" }, { kind: "closed", as: "cancelled", providerCode: "VOIDED" }],
    [{ result: "HOST TIMEOUT" }, { kind: "unknown", why: "HOST TIMEOUT", isUnderWay: true }],
    [{ result: "PROCESSING" }, { kind: "unknown", why: "PROCESSING", isUnderWay: true }],
    [{ result: "ON HOLD" }, { kind: "unknown", why: "ON HOLD", isUnderWay: true }],
  ] as const) {
    const outcome = await withAnswers(hidden(found({ trackId, ...changes }))).provider.check(payment);
    assert.deepEqual(outcome, expected, JSON.stringify(changes));
  }
});

test("a captured payment whose numbers cannot be read, or of another name, is unknown", async () => {
  const payment = context();
  const trackId = payment.attempt.id;
  for (const changes of [
    { result: "CAPTURED", trackId, amt: "" },
    { result: "CAPTURED", trackId, amt: "1.155e2" },
    { result: "CAPTURED", trackId, transId: "null" },
    { result: "CAPTURED", trackId: "another" },
  ]) {
    const outcome = await withAnswers(hidden(found(changes))).provider.check(payment);
    assert.equal(outcome.kind, "unknown", JSON.stringify(changes));
  }
});

test("a transaction that is not there is open while the buyer may be on the page, else not found", async () => {
  const nothing = answer([
    { status: "2", error: null, errorText: "!ERROR!-IPAY0100263-Transaction not found." },
  ]);
  assert.deepEqual(await withAnswers(nothing).provider.check(context()), { kind: "pending" });
  assert.deepEqual(await withAnswers(nothing).provider.check(context({ data: {} })), { kind: "not_found" });
});

test("an inquiry that fails says nothing of the payment", async () => {
  for (const result of [
    answer([{ status: "2", error: "IPAY0100015", errorText: "password" }]),
    answer([{ status: "2", error: "IPAY0300122", errorText: "read timeout" }]),
    answer([{ status: "2", error: null, errorText: null }]),
    answer([{ status: "1", trandata: "00FF" }]),
    answer([
      {
        status: "1",
        trandata: encryptTrandata(found({ result: "CAPTURED" }), requestKey, settings.trandata),
      },
    ]),
    answer("<html>busy</html>", 502),
    answer("not JSON"),
    { kind: "no_answer", reason: "timeout" } as const,
  ]) {
    assert.equal(
      (await withAnswers(result).provider.check(context())).kind,
      "unknown",
      JSON.stringify(result),
    );
  }
  assert.equal((await withAnswers(answer("", 403)).provider.check(context())).kind, "not_sent");
});

test("refund: asked about first, then made under its own name against the purchase's", async () => {
  const payment = context();
  const nothing = answer([{ status: "2", error: "IPAY0100263", errorText: "" }]);
  const refund = toSend({ id: "rf0000000001", amount: minor(5_000) });
  const done = hidden(
    found({ result: "CAPTURED", trackId: refund.id, amt: "50.0", transId: "201931951332399" }),
  );
  const expected = { kind: "refunded", reference: "201931951332399", amount: 5_000, currency: "SAR" };
  const first = withAnswers(nothing, done);
  assert.deepEqual(await first.provider.refund?.(payment, refund), expected);
  assert.deepEqual(opened(first.requests[1], supportKey), {
    amt: "50.00",
    action: "2",
    trackId: refund.id,
    udf5: "TrackID",
    transId: payment.attempt.id,
    password: "password-of-the-account",
    id: "IPAYlCR6qZF7q6w",
    currencyCode: "682",
  });
  assert.deepEqual(await withAnswers(done).provider.refund?.(payment, refund), expected);
  const used = answer([{ status: "2", error: "IPAY0100293", errorText: "duplicate" }]);
  assert.deepEqual(await withAnswers(nothing, used, done).provider.refund?.(payment, refund), expected);
  const lost = await withAnswers(nothing, used, nothing).provider.refund?.(payment, refund);
  assert.equal(lost?.kind, "unknown");
  const timedOut = answer([{ status: "2", error: "IPAY0300122", errorText: "read timeout" }]);
  const inDoubt = await withAnswers(nothing, timedOut).provider.refund?.(payment, refund);
  assert.equal(inDoubt?.kind, "unknown");
  const unasked = await withAnswers({ kind: "no_answer", reason: "timeout" }).provider.refund?.(
    payment,
    refund,
  );
  assert.equal(unasked?.kind, "not_sent");
  const byHand = await withAnswers(
    nothing,
    hidden(found({ result: "PROCESSING", trackId: refund.id })),
  ).provider.refund?.(payment, refund);
  assert.equal(byHand?.kind, "pending");
});
