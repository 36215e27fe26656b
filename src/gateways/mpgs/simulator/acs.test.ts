import assert from "node:assert/strict";
import { createDecipheriv } from "node:crypto";
import test, { type TestContext } from "node:test";
import { at, challengedCard, type Merchant, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  return gateway;
}

/** Goes to the challenge as a browser would; gives its address and its page. */
async function openChallenge(cards: Merchant, orderId = "o") {
  const created = await cards.send("POST", "session");
  const sessionId = String(at(created.body, "session.id"));
  const card = { number: challengedCard, expiry: { month: "01", year: "39" }, securityCode: "100" };
  await cards.send("PUT", `session/${sessionId}`, { sourceOfFunds: { type: "CARD", provided: { card } } });
  await cards.initiate(orderId, "a", sessionId);
  const { body } = await cards.authenticate(orderId, "a", sessionId);
  const html = String(at(body, "authentication.redirect.html"));
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? "";
  const creq = /name="creq" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const page = await fetch(action, { method: "POST", body: new URLSearchParams({ creq }) });
  return {
    address: page.url,
    page: await page.text(),
    sessionId,
    key: String(at(created.body, "session.aes256Key")),
  };
}

const choose = (address: string, choice: string) =>
  fetch(address, { method: "POST", body: new URLSearchParams({ choice }) }).then((response) =>
    response.text(),
  );

function fieldsOf(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const choices: readonly (readonly [string, string, string, string, string, string | undefined])[] = [
  ["successful", "AUTHENTICATION_SUCCESSFUL", "SUCCESS", "PROCEED", "Y", "02"],
  ["failed", "AUTHENTICATION_FAILED", "FAILURE", "DO_NOT_PROCEED", "N", "00"],
  ["cancelled", "AUTHENTICATION_FAILED", "FAILURE", "DO_NOT_PROCEED", "N", "00"],
  ["unable", "AUTHENTICATION_UNAVAILABLE", "FAILURE", "PROCEED", "U", "00"],
  ["rejected", "AUTHENTICATION_REJECTED", "FAILURE", "RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS", "R", "00"],
];
for (const [choice, status, result, recommendation, transactionStatus, eci] of choices) {
  test(`the choice "${choice}" is ${status} before the browser returns`, async (t) => {
    const { cards } = await start(t);
    const { address } = await openChallenge(cards);
    const page = await choose(address, choice);
    const { body } = await cards.send("GET", "order/o/transaction/a");
    assert.equal(at(body, "transaction.authenticationStatus"), status);
    assert.equal(at(body, "result"), result);
    assert.equal(at(body, "authentication.3ds2.transactionStatus"), transactionStatus);
    assert.equal(at(body, "authentication.3ds.acsEci"), eci);
    assert.equal(at(body, "authentication.3ds2.challengeCancel"), choice === "cancelled" ? "01" : undefined);
    const fields = fieldsOf(page);
    assert.equal(fields["order.id"], "o");
    assert.equal(fields["transaction.id"], "a");
    assert.equal(fields["result"], result);
    assert.equal(fields["response.gatewayRecommendation"], recommendation);
    assert.match(page, /<form id="return" method="post" action="http:\/\/127\.0\.0\.1:9\/return">/);
  });
}

test("after a successful challenge the payment goes through", async (t) => {
  const { cards } = await start(t);
  const { address, sessionId } = await openChallenge(cards);
  await choose(address, "successful");
  const { body } = await cards.transaction("o", "p", cards.payBody(sessionId, { authenticationId: "a" }));
  assert.equal(at(body, "response.gatewayCode"), "APPROVED");
  assert.equal(at(body, "authentication.3ds2.transactionStatus"), "Y");
});

test("the first choice stands: choosing again or reloading only leads back to the merchant", async (t) => {
  const { cards } = await start(t);
  const { address } = await openChallenge(cards);
  await choose(address, "failed");
  await choose(address, "successful");
  assert.match(await (await fetch(address)).text(), /id="return"/);
  const { body } = await cards.send("GET", "order/o/transaction/a");
  assert.equal(at(body, "transaction.authenticationStatus"), "AUTHENTICATION_FAILED");
});

test("a choice that comes after the order was paid another way leaves the order as it is", async (t) => {
  const { cards } = await start(t);
  const { address } = await openChallenge(cards);
  await cards.payWith({}, { orderId: "o" });
  await choose(address, "failed");
  const { body } = await cards.send("GET", "order/o");
  assert.equal(at(body, "status"), "CAPTURED");
  assert.equal(at(body, "authenticationStatus"), "AUTHENTICATION_SUCCESSFUL");
  const transaction = await cards.send("GET", "order/o/transaction/a");
  assert.equal(at(transaction.body, "transaction.authenticationStatus"), "AUTHENTICATION_FAILED");
});

test("an unknown choice leaves the challenge open", async (t) => {
  const { cards } = await start(t);
  const { address } = await openChallenge(cards);
  assert.match(await choose(address, "approve-me"), /value="successful"/);
  const { body } = await cards.send("GET", "order/o/transaction/a");
  assert.equal(at(body, "transaction.authenticationStatus"), "AUTHENTICATION_PENDING");
});

test("the same AUTHENTICATE_PAYER after the challenge is answered as the first time", async (t) => {
  const { cards } = await start(t);
  const { address, sessionId } = await openChallenge(cards);
  await choose(address, "successful");
  const { body } = await cards.authenticate("o", "a", sessionId);
  assert.equal(at(body, "result"), "PENDING");
  assert.equal(at(body, "authentication.3ds2.transactionStatus"), "C");
  assert.equal(at(body, "authentication.3ds.authenticationToken"), undefined);
});

test("encryptedData opens with the session's key and repeats the posted fields", async (t) => {
  const { cards } = await start(t);
  const { address, key } = await openChallenge(cards);
  const fields = fieldsOf(await choose(address, "successful"));
  const part = (name: string) => Buffer.from(fields[`encryptedData.${name}`] ?? "", "base64");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64"), part("nonce"));
  decipher.setAuthTag(part("tag"));
  const text = Buffer.concat([decipher.update(part("ciphertext")), decipher.final()]).toString("utf8");
  assert.equal(JSON.parse(text)["order.id"], "o");
});

test("the challenge is in the language of the browser and can be read in the other one", async (t) => {
  const { cards } = await start(t);
  const { address, page } = await openChallenge(cards);
  assert.match(page, /<html lang="ar" dir="rtl">/);
  assert.match(page, /512345xxxxxx0008/);
  assert.equal(page.includes("<script"), false);
  const english = await (await fetch(`${address}?lang=en`)).text();
  assert.match(english, /<html lang="en" dir="ltr">/);
  assert.match(english, /Unable to authenticate/);
});

test("an address without a challenge is a page that says so", async (t) => {
  const { url } = await start(t);
  assert.equal((await fetch(`${url}/mpgs/acs/challenge/nothing`)).status, 404);
  const prompt = await fetch(`${url}/mpgs/acs/visa/v2/prompt`, {
    method: "POST",
    body: new URLSearchParams({ creq: "%%%" }),
  });
  assert.equal(prompt.status, 404);
});

test("the method call is noted on the authentication", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session({ number: challengedCard });
  const { body } = await cards.initiate("o", "a", sessionId);
  const { methodUrl, methodPostData } = at(body, "authentication.redirect.customizedHtml.3ds2") as {
    methodUrl: string;
    methodPostData: string;
  };
  const called = await fetch(methodUrl, {
    method: "POST",
    body: new URLSearchParams({ threeDSMethodData: methodPostData }),
  });
  assert.equal(called.status, 200);
  const found = await cards.send("GET", "order/o/transaction/a");
  assert.equal(at(found.body, "authentication.3ds2.methodCompleted"), true);
});
