import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { startSimulators } from "#sim/server.ts";
import { googlePaySimulator } from "./simulator.ts";

async function start(t: TestContext): Promise<string> {
  const server = await startSimulators({ port: 0, host: "127.0.0.1", simulators: [googlePaySimulator()] });
  t.after(server.close);
  return `${server.url}/googlepay`;
}

type Client = {
  isReadyToPay(request: unknown): Promise<{ result: boolean }>;
  loadPaymentData(request: unknown): Promise<unknown>;
};

/** The script in a page whose windows are all blocked. */
async function clientOf(t: TestContext, environment = "TEST"): Promise<Client> {
  const url = await start(t);
  const response = await fetch(`${url}/gp/p/js/pay.js`);
  assert.match(response.headers.get("content-type") ?? "", /^text\/javascript/);
  const window: Record<string, unknown> = { location: { origin: "http://shop.example" }, open: () => null };
  const document = {
    currentScript: { src: `${url}/gp/p/js/pay.js` },
    documentElement: { lang: "ar" },
  };
  const context = createContext({ window, document, URL, URLSearchParams, Promise });
  runInContext(await response.text(), context);
  const { google } = window as {
    google: { payments: { api: { PaymentsClient: new (options: object) => Client } } };
  };
  return new google.payments.api.PaymentsClient({ environment });
}

const parameters = { allowedAuthMethods: ["PAN_ONLY"], allowedCardNetworks: ["VISA"] };
const tokenizationSpecification = {
  type: "PAYMENT_GATEWAY",
  parameters: { gateway: "mpgs", gatewayMerchantId: "TESTWASL" },
};
const method = { type: "CARD", parameters, tokenizationSpecification };
const transactionInfo = {
  totalPriceStatus: "FINAL",
  totalPrice: "115.00",
  currencyCode: "SAR",
  countryCode: "SA",
};
const good = { apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods: [method], transactionInfo };

const status = (error: unknown): string => `${Object(error).statusCode} ${Object(error).statusMessage}`;

test("a whole request is ready to pay", async (t) => {
  const client = await clientOf(t);
  assert.equal((await client.isReadyToPay(good)).result, true);
});

test("a sheet that may not open is the developer's error, as it is outside of a press", async (t) => {
  const client = await clientOf(t);
  await assert.rejects(client.loadPaymentData(good), (error) =>
    /DEVELOPER_ERROR the sheet was blocked/.test(status(error)),
  );
});

const wrong: readonly [string, object][] = [
  ["another version", { apiVersion: 1 }],
  ["no method", { allowedPaymentMethods: [] }],
  [
    "an unknown network",
    { allowedPaymentMethods: [{ ...method, parameters: { ...parameters, allowedCardNetworks: ["MADA"] } }] },
  ],
  [
    "an unknown kind",
    { allowedPaymentMethods: [{ ...method, parameters: { ...parameters, allowedAuthMethods: ["PAN"] } }] },
  ],
  ["no gateway", { allowedPaymentMethods: [{ ...method, tokenizationSpecification: undefined }] }],
  [
    "another gateway",
    {
      allowedPaymentMethods: [
        {
          ...method,
          tokenizationSpecification: { ...tokenizationSpecification, parameters: { gateway: "example" } },
        },
      ],
    },
  ],
  ["a price in words", { transactionInfo: { ...transactionInfo, totalPrice: "115 SAR" } }],
  ["no country", { transactionInfo: { ...transactionInfo, countryCode: undefined } }],
];

for (const [what, change] of wrong) {
  test(`a request with ${what} is the developer's error`, async (t) => {
    const client = await clientOf(t);
    await assert.rejects(
      client.loadPaymentData({ ...good, ...change }),
      (error) => /^DEVELOPER_ERROR/.test(status(error)) && !/blocked/.test(status(error)),
    );
  });
}

test("in PRODUCTION the shop must be registered", async (t) => {
  const client = await clientOf(t, "PRODUCTION");
  await assert.rejects(client.loadPaymentData(good), (error) => /merchantId/.test(status(error)));
});

test("the sheet shows shop, amount and the cards that were asked for, in the page's language", async (t) => {
  const url = await start(t);
  const query = new URLSearchParams({
    origin: "http://shop.example",
    lang: "en",
    total: "115.00",
    currency: "SAR",
    merchant: "<b>Shop</b>",
    methods: "PAN_ONLY",
  });
  const page = await (await fetch(`${url}/sheet?${query}`)).text();
  assert.match(page, /lang="en" dir="ltr"/);
  assert.match(page, /&lt;b&gt;Shop&lt;\/b&gt;/);
  assert.match(page, /115\.00 SAR/);
  assert.match(page, /A card of the account/);
  assert.doesNotMatch(page, /A card of this device/);
  assert.match(page, /"http:\/\/shop\.example"\)/, "the choice is told to that page alone");
});

test("a sheet that no page opened is refused", async (t) => {
  const url = await start(t);
  for (const query of ["", "?origin=javascript:alert(1)&total=1&currency=SAR"]) {
    assert.equal((await fetch(`${url}/sheet${query}`)).status, 400);
  }
});
