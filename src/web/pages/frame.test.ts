import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { contrastOf, minimumContrast } from "#core/theme/colour.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer, type World } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();
const address = (query = "lang=en"): string => `/pay/frame/${orderNumber}?${query}`;
const withWallets = orderPage({ isApplePayAllowed: true, isStcPayAllowed: true });

/** What stands in the page, without the style sheets above it. */
async function content(path: string, world?: World): Promise<string> {
  const html = await pages.html(path, world);
  return html.slice(html.indexOf("<main"));
}

/** A custom property of the page, the last one that was set. */
const property = (html: string, name: string): string | undefined =>
  [...html.matchAll(new RegExp(`${name}:([^;}]+)`, "g"))].at(-1)?.[1];

test("wallets, divider, card fields, total and button are there before any script, in this order", async () => {
  const html = await content(address(), { order: withWallets, request: { userAgent: "iPhone" } });
  const texts = catalogue.en.frame;
  const places = [
    "<h1",
    "wallet-place",
    "STC Pay",
    texts.orPayWithCard,
    'id="card-number"',
    'class="frame-total"',
    'class="pay-button"',
  ].map((part) => html.indexOf(part));
  assert.ok(
    places.every((place) => place > 0),
    places.join(),
  );
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
  );
  assert.doesNotMatch(html, /<header|<footer/);
});

test("on a device without the wallet its button has no place, and the words about it have theirs below the card", async () => {
  const order = orderPage({ isApplePayAllowed: true });
  const html = await content(address(), { order, request: { userAgent: "Android" } });
  assert.doesNotMatch(html, /wallet-place|frame-divider/);
  assert.match(html, /class="pay-button".*<\/form><div class="text-button" aria-hidden="true"><\/div>/s);
});

test("the mobile of STC Pay waits for its button (Spec 4)", async () => {
  const html = await pages.html(address(), { order: withWallets });
  assert.match(html, /aria-expanded="false" aria-controls="frame-stcpay"/);
  assert.doesNotMatch(html, /id="stcpayMobile"/);
});

test("only what the order allows is shown, and nothing divides what stands alone", async () => {
  const card = await content(address());
  assert.doesNotMatch(card, /frame-divider|frame-stcpay"/);
  const stcOnly = { isMadaAllowed: false, isCreditCardAllowed: false, isStcPayAllowed: true };
  const stc = await content(address(), { order: orderPage(stcOnly) });
  assert.doesNotMatch(stc, /frame-divider|id="card-number"/);
});

test("an invoice that only the payment page can take leads there in a tab of its own; one without a method says so", async () => {
  const closed = { isMadaAllowed: false, isCreditCardAllowed: false };
  const elsewhere = await content(address(), { order: orderPage({ ...closed, isTabbyAllowed: true }) });
  assert.ok(elsewhere.includes(catalogue.en.simple.noFastMethod));
  const way = /<a class="button button-primary" href="([^"]*)" target="_blank" rel="noopener">/.exec(
    elsewhere,
  );
  assert.equal(way?.[1], `/pay/info/${orderPage().orderNumber}`);
  const none = await content(address(), { order: orderPage(closed) });
  assert.ok(none.includes(catalogue.en.payment.noMethod));
  assert.doesNotMatch(none, /class="button/);
});

test("colours and sizes come from the address; hostile values fall to the defaults", async () => {
  const own = await pages.html(address("w=640&ts=0&b=102030&tc=ffffff&pc=203040&mc=ffcc00&bt=000"));
  assert.deepEqual(
    ["--frame-width", "--frame-top", "--page", "--surface", "--button", "--button-text"].map((name) =>
      property(own, name),
    ),
    ["640px", "0px", "#102030", "#203040", "#ffcc00", "#000000"],
  );
  const hostile = await pages.html(
    address("w=1e9&ts=-4&b=red;}body{display:none&tc=url(x)&pc=%3C/style%3E&mc=%22onload%3D&n=%3Cscript%3E"),
  );
  assert.deepEqual(
    ["--frame-width", "--frame-top", "--page", "--surface"].map((name) => property(hostile, name)),
    ["500px", "10px", "#ffffff", "#ffffff"],
  );
  assert.doesNotMatch(hostile, /body\{display:none|<script>(?!\()/);
});

test("text stays readable whatever the colours are", async () => {
  for (const query of [
    "b=fff&tc=fff&pc=fff",
    "b=000&tc=111&pc=000",
    "pc=777&tc=777&mc=777&bt=777",
    "mc=fff",
  ]) {
    const html = await pages.html(address(query));
    for (const [text, behind] of [
      ["--text", "--surface"],
      ["--page-text", "--page"],
      ["--button-text", "--button"],
      ["--link", "--surface"],
      ["--danger", "--surface"],
    ] as const) {
      const pair = { colour: property(html, text) ?? "", background: property(html, behind) ?? "" };
      assert.ok(contrastOf(pair) >= minimumContrast, `${query} ${text} ${JSON.stringify(pair)}`);
    }
  }
});

test("the language switch is there unless the address names the language, and stays after it was used", async () => {
  const switches = /class="language-switch" href="\/pay\/frame\/\w+\?([^"]*)"/;
  assert.doesNotMatch(await pages.html(address("lang=en")), switches);
  const [, query = ""] = switches.exec(await pages.html(address("b=000"))) ?? [];
  assert.equal(query, "b=000&amp;lang=en&amp;ls=1");
  const switched = await pages.html(address(query.replaceAll("&amp;", "&")));
  assert.match(switched, /<html lang="en"/);
  assert.match(switched, switches);
});

test("name and mobile are asked for only when neither the order nor the address know them", async () => {
  assert.doesNotMatch(await pages.html(address()), /id="clientName"/);
  const order = orderPage({ client: null });
  assert.match(await pages.html(address(), { order }), /id="clientName"/);
  assert.doesNotMatch(await pages.html(address("lang=en&n=Sara&m=0512345678"), { order }), /id="clientName"/);
  assert.match(await pages.html(address("lang=en&n=Sara&m=1"), { order }), /id="clientName"/);
});

test("the registered origins may frame it and receive its height; an unknown order may be framed by none", async () => {
  const known = await pages.page(address(), { frameParents: ["https://shop.example", "https://b.example"] });
  assert.deepEqual(known.frameParents, ["https://shop.example", "https://b.example"]);
  assert.match(String(known.html), /data-parents="https:\/\/shop\.example https:\/\/b\.example"/);
  const unknown = await pages.page(address(), { order: null });
  assert.deepEqual([unknown.status, unknown.frameParents], [404, null]);
});

test("a closed order shows its notice inside the frame, an expired one too, and no form", async () => {
  for (const [order, title] of [
    [orderPage({ order: { orderStatus: "PAID" } }), catalogue.en.invoice.alreadyPaid],
    [orderPage({ order: { orderStatus: "CANCELLED" } }), catalogue.en.invoice.cancelled],
    [orderPage({ order: { orderStatus: "REFUNDED" } }), catalogue.en.invoice.refunded],
    [orderPage({ expiryDate: "2020-01-01T00:00:00Z" }), catalogue.en.invoice.expired],
  ] as const) {
    const reply = await pages.page(address(), { order });
    assert.equal(reply.status, 200);
    assert.ok(String(reply.html).includes(title), title);
    assert.doesNotMatch(String(reply.html), /data-island/);
    assert.match(String(reply.html), /href="\/pay\/order\/\w+" target="_blank"/);
  }
  const checking = await pages.html(address(), { order: orderPage({ isPaymentInProgress: true }) });
  assert.match(checking, /href="\/pay\/displayPayment\?msg=[^"]+&amp;frame=lang%3Den&amp;lang=en"/);
});

test("where the installation takes no card data itself, the frame has the gateway's own fields (decision K4)", async () => {
  const reply = await pages.page(address(), { directApi: false });
  const html = String(reply.html);
  for (const field of ["number", "nameOnCard", "expiryYear", "expiryMonth", "securityCode"])
    assert.ok(html.includes(`data-place="${field}"`), field);
  assert.doesNotMatch(html, /autocomplete="cc-number"/i);
  assert.deepEqual(reply.sources.gatewayScripts, ["https://gateway.example/session.js"]);
});

test("terms of the order's own are ticked in the frame", async () => {
  assert.match(await pages.html(address(), { order: orderPage({ hasAgreement: true }) }), /type="checkbox"/);
});
