import assert from "node:assert/strict";
import { test } from "node:test";
import { allMethods, allowedMethodNames, namesOf } from "#methods/allowed.ts";
import { oneLine, startMerchantApi } from "#test/merchant-api.ts";

const path = "/api/v1/invoices";
const marker = "S3cretValueOfTheCaller";

/** A body, the status and code that it gets, and the wrong fields as "path code". */
type Case = readonly [name: string, body: unknown, code: string, fields?: readonly string[]];

const line = (overrides: object) => ({ lines: [{ ...oneLine, ...overrides }] });
const plus = (overrides: object) => ({ lines: [oneLine], ...overrides });
const invalid = "validation_failed";

const cases: readonly Case[] = [
  ["nothing", undefined, invalid, [" invalid_type"]],
  ["a list", [], invalid, [" invalid_type"]],
  ["a text", '"x"', invalid, [" invalid_type"]],
  ["no lines", {}, invalid, ["lines required"]],
  ["empty lines", { lines: [] }, invalid, ["lines too_small"]],
  ["too many lines", { lines: Array.from({ length: 1_001 }, () => oneLine) }, invalid, ["lines too_big"]],
  ["an unknown field", plus({ total: marker }), invalid, ["total unknown_field"]],
  ["an unknown field of a line", line({ price: marker }), invalid, ["lines.0.price unknown_field"]],
  ["a field that is no name", plus({ "<script>": marker }), invalid, [" unknown_field"]],
  ["a number for an amount", line({ unitPrice: 10.5 }), invalid, ["lines.0.unitPrice invalid_type"]],
  ["an amount in words", line({ unitPrice: marker }), invalid, ["lines.0.unitPrice invalid_format"]],
  ["a negative amount", line({ unitPrice: "-1.00" }), invalid, ["lines.0.unitPrice invalid_format"]],
  ["an exponent", line({ unitPrice: "1e3" }), invalid, ["lines.0.unitPrice invalid_format"]],
  ["three decimals of a riyal", line({ unitPrice: "1.005" }), invalid, ["lines.0.unitPrice invalid_amount"]],
  ["a giant amount", line({ unitPrice: "9999999999999" }), invalid, ["lines.0.unitPrice invalid_amount"]],
  ["half a piece as a float", line({ quantity: 1.5 }), invalid, ["lines.0.quantity invalid_union"]],
  ["no pieces", line({ quantity: 0 }), invalid, ["lines.0.quantity too_small"]],
  ["a quantity in words", line({ quantity: "two" }), invalid, ["lines.0.quantity invalid_format"]],
  ["a name in Chinese", line({ title: "龍井茶" }), invalid, ["lines.0.title not_printable"]],
  ["a Korean buyer", plus({ client: { name: "김민준" } }), invalid, ["client.name not_printable"]],
  [
    "a buyer's address in Japanese",
    plus({
      client: {
        name: "Sato",
        postalAddress: { street: "銀座", district: "中央区", city: "東京", country: "JP" },
      },
    }),
    invalid,
    ["street", "district", "city"].map((part) => `client.postalAddress.${part} not_printable`),
  ],
  [
    "a note, a number and terms in Thai and Hebrew",
    plus({ note: "ขอบคุณ", externalOrderNumber: "א-12", agreement: { title: "תנאים", text: "ข้อตกลง" } }),
    invalid,
    ["agreement.title", "agreement.text", "externalOrderNumber", "note"].map((at) => `${at} not_printable`),
  ],
  ["four decimals", line({ quantity: "0.0005" }), invalid, ["lines.0.quantity invalid_format"]],
  ["nothing of it", line({ quantity: "0.000" }), invalid, ["lines.0.quantity invalid_quantity"]],
  ["too much of it", line({ quantity: "100000.5" }), invalid, ["lines.0.quantity invalid_quantity"]],
  ["a unit that is none", line({ unit: "KILO" }), invalid, ["lines.0.unit invalid_value"]],
  ["a supply before there was VAT", plus({ supplyDate: "2017-12-31" }), invalid, ["supplyDate out_of_range"]],
  ["a supply in two years", plus({ supplyDate: "2028-11-20" }), invalid, ["supplyDate out_of_range"]],
  ["a day that is none", plus({ supplyDate: "2026-02-30" }), invalid, ["supplyDate invalid_format"]],
  ["VAT above 100 %", line({ vatRate: "101" }), invalid, ["lines.0.vatRate invalid_percent"]],
  ["a rate that no law has", line({ vatRate: "7.77" }), invalid, ["lines.0.vatRate unknown_rate"]],
  [
    "two reasons of one category",
    plus({
      lines: ["VATEX-SA-35", "VATEX-SA-OOS", "VATEX-SA-36"].map((vatExemption) => ({
        ...oneLine,
        vatRate: "0",
        vatExemption,
      })),
    }),
    invalid,
    ["lines.2.vatExemption second_reason"],
  ],
  [
    "a currency of three decimals",
    plus({ currency: "KWD", foreignEquivalent: { currency: "SAR", amount: "1200.00" } }),
    invalid,
    ["currency too_many_decimals"],
  ],
  ["an invisible title", line({ title: "\u200b\u202e \u0000" }), invalid, ["lines.0.title required"]],
  ["a currency that is none", plus({ currency: "QQQ" }), invalid, ["currency unknown_currency"]],
  ["a currency in lower case", plus({ currency: "sar" }), invalid, ["currency invalid_format"]],
  [
    "a discount above 100 %",
    plus({ discount: { type: "PERCENTAGE", value: "100.5" } }),
    invalid,
    ["discount.value invalid_percent"],
  ],
  [
    "a discount of another kind",
    plus({ discount: { type: "HALF", value: "1" } }),
    invalid,
    ["discount.type invalid_value"],
  ],
  ["a client without name and mobile", plus({ client: {} }), invalid, ["client.name required"]],
  [
    "a mobile of another country",
    plus({ client: { mobile: "0551234567", countryCode: "KW" } }),
    invalid,
    ["client.mobile invalidMobile"],
  ],
  ["a mobile in words", plus({ client: { mobile: marker } }), invalid, ["client.mobile invalidFormat"]],
  [
    "a country that is none",
    plus({ client: { name: "x", countryCode: "XX" } }),
    invalid,
    ["client.countryCode unknown_country"],
  ],
  [
    "an e-mail that is none",
    plus({ client: { name: "x", email: marker } }),
    invalid,
    ["client.email invalid_email"],
  ],
  ["a rate of zero without its reason", line({ vatRate: "0" }), invalid, ["lines.0.vatExemption required"]],
  [
    "a reason with a rate that is not zero",
    line({ vatExemption: "VATEX-SA-35" }),
    invalid,
    ["lines.0.vatExemption not_allowed"],
  ],
  [
    "a reason that is none of the tax authority's",
    line({ vatRate: "0", vatExemption: "VATEX-EU-AE" }),
    invalid,
    ["lines.0.vatExemption invalid_value"],
  ],
  [
    "dollars without their worth in riyals",
    plus({ currency: "USD" }),
    invalid,
    ["foreignEquivalent riyal_equivalent_required"],
  ],
  [
    "dollars with their worth in euros",
    plus({ currency: "USD", foreignEquivalent: { currency: "EUR", amount: "92.00" } }),
    invalid,
    ["foreignEquivalent riyal_equivalent_required"],
  ],
  ["an image id that is none", line({ imageId: "../logo" }), invalid, ["lines.0.imageId invalid_format"]],
  [
    "an image that was never uploaded",
    line({ imageId: "A".repeat(22) }),
    invalid,
    ["lines.0.imageId unknown_image"],
  ],
  ["a past expiry", plus({ expiresAt: "2020-01-01T00:00:00Z" }), invalid, ["expiresAt not_in_future"]],
  [
    "an expiry without an offset",
    plus({ expiresAt: "2040-01-01T00:00:00" }),
    invalid,
    ["expiresAt invalid_format"],
  ],
  ["an expiry on no day", plus({ expiresAt: "2040-02-30T00:00:00Z" }), invalid, ["expiresAt invalid_format"]],
  ["a method that is none", plus({ allowedMethods: ["cash"] }), invalid, ["allowedMethods.0 invalid_value"]],
  ["no method", plus({ allowedMethods: [] }), invalid, ["allowedMethods too_small"]],
  [
    "nothing in another currency",
    plus({ foreignEquivalent: { currency: "USD", amount: "0" } }),
    invalid,
    ["foreignEquivalent.amount too_small"],
  ],
  [
    "a foreign equivalent in the invoice's own currency",
    plus({ foreignEquivalent: { currency: "SAR", amount: "5.00" } }),
    invalid,
    ["foreignEquivalent.currency not_foreign"],
  ],
  [
    "more decimals than the other currency has",
    plus({ foreignEquivalent: { currency: "JPY", amount: "1.5" } }),
    invalid,
    ["foreignEquivalent.amount invalid_amount"],
  ],
  [
    "terms that say nothing",
    plus({ agreement: { title: "t", text: " \u200b" } }),
    invalid,
    ["agreement.text required"],
  ],
  [
    "a script for an address",
    plus({ callbackUrl: "javascript:alert(1)" }),
    "url_not_allowed",
    ["callbackUrl url_not_allowed"],
  ],
  [
    "a password in an address",
    plus({ cancelUrl: "https://a:b@shop.example/" }),
    "url_not_allowed",
    ["cancelUrl url_not_allowed"],
  ],
  [
    "an address among other wrong fields",
    plus({ callbackUrl: "ftp://x", currency: "QQQ" }),
    invalid,
    ["callbackUrl url_not_allowed", "currency unknown_currency"],
  ],
  [
    "card numbers in texts",
    {
      ...line({ title: "دفع ٤٥٠٨ ٧٥٠٠ ١٥٧٤ ١٠١٩" }),
      note: "paid by 4508-7500-1574-1019",
      client: { name: "Ali 4508750015741019", address: "4508.7500.1574.1019" },
    },
    invalid,
    ["lines.0.title", "note", "client.name", "client.address"].map(
      (field) => `${field} card_number_misplaced`,
    ),
  ],
  ["a total of zero", line({ unitPrice: "0.00" }), "zero_total"],
  ["everything discounted", plus({ discount: { type: "FIXED", value: "5000" } }), "zero_total"],
  ["a total above all limits", line({ unitPrice: "9000000000", quantity: 99_999 }), "amount_too_large"],
];

test("a wrong request gets 422 with every wrong place named, nothing echoed and nothing stored", async () => {
  await using api = await startMerchantApi();
  for (const [name, body, code, fields] of cases) {
    const response = await api.call("POST", path, { body });
    const problem = response.json();
    assert.equal(response.statusCode, 422, `${name}: ${response.body}`);
    assert.match(String(response.headers["content-type"]), /^application\/problem\+json/, name);
    assert.equal(problem.code, code, name);
    const found = problem.fields?.map(
      (field: { path: string; code: string }) => `${field.path} ${field.code}`,
    );
    assert.deepEqual(found?.toSorted(), fields?.toSorted(), name);
    assert.ok(!response.body.includes(marker) && !response.body.includes("script"), name);
  }
  const { rows } = await api.db.pool.query(
    "select (select count(*) from orders) as orders, (select count(*) from clients) as clients, " +
      "(select count(*) from events) as events, (select count(*) from agreements) as agreements, " +
      "(select count(*) from idempotency_keys) as keys",
  );
  assert.deepEqual(rows, [{ orders: 0, clients: 0, events: 0, agreements: 0, keys: 0 }]);
});

/** Bodies that cannot be read, with the content type that announces them. */
const unreadable: readonly (readonly [body: string, type: string, status: number, code: string])[] = [
  ["{", "application/json", 400, "malformed_json"],
  ['{"lines":[}', "application/json", 400, "malformed_json"],
  ['{"__proto__":{"x":1},"lines":[]}', "application/json", 400, "malformed_json"],
  ["\u0000", "application/json", 400, "malformed_json"],
  ["lines=1", "application/x-www-form-urlencoded", 415, "unsupported_media_type"],
  ["{}", "text/plain", 415, "unsupported_media_type"],
  [`{"note":"${"x".repeat(6_300_000)}"}`, "application/json", 413, "body_too_large"],
  ["[".repeat(200_000), "application/json", 400, "malformed_json"],
  ["[".repeat(100_000) + "]".repeat(100_000), "application/json", 422, "validation_failed"],
];

test("a card number in the description of a line is refused by that name", async () => {
  await using api = await startMerchantApi();
  const response = await api.call("POST", path, { body: line({ description: "1 kg\n4508750015741019" }) });
  assert.equal(response.statusCode, 422, response.body);
  assert.deepEqual(
    response.json().fields.map((field: { path: string }) => field.path),
    ["lines.0.description"],
  );
});

test("phone numbers, IBANs, tax numbers and own order numbers are no card numbers", async () => {
  await using api = await startMerchantApi();
  const note = "IBAN SA03 8000 0000 6080 1016 7519, 00966551234567, VAT 310122393500003";
  const body = plus({ note, externalOrderNumber: "4508750015741019" });
  const response = await api.call("POST", path, { body });
  assert.equal(response.statusCode, 201, response.body);
});

test("a body that cannot be read is refused with the right status", async () => {
  await using api = await startMerchantApi();
  for (const [body, type, status, code] of unreadable) {
    const response = await api.call("POST", path, { body, headers: { "content-type": type } });
    assert.equal(response.statusCode, status, body.slice(0, 40));
    assert.equal(response.json().code, code, body.slice(0, 40));
  }
});

test("the largest invoice that the contract allows is taken", async () => {
  await using api = await startMerchantApi();
  const lines = Array.from({ length: 1_000 }, () => ({
    ...oneLine,
    title: "ت".repeat(500),
    description: "و".repeat(1500),
  }));
  const made = await api.issue({
    lines,
    agreement: { title: "ش", text: "ش".repeat(20_000) },
    note: "م".repeat(2000),
  });
  assert.equal(made.lines.length, 1_000);
  assert.equal(made.agreement?.text.length, 20_000);
});

test("outside local and test, addresses must be on a host that the merchant registered", async () => {
  await using api = await startMerchantApi({ config: { environment: "live" } });
  const merchant = await api.addMerchant({ redirectHosts: ["shop.example"] });
  const status = async (callbackUrl: string) =>
    (await api.call("POST", path, { merchant, body: plus({ callbackUrl }) })).statusCode;
  assert.equal(await status("https://shop.example/done?x=1"), 201);
  for (const url of [
    "https://evil.example/",
    "https://a.shop.example/",
    "http://127.0.0.1/",
    "https://shop.example.evil.example/",
  ]) {
    assert.equal(await status(url), 422, url);
  }
});

test("methods that this installation does not offer are refused by name", async () => {
  await using api = await startMerchantApi();
  for (const name of allowedMethodNames) {
    const response = await api.call("POST", path, { body: plus({ allowedMethods: ["mada", name] }) });
    assert.equal(response.statusCode, allowedMethodNames.includes(name) ? 201 : 422, name);
  }
});

test("a business buyer's client is kept once, and another name makes another client", async () => {
  await using api = await startMerchantApi();
  const client = { name: "Noura", mobile: "0551234567" };
  await api.issue({ client });
  await api.issue({ client: { ...client, mobile: "+966 55 123 4567" } });
  const first = await api.issue({ client });
  await api.issue({ client: { ...client, name: "Nora" } });
  const { rows } = await api.db.pool.query("select name, mobile from clients order by created_at");
  assert.deepEqual(rows, [
    { name: "Noura", mobile: "+966551234567" },
    { name: "Nora", mobile: "+966551234567" },
  ]);
  const read = (await api.call("GET", `${path}/${first.orderNumber}`)).json();
  assert.equal(read.client.name, "Noura");
});

test("the same terms are one version; another text or title is the next", async () => {
  await using api = await startMerchantApi();
  const version = async (title: string, text: string) =>
    (await api.issue({ agreement: { title, text } })).agreement?.version;
  assert.equal(await version("Terms", "One."), 1);
  assert.equal(await version("Terms", "Two."), 2);
  assert.equal(await version("Terms", "One."), 1);
  assert.equal(await version("Other", "One."), 3);
  const other = await api.addMerchant();
  const theirs = await api.issue({ agreement: { title: "Terms", text: "One." } }, { merchant: other });
  assert.equal(theirs.agreement?.version, 1);
});

test("different terms sent at the same time get versions without a gap", async () => {
  await using api = await startMerchantApi();
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      api.issue({ agreement: { title: "Terms", text: `Text ${index % 6}` } }),
    ),
  );
  const versions = new Set(made.map(({ agreement }) => agreement?.version));
  assert.deepEqual([...versions].toSorted(), [1, 2, 3, 4, 5, 6]);
});

test("an invoice in another currency offers only the methods that can pay in it", async () => {
  await using api = await startMerchantApi();
  const dollars = { currency: "USD", foreignEquivalent: { currency: "SAR", amount: "431.25" } };
  const anyCurrency = allMethods.filter(({ currency }) => currency === undefined).flatMap(namesOf);
  assert.deepEqual((await api.issue(plus(dollars))).allowedMethods, anyCurrency);
  for (const name of allowedMethodNames) {
    const response = await api.call("POST", path, { body: plus({ ...dollars, allowedMethods: [name] }) });
    assert.equal(response.statusCode, anyCurrency.includes(name) ? 201 : 422, name);
  }
});

test("a merchant without a VAT number issues no tax invoices, and is asked for nothing that they say", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ vatNumber: null });
  const made = await api.issue(
    {
      lines: [
        { ...oneLine, vatRate: "0" },
        { ...oneLine, vatRate: "7.77" },
      ],
      currency: "KWD",
      client: { mobile: "0551234567", vatNumber: "300000000000003" },
    },
    { merchant },
  );
  assert.equal(made.vat, "0.000");
  assert.deepEqual([made.lines[0]?.vatRate, made.lines[0]?.vatExemption], [null, null]);
});
