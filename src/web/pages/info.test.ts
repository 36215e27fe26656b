/** The payment page as the server makes it: what themes hide, and what stands there before any script (Spec 2.3). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as timing from "#core/timing.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer, type World } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});
after(() => pages.close());

const { orderNumber } = orderPage();
/** The page without its style sheets, which name everything that a page could have. */
async function html(world?: World, language = "en"): Promise<string> {
  const page = await pages.html(`/pay/info/${orderNumber}?lang=${language}`, world);
  return page.replace(/<style.*?<\/style>/gs, "");
}

const receipt = `/openApi/getPdfReceipt/12/00000042/${orderNumber}`;
const paid = (orderStatus: "PAID" | "REFUNDED" | "CANCELLED") => orderPage({ order: { orderStatus } });

test("the summary of the invoice is there, and goes with hideInvoiceSummery", async () => {
  const shown = await html();
  assert.match(shown, /<aside class="order-summary"/);
  assert.match(shown, /عباية/);
  assert.doesNotMatch(await html({ theme: { hideInvoiceSummery: true } }), /order-summary|عباية/);
});

test("the delivery address may be typed, and goes with hideClientAddress", async () => {
  const fields = /data-field="shipmentCity"[\s\S]*data-field="shipmentAddress"/;
  assert.match(await html(), fields);
  assert.doesNotMatch(await html({ theme: { hideClientAddress: true } }), /data-field="shipment/);
});

test("panels name the fields that may be kept for the tab: none of a card, no one-time code and no national id", async () => {
  const [, json = "{}"] =
    /<script type="application\/json" data-props-of[^>]*>(.*?)<\/script>/s.exec(
      await html({ order: orderPage({ isSadadAllowed: true, isTabbyAllowed: true }) }),
    ) ?? [];
  const { methods } = JSON.parse(json) as { methods: { id: string; kept: string[] }[] };
  const kept = Object.fromEntries(methods.map(({ id, kept: names }) => [id, names]));
  assert.deepEqual(kept["card"], []);
  for (const [id, names] of Object.entries(kept))
    for (const name of names) assert.match(name, new RegExp(`^${id}(?!.*otp)`, "i"));
  assert.deepEqual(kept["sadad"], ["sadadMobile"]);
  assert.deepEqual(kept["tabby"], ["tabbyMobile", "tabbyEmail"]);
});

test("the logo in the header is the product's, or the merchant's where showLogo says so", async () => {
  const header = async (world?: World) => /<header[\s\S]*?<\/header>/.exec(await html(world))?.[0] ?? "";
  assert.match(await header(), /class="product-logo"/);
  assert.match(await header({ theme: { showLogo: "merchant" } }), /class="merchant-logo/);
  assert.doesNotMatch(await header({ theme: { showLogo: "merchant" } }), /product-logo/);
});

test("a settled order shows its notice and the receipt in a new tab, unless hideVatInvoice is set", async () => {
  for (const language of ["ar", "en"] as const) {
    const texts = catalogue[language].invoice;
    for (const [orderStatus, title] of [
      ["PAID", texts.alreadyPaid],
      ["REFUNDED", texts.refunded],
    ] as const) {
      const shown = await html({ order: paid(orderStatus) }, language);
      assert.ok(shown.includes(title) && shown.includes(orderNumber), orderStatus);
      assert.doesNotMatch(shown, /data-island=/);
      assert.ok(shown.includes(`href="${receipt}" target="_blank" rel="noopener"`), orderStatus);
      assert.ok(shown.includes(texts.downloadReceipt));
      const hidden = await html({ order: paid(orderStatus), theme: { hideVatInvoice: true } }, language);
      assert.ok(hidden.includes(title) && !hidden.includes(receipt), orderStatus);
    }
  }
});

test("until when it can be paid stands above the form, with room for the countdown only when the end is near", async () => {
  const line = async (expiryDate: string): Promise<string> =>
    /<div class="pay-until">.*?<\/div>/s.exec(await html({ order: orderPage({ expiryDate }) }))?.[0] ?? "";
  assert.match(
    await line("2999-01-01T15:00:00Z"),
    /Pay until <time[^>]*>1 January 2999 at 18:00<\/time> \(Riyadh time\)<\/p><\/div>$/,
  );
  const inTwoHours = await line(new Date(Date.now() + 2 * timing.countdownMs).toISOString());
  assert.match(inTwoHours, /<p class="time-left" data-left="\d+".*<span hidden="">Time left/);
  const soon = await line(new Date(Date.now() + timing.countdownMs / 2).toISOString());
  assert.match(soon, /<span>Time left <bdi dir="ltr">(30:00|29:5\d)<\/bdi>/);
  assert.equal(await line("2020-01-01T00:00:00Z"), "");
  assert.doesNotMatch(await html(), /class="pay-until"/);
});

test("a method whose provider is slow or does not answer says so in its row, and can still be chosen", async () => {
  const order = orderPage({ isStcPayAllowed: true, isTabbyAllowed: true });
  for (const [language, slow, failing] of [
    ["en", "slow right now", "may not work right now"],
    ["ar", "بطيئة الآن", "قد لا تعمل الآن"],
  ] as const) {
    const shown = await html({ order, troubled: { stcpay: "slow", tabby: "down" } }, language);
    const row = (id: string): string =>
      new RegExp(`<label class="method-tile"[^>]*>(?:(?!</label>).)*value="${id}".*?</label>`, "s").exec(
        shown,
      )?.[0] ?? "";
    assert.ok(row("stcpay").includes(`<span class="field-note">${slow}</span>`), row("stcpay"));
    assert.ok(row("tabby").includes(`<span class="field-note">${failing}</span>`));
    assert.doesNotMatch(row("stcpay") + row("tabby"), /disabled/);
    assert.doesNotMatch(row("card"), /field-note/);
  }
});

test("a cancelled order has no receipt", async () => {
  const shown = await html({ order: paid("CANCELLED") });
  assert.ok(shown.includes(catalogue.en.invoice.cancelled) && !shown.includes(receipt));
});

test("the welcome line has the client's name or 'Dear Buyer', and the shop", async () => {
  const head = async (name: string | null): Promise<string> => {
    const client = { id: 42, name, mobile: null, countryCode: null };
    return /<div class="info-head">.*?<\/div>/s.exec(await html({ order: orderPage({ client }) }))?.[0] ?? "";
  };
  assert.match(await head("Noura"), /<h1><bdi>Dear Noura<\/bdi><\/h1><p>[^<]*دار رنا/);
  for (const name of [null, " "]) assert.match(await head(name), /<h1><bdi>Dear Buyer<\/bdi>/);
});

test("the button says what is paid, and is locked until the agreement is ticked", async () => {
  const button = async (order = orderPage()): Promise<string> =>
    /<button type="submit" class="pay-button".*?<\/button>/s.exec(await html({ order }))?.[0] ?? "";
  const free = await button();
  assert.match(free, /aria-disabled="false"[^>]*>Pay.*SAR<\/span>.*1,150\.00/s);
  assert.match(await button(orderPage({ hasAgreement: true })), /aria-disabled="true"/);
});

test("terms of the order's own: a tick, a link to the file, and a window with their words", async () => {
  const agreement = { title: "شروط دار رنا", text: "لا إرجاع بعد الاستلام", english: null };
  const shown = await html({ order: orderPage({ hasAgreement: true }), agreement });
  assert.match(shown, /<input type="checkbox" id="agreement"/);
  assert.match(
    shown,
    /<a href="https:\/\/pay\.example\/web\/getDesktopOrderFile\/7K3M9X2PQR4T5V6W"[^>]*data-opens="agreement-terms"/,
  );
  const dialog = /<dialog id="agreement-terms".*?<\/dialog>/s.exec(shown)?.[0] ?? "";
  assert.ok(dialog.includes(agreement.title) && dialog.includes(agreement.text));
  const both = { ...agreement, english: { title: "Terms of Dar Rana", text: "No returns" } };
  // Words run in the direction of their own language, also where the shop has written them in one alone.
  for (const [terms, language, written, words] of [
    [both, "ar", "ar", agreement.text],
    [both, "en", "en", "No returns"],
    [agreement, "en", "ar", agreement.text],
  ] as const) {
    const page = await html({ order: orderPage({ hasAgreement: true }), agreement: terms }, language);
    assert.ok(page.includes(`<p class="agreement-body" dir="auto" lang="${written}">${words}</p>`), language);
  }
  assert.doesNotMatch(await html(), /id="agreement"|agreement-terms/);
});

test("the way out is there when the order has one (Spec 2.3)", async () => {
  const cancelUrl = "https://shop.example/cancelled?order=1";
  for (const language of ["ar", "en"] as const) {
    const words = catalogue[language].payment.cancelPayment;
    const shown = await html({ order: orderPage({ cancelUrl }) }, language);
    assert.ok(shown.includes(`href="${cancelUrl}">${words}</a>`), words);
    assert.ok(!(await html({}, language)).includes(`>${words}<`));
  }
});

test("the equivalent in another currency is shown when there is one", async () => {
  const order = orderPage({ foreignCurrencyCode: "USD", foreignCurrencyValue: 306.67 });
  assert.match(await html({ order }), /class="pay-foreign"[^>]*>[^<]*306\.67/);
  assert.doesNotMatch(await html(), /pay-foreign/);
});

test("the phone field starts in the client's country, else in Saudi Arabia, and knows the rules of its mobiles", async () => {
  for (const [countryCode, mobile, row, shown] of [
    ["SA", "+966557654321", "SA,966,9,9,0", "557654321"],
    ["KW", "+96555123456", "KW,965,8,8,", "55123456"],
    ["??", "+96555123456", "SA,966,9,9,0", "+96555123456"],
  ] as const) {
    const client = { id: 42, name: "Noura", mobile, countryCode };
    const page = await html({ order: orderPage({ client }) });
    assert.match(page, new RegExp(`data-field="clientCountry"[^>]*value="${row}"`));
    assert.match(page, new RegExp(`id="clientMobile"[^>]*value="${shown.replace("+", "\\+")}"`));
  }
});
