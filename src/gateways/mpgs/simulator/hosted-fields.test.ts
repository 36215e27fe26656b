import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { at, control, type Json, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  const form = `${gateway.url}/mpgs/form/version/100/merchant/TESTWASL`;
  const created = await gateway.cards.send("POST", "session");
  const sessionId = String(at(created.body, "session.id"));
  const submit = async (fields: object, id = sessionId): Promise<Json> => {
    const response = await fetch(`${form}/session/${id}/fields`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    return JSON.parse(await response.text());
  };
  return { ...gateway, form, sessionId, submit };
}

const good = {
  number: "5123 4500 0000 0008",
  securityCode: "100",
  expiryMonth: "01",
  expiryYear: "39",
  nameOnCard: "NOURA ALOTAIBI",
};

test("good fields are ok, and the result is the masked card in the public shape", async (t) => {
  const { submit, sessionId } = await start(t);
  const result = await submit(good);
  const version = at(result, "session.version");
  assert.match(String(version), /^[0-9a-f]{10}$/);
  assert.deepEqual(result, {
    status: "ok",
    merchant: "TESTWASL",
    session: { id: sessionId, updateStatus: "SUCCESS", version },
    sourceOfFunds: {
      type: "CARD",
      provided: {
        card: {
          brand: "MASTERCARD",
          scheme: "MASTERCARD",
          fundingMethod: "CREDIT",
          number: "512345xxxxxx0008",
          expiry: { month: "1", year: "39" },
          nameOnCard: "NOURA ALOTAIBI",
          securityCode: "xxx",
        },
      },
    },
    version: "100",
  });
});

test("the session that the fields filled can be paid with", async (t) => {
  const { submit, sessionId, cards } = await start(t);
  await submit({ ...good, number: "5123456789012346" });
  await cards.initiate("o", "a", sessionId);
  await cards.authenticate("o", "a", sessionId);
  const { body } = await cards.transaction("o", "p", cards.payBody(sessionId, { authenticationId: "a" }));
  assert.equal(at(body, "result"), "SUCCESS");
});

test("an empty security code is no error, but its key is absent from the result", async (t) => {
  const { submit } = await start(t);
  const result = await submit({ ...good, securityCode: "" });
  assert.equal(at(result, "status"), "ok");
  assert.equal(Object.hasOwn(at(result, "sourceOfFunds.provided.card") as object, "securityCode"), false);
});

const wrong: readonly (readonly [string, object, object])[] = [
  ["a wrong check digit", { number: "5123450000000009" }, { cardNumber: "invalid" }],
  ["no number", { number: "" }, { cardNumber: "missing" }],
  ["letters in the number", { number: "51234500000000AB" }, { cardNumber: "invalid" }],
  ["a thirteenth month", { expiryMonth: "13" }, { expiryMonth: "invalid" }],
  ["no expiry", { expiryMonth: "", expiryYear: "" }, { expiryMonth: "missing", expiryYear: "missing" }],
  ["a year in the past", { expiryYear: "20" }, { expiryYear: "invalid" }],
  ["a two-digit security code", { securityCode: "12" }, { securityCode: "invalid" }],
  ["a four-digit code for Mastercard", { securityCode: "1234" }, { securityCode: "invalid" }],
  ["a three-digit code for American Express", { number: "371881887105009" }, { securityCode: "invalid" }],
];
for (const [what, change, errors] of wrong) {
  test(`${what} is fields_in_error and does not touch the session`, async (t) => {
    const { submit, sessionId, cards } = await start(t);
    const result = await submit({ ...good, ...change });
    assert.deepEqual(result, {
      status: "fields_in_error",
      session: { id: sessionId },
      errors,
      version: "100",
    });
    assert.equal(
      at((await cards.send("GET", `session/${sessionId}`)).body, "session.updateStatus"),
      "NO_UPDATE",
    );
  });
}

test("a month of this year that has ended is invalid", async (t) => {
  const { submit, url } = await start(t);
  const { now } = at(await control(url, "GET", "state"), "clock") as { now: number };
  const thisYear = new Date(now).getUTCFullYear();
  await control(url, "POST", "clock", { advanceMs: Date.UTC(thisYear + 1, 5, 15) - now });
  // The jump is longer than the session's life: the field errors come first.
  const result = await submit({ ...good, expiryYear: String(thisYear + 1 - 2000), expiryMonth: "05" });
  assert.deepEqual(at(result, "errors"), { expiryMonth: "invalid" });
});

for (const [name, status] of [
  ["TIMEOUT", "request_timeout"],
  ["syserr", "system_error"],
] as const) {
  test(`the name ${name} ends in ${status}`, async (t) => {
    const { submit } = await start(t);
    const result = await submit({ ...good, nameOnCard: name });
    assert.equal(at(result, "status"), status);
    assert.equal(typeof at(result, "errors.message"), "string");
  });
}

test("an unknown session, an unknown field and a broken gateway are system_error", async (t) => {
  const { submit, url } = await start(t);
  assert.equal(at(await submit(good, "SESSION000000000000000000000000000"), "status"), "system_error");
  assert.equal(at(await submit({ ...good, pin: "1" }), "status"), "system_error");
  await control(url, "POST", "faults", {
    simulator: "mpgs",
    fault: "status_500",
    operation: "UPDATE_SESSION_FROM_FORM",
  });
  assert.equal(at(await submit(good), "status"), "system_error");
});

test("the script is served for known merchants only", async (t) => {
  const { form } = await start(t);
  const script = await fetch(`${form}/session.js`);
  assert.match(script.headers.get("content-type") ?? "", /^text\/javascript/);
  assert.match(await script.text(), /window\.PaymentSession/);
  assert.equal((await fetch(`${form.replace("TESTWASL", "NOBODY")}/session.js`)).status, 404);
});

test("the page of a field allows nothing from outside and tells when its session is not usable", async (t) => {
  const { form, sessionId } = await start(t);
  const field = await fetch(`${form}/field.html?session=${sessionId}`);
  assert.match(
    field.headers.get("content-security-policy") ?? "",
    /default-src 'none'; script-src 'self'; connect-src 'self'/,
  );
  assert.match(await field.text(), /data-problem=""/);
  const unknown = await (await fetch(`${form}/field.html?session=SESSION0`)).text();
  assert.match(unknown, /data-problem="[^"]+"/);
});

test("no card data of the fields reaches the journal", async (t) => {
  const { submit, url } = await start(t);
  await submit({ ...good, securityCode: "739" });
  await submit({ ...good, securityCode: "739", 5123450000000008: "x" });
  const journal = JSON.stringify(await control(url, "GET", "journal"));
  assert.doesNotMatch(journal, /5123450000000008|"739"| 739|NOURA/);
});
