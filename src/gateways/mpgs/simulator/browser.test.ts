/** The browser half of the gateway in a real browser: hosted fields on a page of another origin, and the challenge. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test, { after, before, type TestContext } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserLaunch } from "#test/browser.ts";
import { at, challengedCard, control, frictionlessCard, startGateway } from "./test-merchant.ts";

let browser: Browser;
before(async () => {
  browser = await chromium.launch(await browserLaunch());
});
after(() => browser.close());

type Shop = { readonly url: string; readonly bodies: string[] };

/** A merchant's web server: one page, and everything that is posted to it. */
async function openShop(t: TestContext, html: () => string): Promise<Shop> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(`${request.url} ${body}`);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(request.method === "POST" ? "<p id=back>back at the merchant</p>" : html());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, bodies };
}

const fieldNames = ["number", "securityCode", "expiryMonth", "expiryYear", "nameOnCard"] as const;
type FieldName = (typeof fieldNames)[number];

type Form = {
  readonly page: Page;
  readonly shop: Shop;
  readonly gateway: Awaited<ReturnType<typeof startGateway>>;
  readonly type: (name: FieldName, text: string) => Promise<void>;
  readonly submit: () => Promise<unknown>;
};

/** A page with the five fields, configured; `configuration` is laid over the usual one. */
async function openForm(
  t: TestContext,
  change: { inputs?: string; configuration?: object } = {},
): Promise<Form> {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  const session = at((await gateway.cards.send("POST", "session")).body, "session.id");
  const inputs = fieldNames
    .map((name) => `<label for="${name}">${name}</label><input id="${name}" readonly>`)
    .join("");
  const configuration = {
    session,
    fields: { card: Object.fromEntries(fieldNames.map((name) => [name, `#${name}`])) },
    frameEmbeddingMitigation: ["csp"],
    interaction: { displayControl: { formatCard: "EMBOSSED", invalidFieldCharacters: "REJECT" } },
    ...change.configuration,
  };
  const shop = await openShop(
    t,
    () => `<!doctype html><title>shop</title>${change.inputs ?? inputs}
      <script src="${gateway.url}/mpgs/form/version/100/merchant/TESTWASL/session.js"></script>
      <script>
        window.seen = { messages: [], events: [] };
        addEventListener("message", (event) => seen.messages.push(JSON.stringify(event.data)));
        const configuration = ${JSON.stringify(configuration)};
        window.initialized = new Promise((resolve) => {
          PaymentSession.configure({ ...configuration, callbacks: {
            initialized: resolve,
            formSessionUpdate: (result) => window.updated?.(result),
          } });
        });
        window.submitFields = () => new Promise((resolve) => {
          window.updated = resolve;
          PaymentSession.updateSessionFromForm("card");
        });
      </script>`,
  );
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(shop.url);
  const type = async (name: FieldName, text: string) => {
    const field = page.frameLocator(`#${name} + iframe`).locator("#field");
    await field.click();
    await field.pressSequentially(text);
  };
  return { page, shop, gateway, type, submit: () => page.evaluate("submitFields()") };
}

const initialized = (page: Page): Promise<unknown> => page.evaluate("initialized");
const field = (page: Page, name: FieldName) => page.frameLocator(`#${name} + iframe`).locator("#field");

async function fill(form: Form, change: Partial<Record<FieldName, string>> = {}): Promise<void> {
  const card = {
    number: frictionlessCard,
    securityCode: "100",
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA",
    ...change,
  };
  for (const name of fieldNames) await form.type(name, card[name]);
}

test("the page's inputs become frames of the gateway's origin, and the result comes back masked", async (t) => {
  const form = await openForm(t);
  assert.deepEqual(await initialized(form.page), { status: "ok" });
  await fill(form);
  assert.equal(await field(form.page, "number").inputValue(), "5123 4567 8901 2346");
  const result = await form.submit();
  const card = at(Object(result), "sourceOfFunds.provided.card");
  assert.equal(at(Object(result), "status"), "ok");
  assert.equal(at(Object(card), "number"), "512345xxxxxx2346");
  assert.equal(at(Object(card), "securityCode"), "xxx");
});

test("card data reaches neither the page, its messages nor its server", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  await fill(form, { securityCode: "739" });
  await form.submit();
  const messages = String(await form.page.evaluate("seen.messages.join()"));
  const html = await form.page.content();
  const cardData = /5123 ?4567 ?8901 ?2346|["'>]739["'<]/;
  for (const [where, text] of Object.entries({ messages, html, server: form.shop.bodies.join() })) {
    assert.doesNotMatch(text, cardData, where);
  }
  assert.match(messages, /512345xxxxxx2346/);
});

test("wrong fields are named in the result", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  await fill(form, { number: "5123450000000009", expiryMonth: "13" });
  const result = Object(await form.submit());
  assert.equal(result.status, "fields_in_error");
  assert.deepEqual(result.errors, { cardNumber: "invalid", expiryMonth: "invalid" });
});

test("characters that do not belong into a field are rejected, and the caret stays where the payer types", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  await form.type("number", "51x23-4500");
  const number = field(form.page, "number");
  assert.equal(await number.inputValue(), "5123 4500");
  await number.press("Home");
  await number.pressSequentially("9");
  await number.press("ArrowRight");
  await number.pressSequentially("8");
  assert.equal(await number.inputValue(), "9581 2345 00");
  await form.type("expiryMonth", "1a2");
  assert.equal(await field(form.page, "expiryMonth").inputValue(), "12");
});

test("fields tell browsers and screen readers what they are", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  const attributes = await field(form.page, "number").evaluate((input) =>
    ["autocomplete", "inputmode", "dir", "aria-label"].map((name) => input.getAttribute(name)),
  );
  assert.deepEqual(attributes, ["cc-number", "numeric", "ltr", "number"]);
  assert.equal(await form.page.locator("#securityCode + iframe").getAttribute("title"), "securityCode");
});

test("events name the selector and the field, and validity is known when the field is left", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  await form.page.evaluate(`
    for (const name of ["onFocus", "onBlur", "onChange"])
      PaymentSession[name](["card.securityCode"], (selector, role) => seen.events.push([name, selector, role]));
    PaymentSession.onValidityChange(["card.securityCode"], (selector, result, role) => seen.events.push(["validity", result.isValid, role]));
    PaymentSession.onBlur(["card.securityCode"], (selector, role) =>
      PaymentSession.validate("card", (all) => seen.events.push(["validated", all.card[role]])));
    PaymentSession.onCardTypeChange((selector, result) => seen.events.push(["type", result.brand]));`);
  await form.type("securityCode", "100");
  await field(form.page, "number").click();
  await form.page.waitForFunction(`seen.events.some(([name]) => name === "validated")`);
  await form.type("number", "4");
  const expected = [
    ["onFocus", "#securityCode", "securityCode"],
    ["validity", false, "securityCode"],
    ["onChange", "#securityCode", "securityCode"],
    ["onChange", "#securityCode", "securityCode"],
    ["validity", true, "securityCode"],
    ["onChange", "#securityCode", "securityCode"],
    ["onBlur", "#securityCode", "securityCode"],
    ["validated", { isValid: true, selector: "#securityCode" }],
    ["type", "VISA"],
  ];
  await form.page.waitForFunction(`seen.events.length >= ${expected.length}`);
  assert.deepEqual(await form.page.evaluate("seen.events"), expected);
});

test("a field takes the looks of its input, the looks for focus, and the focus itself", async (t) => {
  const form = await openForm(t, {
    inputs: `<style>input{font-size:21px;border:2px solid rgb(1,2,3);border-radius:7px}</style>${fieldNames.map((name) => `<input id="${name}" readonly>`).join("")}`,
  });
  await initialized(form.page);
  const number = field(form.page, "number");
  const look = () =>
    number.evaluate((input) => [getComputedStyle(input).fontSize, getComputedStyle(input).borderTopColor]);
  assert.deepEqual(await look(), ["21px", "rgb(1, 2, 3)"]);
  await form.page.evaluate(
    `PaymentSession.setFocusStyle(["card.number"], { borderColor: "rgb(0, 128, 0)" })`,
  );
  await form.page.evaluate(`PaymentSession.setFocus("card.number")`);
  await number.and(form.page.frameLocator("#number + iframe").locator(":focus")).waitFor();
  assert.deepEqual(await look(), ["21px", "rgb(0, 128, 0)"]);
});

test("two rounds on one page: a new session gets new, empty fields", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  await fill(form);
  const session = at((await form.gateway.cards.send("POST", "session")).body, "session.id");
  const status = await form.page.evaluate(
    `new Promise((resolve) => PaymentSession.configure({ ...configuration, session: ${JSON.stringify(session)}, callbacks: { initialized: resolve, formSessionUpdate: (result) => window.updated?.(result) } }))`,
  );
  assert.deepEqual(status, { status: "ok" });
  assert.equal(await form.page.locator("iframe").count(), 5);
  assert.equal(await field(form.page, "number").inputValue(), "");
  await fill(form);
  assert.equal(at(Object(await form.submit()), "session.id"), session);
});

const wrongPages: readonly (readonly [string, { inputs?: string; configuration?: object }, RegExp])[] = [
  [
    "without frameEmbeddingMitigation",
    { configuration: { frameEmbeddingMitigation: [] } },
    /frameEmbeddingMitigation/,
  ],
  ["without a session", { configuration: { session: null } }, /session is required/],
  ["with an unknown session", { configuration: { session: "SESSION0" } }, /not found or expired/],
  [
    "with an input that is missing",
    { configuration: { fields: { card: { number: "#nothing" } } } },
    /no input matches/,
  ],
  ["with an input that could be typed into", { inputs: '<input id="number">' }, /must be readonly/],
  [
    "with an input that could be posted",
    { inputs: '<input id="number" name="number" readonly>' },
    /have no name/,
  ],
  [
    "with a month but no year",
    { configuration: { fields: { card: { expiryMonth: "#expiryMonth" } } } },
    /go together/,
  ],
];
for (const [what, change, message] of wrongPages) {
  test(`a page ${what} gets that status`, async (t) => {
    const form = await openForm(t, change);
    const result = Object(await initialized(form.page));
    assert.equal(result.status, "system_error");
    assert.match(result.message, message);
  });
}

test("a gateway that cannot be reached, and one that never answers", async (t) => {
  const form = await openForm(t);
  await initialized(form.page);
  await fill(form);
  // A browser tries its other kept connections by itself when one turns out to be cut.
  const fault = { simulator: "mpgs", fault: "drop_before", operation: "UPDATE_SESSION_FROM_FORM", times: 99 };
  await control(form.gateway.url, "POST", "faults", fault);
  assert.equal(at(Object(await form.submit()), "status"), "system_error");
  await control(form.gateway.url, "DELETE", "faults");
  await field(form.page, "nameOnCard").fill("SILENT");
  const answered = await Promise.race([form.submit(), form.page.waitForTimeout(500).then(() => "silence")]);
  assert.equal(answered, "silence");
});

for (const javaScriptEnabled of [true, false]) {
  test(`the challenge leads back to the merchant with scripts ${javaScriptEnabled ? "on" : "off"}`, async (t) => {
    const gateway = await startGateway();
    t.after(() => gateway.close());
    let challenge = "";
    const shop = await openShop(t, () => `<!doctype html><title>3-D Secure</title>${challenge}`);
    const sessionId = await gateway.cards.session({ number: challengedCard });
    await gateway.cards.initiate("o", "a", sessionId);
    const { body } = await gateway.cards.authenticate("o", "a", sessionId, "100.00", `${shop.url}/return`);
    challenge = String(at(body, "authentication.redirect.html"));
    if (!javaScriptEnabled) challenge = challenge.replace("</form>", "<button>go</button></form>");
    const context = await browser.newContext({ javaScriptEnabled });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(shop.url);
    if (!javaScriptEnabled) await page.getByRole("button", { name: "go" }).click();
    const frame = page.frameLocator("#challengeFrame");
    await frame.locator('button[value="successful"]').click();
    if (!javaScriptEnabled) await frame.locator("form#return button").click();
    await frame.locator("#back").waitFor();
    const posted = new URLSearchParams(shop.bodies.at(-1)?.replace("/return ", ""));
    assert.equal(posted.get("order.id"), "o");
    assert.equal(posted.get("response.gatewayRecommendation"), "PROCEED");
    assert.equal(posted.get("result"), "SUCCESS");
    assert.ok(posted.get("encryptedData.ciphertext"));
  });
}
