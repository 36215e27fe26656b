/** The console's calls against the real server, by a person with a second factor. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { issueInvoice, payByCard } from "#test/app-harness.ts";
import { type Cookie, cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";
import { CallFailure, call } from "../calls/call.ts";
import { type Asked, answerGate, onAsked } from "./gate.ts";
import { type Proven, prove } from "./prove.ts";

let shop: Shop;
let email: string;
let totp: TOTP;
let paper: readonly string[];
let cookie: Cookie;
const fetchBefore = globalThis.fetch;

/** As a browser does: the cookie goes with each request, and one that is set replaces it. */
const browserFetch: typeof fetch = async (address, { method = "GET", headers, body } = {}) => {
  const isForm = body instanceof URLSearchParams;
  const answer = await shop.send(String(address), {
    method: method as "GET",
    cookie,
    ...(isForm && { form: Object.fromEntries(body) }),
    ...(typeof body === "string" && { json: JSON.parse(body) }),
    headers: headers as Record<string, string>,
  });
  cookie = cookieOf(answer) || cookie;
  return new Response(answer.body, { status: answer.statusCode });
};

before(async () => {
  shop = await startShop();
  email = await shop.addPerson("owner");
  cookie = await shop.signIn(email);
  const begun = await shop.send("/second-factor/set-up", { cookie, form: {} });
  const secret = /<code><bdi dir="ltr">([A-Z2-7 ]+)</.exec(begun.body)?.[1]?.replaceAll(" ", "") ?? "";
  totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const confirmed = await shop.send("/second-factor/confirm", { cookie, form: { code: freshCode() } });
  cookie = cookieOf(confirmed);
  paper = [...confirmed.body.matchAll(/>([a-z2-9]{5}-[a-z2-9]{5})</g)].map(([, code]) => code ?? "");
  globalThis.fetch = browserFetch;
  Object.assign(globalThis, { window: {}, document: { documentElement: { lang: "ar" } } });
});
after(async () => {
  globalThis.fetch = fetchBefore;
  for (const name of ["document", "window"]) Reflect.deleteProperty(globalThis, name);
  await shop?.[Symbol.asyncDispose]();
});

/** Each code counts once: the next one is of a later step. */
function freshCode(): string {
  shop.clock.advance(60_000);
  return totp.generate({ timestamp: shop.clock.now() });
}

const arabicDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

/** Answers what the gate asks once, as the dialog does; gives what was asked and how it went. */
function answerOnce(typed: { readonly password: string; readonly code: string }) {
  const went: (Asked | Proven)[] = [];
  const stop = onAsked((asked) => {
    if (asked === null) return;
    stop();
    went.push(asked);
    void prove(asked, { name: email, ...typed }).then((proven) => {
      went.push(proven);
      answerGate(proven === "proven");
    });
  });
  return went;
}

async function refund(orderNumber: string, idempotencyKey: string) {
  return await call(
    "POST /api/v1/invoices/:orderNumber/refunds",
    { params: { orderNumber }, body: { amount: "10.00" } },
    { shop: shop.merchantId, idempotencyKey },
  );
}

async function paidOrder(): Promise<string> {
  const orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
  return orderNumber;
}

test("a person with a second factor refunds once, with the code in Arabic-Indic digits, after ten minutes", async () => {
  const orderNumber = await paidOrder();
  shop.clock.advance(11 * 60_000);
  const went = answerOnce({ password: testPassword, code: arabicDigits(freshCode()) });
  const made = await refund(orderNumber, "refund-with-a-code");
  assert.deepEqual(went, ["stale", "proven"]);
  assert.equal(made.state, "refunded");
  const { items } = await call(
    "GET /api/v1/invoices/:orderNumber/refunds",
    { params: { orderNumber } },
    { shop: shop.merchantId },
  );
  assert.equal(items.length, 1);
});

test("without the code the refund is not made, and the answer is that one is needed", async () => {
  const orderNumber = await paidOrder();
  shop.clock.advance(11 * 60_000);
  const went = answerOnce({ password: testPassword, code: "" });
  await assert.rejects(
    refund(orderNumber, "refund-without-a-code"),
    (error) => error instanceof CallFailure && error.code === "reauthentication_required",
  );
  assert.deepEqual(went, ["stale", "code_needed"]);
  assert.equal(await prove("stale", { name: email, password: "another one", code: freshCode() }), "wrong");
});

test("after the session has ended the call continues with password and a recovery code, digits in either writing", async () => {
  const orderNumber = await paidOrder();
  shop.clock.advance(40 * 60_000);
  assert.equal(await prove("ended", { name: email, password: testPassword, code: "" }), "code_needed");
  const went = answerOnce({ password: testPassword, code: arabicDigits(paper[0] ?? "").toUpperCase() });
  assert.equal((await refund(orderNumber, "refund-after-the-end")).state, "refunded");
  assert.deepEqual(went, ["ended", "proven"]);
});

test("a session that ends while the dialog asks for a confirmation is opened again by the same answer", async () => {
  cookie = "";
  assert.equal(await prove("stale", { name: email, password: testPassword, code: freshCode() }), "proven");
});
