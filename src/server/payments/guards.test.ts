/** Guards of a payment call that no other test walks, over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";

async function pay(app: TestApp, orderNumber: string, headers: Readonly<Record<string, string>>) {
  const sessionId = await prepareSession(app, orderNumber);
  return await app.app.inject({
    method: "POST",
    url: "/rest/pay/openGateway",
    headers,
    payload: gatewayBody(await loadModel(app, orderNumber), sessionId),
  });
}

test("a buyer in a country that the merchant does not take is refused before any money moves", async () => {
  await using app = await startTestApp({ env: { WASL_COUNTRY_HEADER: "X-Country" } });
  await app.db.pool.query("update merchants set allowed_countries = '{SA,AE}'");
  const orderNumber = await issueInvoice(app);
  const refused = await pay(app, orderNumber, { "x-country": "KW" });
  assert.deepEqual([refused.statusCode, refused.json().code], [403, "country_not_allowed"]);
  assert.match(String(refused.headers["content-type"]), /^application\/problem\+json/);
  assert.deepEqual(await ledger(app), []);
  assert.equal((await pay(app, orderNumber, { "x-country": "ae" })).statusCode, 200);
});

test("a country that is not stated, and a merchant without a list, refuse no buyer", async () => {
  await using app = await startTestApp({ env: { WASL_COUNTRY_HEADER: "X-Country" } });
  const open = await issueInvoice(app);
  assert.equal((await pay(app, open, { "x-country": "KW" })).statusCode, 200);
  await app.db.pool.query("update merchants set allowed_countries = '{SA}'");
  for (const header of [{}, { "x-country": "XX1" }]) {
    const orderNumber = await issueInvoice(app);
    assert.equal((await pay(app, orderNumber, header)).statusCode, 200, JSON.stringify(header));
  }
});

test("a country that the buyer states is worth nothing where no proxy states it", async () => {
  await using app = await startTestApp();
  await app.db.pool.query("update merchants set allowed_countries = '{SA}'");
  const orderNumber = await issueInvoice(app);
  assert.equal((await pay(app, orderNumber, { "x-country": "KW" })).statusCode, 200);
});

test("a method that the order does not allow is refused, and nothing is asked of its provider", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { allowedMethods: ["amex", "stcpay"] });
  const card = {
    cardNumber: "5123456789012346",
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "N",
    cvv: "100",
  };
  const session = await post(app, "/rest/pay/prepareSession", { orderNumber, ...card });
  assert.deepEqual([session.statusCode, session.json().code], [422, "method_not_allowed_for_order"]);
  const foreign = await prepareSession(app, await issueInvoice(app));
  const opened = await post(
    app,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(app, orderNumber), foreign),
  );
  assert.deepEqual([opened.statusCode, opened.json().code], [422, "method_not_allowed_for_order"]);
  assert.deepEqual(await ledger(app), []);
});

const card = "4508 7500 1574 1019";

for (const [path, text] of [
  ["clientName", `Ali ${card}`],
  ["clientName", "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩"],
  ["clientEmail", "4508750015741019@example.com"],
  ["shipmentCity", card],
  ["shipmentAddress", `طريق الملك فهد، ${card}`],
] as const) {
  test(`a card number in ${path} (${text}) is refused by that name, and neither kept nor written down`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const sessionId = await prepareSession(app, orderNumber);
    const body = { ...gatewayBody(await loadModel(app, orderNumber), sessionId), [path]: text };
    const refused = await post(app, "/rest/pay/openGateway?lang=en", body);
    assert.deepEqual([refused.statusCode, refused.json().code], [422, "card_number_misplaced"], refused.body);
    assert.deepEqual(
      refused.json().fields.map((field: { path: string }) => field.path),
      [path],
    );
    assert.doesNotMatch(refused.body + app.logLines.join(), /1574\D?1019|١٥٧٤/);
    assert.deepEqual(await app.db.kysely.selectFrom("payment_attempts").select("id").execute(), []);
    assert.deepEqual(await ledger(app), []);
  });
}

test("a card number in the other texts of a method's own call is refused too", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { allowedMethods: ["tamara", "sadad"] });
  const { sessionId: _, ...payer } = gatewayBody(await loadModel(app, orderNumber), "");
  const tamara = { ...payer, clientEmail: "a@example.com", city: "الرياض", line1: `حي ${card}` };
  const sadad = {
    ...payer,
    mobile: "0551234567",
    firstName: "Ali",
    lastName: card,
    nationalId: "1000000008",
  };
  for (const [url, body, path] of [
    ["/rest/pay/tamara/authorize", tamara, "line1"],
    ["/rest/pay/sadad/authorize", sadad, "lastName"],
  ] as const) {
    const refused = await post(app, url, body);
    assert.equal(refused.json().code, "card_number_misplaced", refused.body);
    assert.equal(refused.json().fields[0].path, path);
  }
});

test("phone numbers, IBANs and tax numbers in an address stop no payment", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const shipmentAddress = "حي النخيل، 00966551234567، SA03 8000 0000 6080 1016 7519، 310122393500003";
  const body = { ...gatewayBody(await loadModel(app, orderNumber), sessionId), shipmentAddress };
  const paid = await post(app, "/rest/pay/openGateway", body);
  assert.equal(paid.statusCode, 200, paid.body);
});

test("the buyer's country is taken in each form that the specification has, and one that is none is named", async () => {
  await using app = await startTestApp();
  for (const clientCountryCode of ["966", "+966", "SA", "sa"]) {
    const orderNumber = await issueInvoice(app);
    const sessionId = await prepareSession(app, orderNumber);
    const body = { ...gatewayBody(await loadModel(app, orderNumber), sessionId), clientCountryCode };
    const paid = await post(app, "/rest/pay/openGateway", body);
    assert.equal(paid.statusCode, 200, paid.body);
  }
  const attempts = app.db.kysely.selectFrom("payment_attempts").select("client_country_code").distinct();
  assert.deepEqual(await attempts.execute(), [{ client_country_code: "SA" }]);
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const body = { ...gatewayBody(await loadModel(app, orderNumber), sessionId), clientCountryCode: "XX" };
  const refused = await post(app, "/rest/pay/openGateway", body);
  assert.deepEqual(
    refused.json().fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    ["clientCountryCode unknown_country"],
  );
});
