import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { at, control, merchant, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  return gateway;
}

const number = "5123450000000008";

test("wrong credentials are refused before anything else", async (t) => {
  const { url } = await start(t);
  for (const [id, password] of [
    ["TESTWASL", "wrong"],
    ["NOBODY", "simulator-card-password"],
  ] as const) {
    const reply = await merchant(url, id, password).send("POST", "session");
    assert.equal(reply.status, 401);
    assert.equal(at(reply.body, "result"), "ERROR");
  }
});

test("one merchant's password does not open another merchant's path", async (t) => {
  const { url, cards } = await start(t);
  const response = await fetch(cards.base.replace("TESTWASL", "TESTWASLAMEX").concat("/session"), {
    method: "POST",
    headers: { authorization: `Basic ${btoa("merchant.TESTWASL:simulator-card-password")}` },
  });
  assert.equal(response.status, 401);
  assert.ok(url);
});

test("a session is created without a body and says so in the gateway's shape", async (t) => {
  const { cards } = await start(t);
  const { status, body } = await cards.send("POST", "session");
  assert.equal(status, 201);
  assert.equal(at(body, "result"), "SUCCESS");
  assert.match(String(at(body, "session.id")), /^SESSION[0-9A-Z]{24,28}$/);
  assert.match(String(at(body, "session.version")), /^[0-9a-f]{10}$/);
  assert.equal(Buffer.from(String(at(body, "session.aes256Key")), "base64").length, 32);
  assert.equal(at(body, "session.updateStatus"), "NO_UPDATE");
});

test("an empty body under a JSON content type is no body", async (t) => {
  const { cards } = await start(t);
  const response = await fetch(`${cards.base}/session`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa("merchant.TESTWASL:simulator-card-password")}`,
      "content-type": "application/json;charset=UTF-8",
    },
  });
  assert.equal(response.status, 201);
});

test("an update changes the version, keeps other fields, and never shows the card", async (t) => {
  const { cards } = await start(t);
  const id = await cards.session({ number });
  const before = await cards.send("GET", `session/${id}`);
  const update = await cards.send("PUT", `session/${id}`, { order: { amount: "100.00", currency: "SAR" } });
  assert.equal(at(update.body, "session.updateStatus"), "SUCCESS");
  assert.equal(at(update.body, "result"), undefined);
  assert.notEqual(at(update.body, "session.version"), at(before.body, "session.version"));
  const after = await cards.send("GET", `session/${id}`);
  const card = at(after.body, "sourceOfFunds.provided.card");
  assert.deepEqual(card, {
    brand: "MASTERCARD",
    scheme: "MASTERCARD",
    fundingMethod: "CREDIT",
    number: "512345xxxxxx0008",
    expiry: { month: "1", year: "39" },
    securityCode: "xxx",
  });
  assert.equal(at(after.body, "order.amount"), "100.00");
  assert.equal(at(after.body, "session.aes256Key"), undefined);
});

test("a mada card is recognised by its local brand", async (t) => {
  const { cards } = await start(t);
  const id = await cards.session({ number: "5297410588409146" });
  const { body } = await cards.send("GET", `session/${id}`);
  assert.equal(at(body, "sourceOfFunds.provided.card.localBrand"), "MADA");
  assert.equal(at(body, "sourceOfFunds.provided.card.brand"), "MASTERCARD");
});

const wrongUpdates: readonly (readonly [string, object, string, string])[] = [
  ["an unknown field", { order: { total: 1 } }, "order.total", "UNSUPPORTED"],
  [
    "a wrong check digit",
    cardOf({ number: "5123450000000009" }),
    "sourceOfFunds.provided.card.number",
    "INVALID",
  ],
  [
    "a thirteenth month",
    cardOf({ expiry: { month: "13", year: "39" } }),
    "sourceOfFunds.provided.card.expiry.month",
    "INVALID",
  ],
  [
    "a month without a year",
    cardOf({ expiry: { month: "12" } }),
    "sourceOfFunds.provided.card.expiry.year",
    "MISSING",
  ],
  [
    "a short security code",
    cardOf({ securityCode: "12" }),
    "sourceOfFunds.provided.card.securityCode",
    "INVALID",
  ],
  ["an amount with four decimals", { order: { amount: "1.0000" } }, "order.amount", "INVALID"],
  [
    "a relative address",
    { authentication: { redirectResponseUrl: "/return" } },
    "authentication.redirectResponseUrl",
    "INVALID",
  ],
];
function cardOf(card: object) {
  return { sourceOfFunds: { type: "CARD", provided: { card } } };
}
for (const [what, update, field, validationType] of wrongUpdates) {
  test(`${what} is refused with its field`, async (t) => {
    const { cards, url } = await start(t);
    const id = await cards.session();
    const { status, body } = await cards.send("PUT", `session/${id}`, update);
    assert.equal(status, 400);
    assert.equal(at(body, "error.cause"), "INVALID_REQUEST");
    assert.deepEqual([at(body, "error.field"), at(body, "error.validationType")], [field, validationType]);
    const [line] = (await control(url, "GET", "journal"))["entries"] as { note: string }[];
    assert.equal(line?.note, `INVALID_REQUEST ${field} ${validationType}`);
  });
}

test("a body that is not JSON is an INVALID_REQUEST", async (t) => {
  const { cards } = await start(t);
  const response = await fetch(`${cards.base}/session`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa("merchant.TESTWASL:simulator-card-password")}`,
      "content-type": "application/json",
    },
    body: "{",
  });
  assert.equal(response.status, 400);
  assert.equal(at(await response.json(), "error.cause"), "INVALID_REQUEST");
});

test("a session is useless under another profile", async (t) => {
  const { cards, url } = await start(t);
  const id = await cards.session();
  const amex = merchant(url, "TESTWASLAMEX", "simulator-amex-password");
  assert.equal((await amex.send("GET", `session/${id}`)).status, 400);
  const initiated = await amex.initiate("o", "a", id);
  assert.equal(at(initiated.body, "error.field"), "session.id");
});

test("a session belongs to the API version that made it", async (t) => {
  const { cards, url } = await start(t);
  const id = await cards.session();
  const newer = merchant(url, "TESTWASL", "simulator-card-password", 101);
  assert.equal((await newer.send("GET", `session/${id}`)).status, 400);
});

test("a session lives 15 minutes", async (t) => {
  const { cards, url } = await start(t);
  const id = await cards.session();
  await control(url, "POST", "clock", { advanceMs: 14 * 60_000 });
  assert.equal((await cards.send("GET", `session/${id}`)).status, 200);
  await control(url, "POST", "clock", { advanceMs: 60_000 });
  assert.equal((await cards.send("GET", `session/${id}`)).status, 400);
});

test("no card number and no security code reach the journal or the state", async (t) => {
  const { cards, url } = await start(t);
  await cards.session({ number, securityCode: "731" });
  await cards.send("GET", `session/${number}`);
  const seen = JSON.stringify([await control(url, "GET", "journal"), await control(url, "GET", "state")]);
  assert.equal(seen.includes(number), false);
  assert.equal(seen.includes('"731"'), false);
});
