/** Confirming an e-mail address over real SMTP: what a buyer gets, and what a guesser gets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { limits } from "#core/limits.ts";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";

const buyer = "noura@example.com";
const digitalLine = {
  title: "كتاب إلكتروني",
  quantity: 1,
  unitPrice: "39.00",
  vatRate: "15",
  isDigital: true,
};

const issueDigital = (test: TestApp): Promise<string> => issueInvoice(test, { lines: [digitalLine] });

function register(
  test: TestApp,
  orderNumber: string,
  email = buyer,
  query = "",
): Promise<LightMyRequestResponse> {
  return post(test, `/rest/pay/registerClientEmail/${orderNumber}${query}`, { email, emailType: "EmailOtp" });
}

function confirm(
  test: TestApp,
  orderNumber: string,
  guess: { readonly otp: string; readonly signature: string; readonly email?: string },
): Promise<LightMyRequestResponse> {
  const body = { email: buyer, emailType: "EmailOtp", ...guess };
  return post(test, `/rest/pay/confirmClientEmail/${orderNumber}`, body);
}

/** The code of the newest mail to an address. */
function codeTo(test: TestApp, address = buyer): string {
  const [mail] = test.mail.list(address);
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? "")?.[0];
  assert.ok(code, "no code came");
  return code;
}

/** Asks for a code and gives all that is needed to confirm with it. */
async function askForCode(
  test: TestApp,
  orderNumber: string,
  email = buyer,
): Promise<{ otp: string; signature: string; email: string }> {
  const reply = await register(test, orderNumber, email);
  assert.equal(reply.statusCode, 200, reply.body);
  return { otp: codeTo(test, email), signature: reply.json().signature, email };
}

/** Another code than this one. */
const wrong = (otp: string): string => (otp === "000000" ? "000001" : "000000");

async function standing(test: TestApp, orderNumber: string): Promise<string | null> {
  const order = await test.db.kysely
    .selectFrom("orders")
    .select(["client_validated_at", "client_validated_email"])
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  assert.equal(order.client_validated_at === null, order.client_validated_email === null);
  return order.client_validated_email;
}

test("a digital order is paid after its address was confirmed by the code of a mail, and not before", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  const session = await prepareSession(app, orderNumber);
  const payment = gatewayBody(await loadModel(app, orderNumber), session);
  assert.equal((await post(app, "/rest/pay/openGateway", payment)).json().code, "email_not_verified");

  const asked = await register(app, orderNumber);
  assert.deepEqual(Object.keys(asked.json()).sort(), ["emailType", "signature", "success"]);
  assert.equal(asked.json().emailType, "EmailOtp");
  const confirmed = await confirm(app, orderNumber, {
    otp: codeTo(app),
    signature: asked.json().signature,
  });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  assert.deepEqual(Object.keys(confirmed.json()).sort(), ["signature", "success"]);
  assert.equal(await standing(app, orderNumber), buyer);
  assert.equal((await loadModel(app, orderNumber)).order.validatedClient, true);

  const paid = await post(app, "/rest/pay/openGateway", {
    ...payment,
    emailSignature: confirmed.json().signature,
  });
  assert.equal(paid.json().statusCode, 200, paid.body);
});

test("the proof opens its own order alone, and for a day", async () => {
  await using app = await startTestApp();
  const [mine, late, other] = [await issueDigital(app), await issueDigital(app), await issueDigital(app)];
  const proof = async (orderNumber: string): Promise<string> =>
    (await confirm(app, orderNumber, await askForCode(app, orderNumber))).json().signature;
  const [ofMine, ofLate] = [await proof(mine), await proof(late)];
  // The order's own mark is taken away, so that the proof alone speaks.
  await app.db.kysely
    .updateTable("orders")
    .set({ client_validated_at: null, client_validated_email: null })
    .execute();
  const pay = async (orderNumber: string, emailSignature: string): Promise<string> => {
    const session = await prepareSession(app, orderNumber);
    const body = gatewayBody(await loadModel(app, orderNumber), session);
    const reply = await post(app, "/rest/pay/openGateway", { ...body, emailSignature });
    return reply.json().code ?? reply.json().statusCode;
  };
  assert.equal(await pay(other, ofMine), "email_not_verified");
  // The clock runs meanwhile: a busy machine needs seconds for what is done in between.
  app.clock.advance(24 * 60 * 60_000 - 60_000);
  assert.equal(await pay(mine, ofMine), 200);
  app.clock.advance(61_000);
  assert.equal(await pay(late, ofLate), "email_not_verified");
});

test("digits of the Arabic scripts and other letter case of the address are the same code and address", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  const { otp, signature } = await askForCode(app, orderNumber);
  const arabic = otp.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
  const reply = await confirm(app, orderNumber, {
    otp: ` ${arabic} `,
    signature,
    email: "NOURA@example.com",
  });
  assert.equal(reply.statusCode, 200, reply.body);
});

test("five guesses, then even the right code is refused until a new one is asked for", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  const asked = await askForCode(app, orderNumber);
  for (let guess = 0; guess < limits.emailCodeGuesses; guess += 1) {
    const reply = await confirm(app, orderNumber, { ...asked, otp: wrong(asked.otp) });
    assert.equal(reply.statusCode, 403, reply.body);
    assert.equal(reply.json().code, "email_code_wrong");
  }
  const locked = await confirm(app, orderNumber, asked);
  assert.equal(locked.statusCode, 429);
  assert.equal(locked.json().code, "otp_locked");
  assert.equal(await standing(app, orderNumber), null);
  assert.equal((await confirm(app, orderNumber, await askForCode(app, orderNumber))).statusCode, 200);
});

test("guesses side by side are counted before they are looked at", async () => {
  await using app = await startTestApp({ poolSize: 20 });
  const orderNumber = await issueDigital(app);
  const asked = await askForCode(app, orderNumber);
  const guesses = Array.from({ length: 40 }, () => ({ ...asked, otp: wrong(asked.otp) }));
  const replies = await Promise.all(guesses.map((guess) => confirm(app, orderNumber, guess)));
  const codes = replies.map((reply) => reply.json().code);
  assert.equal(codes.filter((code) => code === "email_code_wrong").length, limits.emailCodeGuesses);
  assert.equal(codes.filter((code) => code === "otp_locked").length, 40 - limits.emailCodeGuesses);
});

test("a right code sent many times at once confirms once", async () => {
  await using app = await startTestApp({ poolSize: 10 });
  const orderNumber = await issueDigital(app);
  const asked = await askForCode(app, orderNumber);
  const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(app, orderNumber, asked)));
  assert.equal(replies.filter((reply) => reply.statusCode === 200).length, 1);
  assert.equal(await standing(app, orderNumber), buyer);
});

test("a used code confirms nothing again", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  const asked = await askForCode(app, orderNumber);
  assert.equal((await confirm(app, orderNumber, asked)).statusCode, 200);
  assert.equal((await confirm(app, orderNumber, asked)).json().code, "email_already_confirmed");
  const again = await register(app, orderNumber, "thief@example.com");
  assert.deepEqual([again.statusCode, again.json().code], [409, "email_already_confirmed"]);
  assert.match(
    again.json().error,
    /confirmed already\. You can continue to the payment\.$|سبق تأكيد البريد الإلكتروني/,
  );
  assert.doesNotMatch(again.body, /noura@/);
  assert.equal(app.mail.list("thief@example.com").length, 0);
  await app.db.kysely.updateTable("orders").set({ client_validated_at: null }).execute();
  assert.equal((await confirm(app, orderNumber, asked)).json().code, "email_code_wrong");
});

test("a code is good for its order, its address, its request and its time, and one refusal says nothing of which", async () => {
  await using app = await startTestApp();
  const [mine, other] = [await issueDigital(app), await issueDigital(app)];
  const older = await askForCode(app, mine);
  const asked = await askForCode(app, mine);
  const elsewhere = await askForCode(app, other);
  const texts = new Set<string>();
  for (const guess of [
    { ...asked, otp: elsewhere.otp === asked.otp ? wrong(asked.otp) : elsewhere.otp },
    { ...asked, signature: elsewhere.signature },
    elsewhere,
    { ...asked, email: "thief@example.com" },
    { ...asked, signature: "A".repeat(43) },
    older,
  ]) {
    const reply = await confirm(app, mine, guess);
    assert.equal(reply.statusCode, 403, reply.body);
    texts.add(reply.json().error);
  }
  app.clock.advance(10 * 60_000);
  const expired = await confirm(app, mine, asked);
  assert.equal(expired.statusCode, 403);
  texts.add(expired.json().error);
  assert.equal(texts.size, 1);
  assert.equal(await standing(app, mine), null);
});

test("who did not ask for the code cannot use up the buyer's guesses", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  const asked = await askForCode(app, orderNumber);
  for (let guess = 0; guess < 10; guess += 1)
    await confirm(app, orderNumber, { otp: wrong(asked.otp), signature: "B".repeat(43) });
  assert.equal((await confirm(app, orderNumber, asked)).statusCode, 200);
});

test("an order asks for three codes in an hour and ten in its life", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  const addresses = Array.from({ length: 20 }, (_, index) => `buyer${index}@example.com`);
  const statuses: number[] = [];
  for (const [index, address] of addresses.entries()) {
    if (index > 0 && index % 4 === 0) app.clock.advance(60 * 60_000 + 1);
    statuses.push((await register(app, orderNumber, address)).statusCode);
  }
  const hour = [200, 200, 200, 429];
  assert.deepEqual(statuses, [...hour, ...hour, ...hour, 200, 409, 409, 409, 409, 409, 409, 409]);
  assert.equal(app.mail.list().length, limits.emailCodesPerOrder);
});

test("a refusal says when the next code can be asked for; the one after the last code promises no time", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  await register(app, orderNumber);
  app.clock.advance(20 * 60_000);
  for (let index = 1; index < limits.emailCodesPerOrderPerHour; index += 1) await register(app, orderNumber);
  const refused = await register(app, orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "too_many_attempts"], refused.body);
  const seconds = refused.json().retryAfter;
  assert.ok(seconds <= 40 * 60 && seconds > 38 * 60, refused.body);
  app.clock.advance(seconds * 1000);
  for (let sent = limits.emailCodesPerOrderPerHour; sent < limits.emailCodesPerOrder; sent += 1) {
    assert.equal((await register(app, orderNumber)).statusCode, 200);
    app.clock.advance(60 * 60_000);
  }
  for (const [language, says] of [
    ["ar", /تواصل مع المتجر/],
    ["en", /contact the shop/],
  ] as const) {
    const last = await register(app, orderNumber, buyer, `?lang=${language}`);
    assert.deepEqual([last.statusCode, last.json().code], [409, "email_codes_used_up"], last.body);
    assert.equal(last.headers["retry-after"], undefined);
    assert.match(last.json().error, says);
    app.clock.advance(60 * 60_000);
  }
});

test("requests side by side do not pass the order's limit", async () => {
  await using app = await startTestApp({ poolSize: 10 });
  const orderNumber = await issueDigital(app);
  const replies = await Promise.all(Array.from({ length: 12 }, () => register(app, orderNumber)));
  assert.equal(replies.filter((reply) => reply.statusCode === 200).length, limits.emailCodesPerOrderPerHour);
  assert.equal(app.mail.list().length, limits.emailCodesPerOrderPerHour);
});

test("a mailbox gets five codes in an hour over all orders, however its address is spelled; the answer stays the same", async () => {
  await using app = await startTestApp({ poolSize: 10 });
  const orders = await Promise.all(Array.from({ length: 8 }, () => issueDigital(app)));
  const replies = await Promise.all(
    orders.map((order, index) =>
      register(app, order, `${index % 2 ? "Noura" : "noura"}+${index}@example.com`),
    ),
  );
  for (const reply of replies) {
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.json().signature.length, 51);
  }
  assert.equal(app.mail.list().length, limits.emailCodesPerMailboxPerHour);
  app.clock.advance(60 * 60_000 + 1);
  await register(app, orders[0] ?? "", "noura@example.com");
  assert.equal(app.mail.list("noura@example.com").length, 1);
});

test("an address that does not exist gets the same answer as one that does", async () => {
  await using app = await startTestApp();
  const there = await register(app, await issueDigital(app));
  const gone = await register(app, await issueDigital(app), "refused@example.com");
  assert.equal(gone.statusCode, there.statusCode);
  assert.equal(gone.json().signature.length, there.json().signature.length);
  assert.equal(app.mail.list("refused@example.com").length, 0);
});

test("a mail server that cannot be reached is reported, and does not use up the hour", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  await app.mail.close();
  for (let index = 0; index < 4; index += 1) {
    const reply = await register(app, orderNumber);
    assert.equal(reply.statusCode, 503, reply.body);
    assert.equal(reply.json().code, "overloaded");
  }
});

const refusedAddresses = [
  "",
  "noura",
  "noura@example",
  "noura@example.com\r\nBcc: many@example.com",
  "noura@example.com, other@example.com",
  "<noura@example.com>",
  "نورة@example.com",
  `${"a".repeat(65)}@example.com`,
];

test("what is no single address is refused, and nothing is sent", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  for (const address of refusedAddresses) {
    const reply = await register(app, orderNumber, address);
    assert.equal(reply.statusCode, 422, address);
    assert.deepEqual(
      reply.json().fields.map((field: { path: string }) => field.path),
      ["email"],
    );
  }
  assert.deepEqual(app.mail.list(), []);
});

test("orders that are unknown, closed, late or without anything digital ask for no address", async () => {
  await using app = await startTestApp();
  const refusedWith = async (orderNumber: string): Promise<string> =>
    (await register(app, orderNumber)).json().code;
  assert.equal(await refusedWith("0000000000000000"), "order_not_found");
  assert.equal(await refusedWith(await issueInvoice(app)), "not_found");
  const cancelled = await issueDigital(app);
  await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${cancelled}/cancel`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "cancel-1" },
    payload: {},
  });
  assert.equal(await refusedWith(cancelled), "order_cancelled");
  const late = await issueInvoice(app, {
    lines: [digitalLine],
    expiresAt: new Date(app.clock.now() + 60_000).toISOString(),
  });
  const asked = await askForCode(app, late);
  app.clock.advance(61_000);
  assert.equal(await refusedWith(late), "link_expired");
  assert.equal((await confirm(app, late, asked)).json().code, "link_expired");
  assert.equal(app.mail.list().length, 1);
});

test("fields that the calls do not have, and another kind of confirmation, are refused", async () => {
  await using app = await startTestApp();
  const address = `/rest/pay/registerClientEmail/${await issueDigital(app)}`;
  for (const body of [
    { email: buyer },
    { email: buyer, emailType: "Link" },
    { email: buyer, emailType: "EmailOtp", to: buyer },
  ])
    assert.equal((await post(app, address, body)).statusCode, 422);
});

test("the mail is in the language of the page, and no code reaches log or database", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueDigital(app);
  await register(app, orderNumber, "ar@example.com", "?lang=ar");
  await register(app, orderNumber, "en@example.com", "?lang=en");
  const [arabic] = app.mail.list("ar@example.com");
  const [english] = app.mail.list("en@example.com");
  assert.match(arabic?.subject ?? "", /رمز التحقق لطلبك من/);
  assert.match(arabic?.html ?? "", /dir="rtl"/);
  assert.match(english?.subject ?? "", /^Your confirmation code for \u2068متجر النخيل\u2069$/);
  assert.ok(english?.text.includes(orderNumber));
  const codes = [codeTo(app, "ar@example.com"), codeTo(app, "en@example.com")];
  const rows = await app.db.pool.query(
    "select coalesce(string_agg(t::text, ' '), '') as text from client_email_codes t",
  );
  for (const code of codes) {
    const alone = new RegExp(`(?<!\\d)${code}(?!\\d)`);
    assert.doesNotMatch(app.logLines.join("\n"), alone);
    assert.doesNotMatch(rows.rows[0].text, alone);
  }
  assert.doesNotMatch(app.logLines.join("\n"), /@example\.com/);
});
