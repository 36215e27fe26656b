import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PageReply } from "#contract/pages.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { productPage } from "#test/product-page.ts";
import { catalogue } from "./i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();
const invoice = `/pay/order/${orderNumber}?lang=en`;

/** The document of an answer that comes in pieces, piece by piece. */
function pieces({ html }: PageReply): AsyncIterator<string> {
  assert.ok(typeof html === "object");
  return html[Symbol.asyncIterator]();
}

test("a page is Arabic and right-to-left unless something says otherwise", async () => {
  const address = `/pay/${orderNumber}`;
  const english = { theme: { defaultLanguage: "en" } } as const;
  const kept = { ...english, request: { languageCookie: "ar" } };
  assert.match(await pages.html(address), /^<!doctype html><html lang="ar" dir="rtl">/);
  assert.match(await pages.html(address, english), /<html lang="en" dir="ltr">/);
  assert.match(await pages.html(address, kept), /<html lang="ar"/);
  assert.match(await pages.html(`${address}?lang=en`, kept), /<html lang="en"/);
});

test("a language chosen in the address is kept in the cookie, and the link leads to the other one", async () => {
  const reply = await pages.page(`/pay/${orderNumber}?lang=en&x=1`);
  assert.match(reply.headers["set-cookie"] ?? "", /^lang=en; Path=\/; Max-Age=\d+; SameSite=Lax$/);
  assert.match(String(reply.html), /href="\/pay\/7K3M9X2PQR4T5V6W\?lang=ar&amp;x=1" lang="ar"/);
  assert.equal((await pages.page(`/pay/${orderNumber}`)).headers["set-cookie"], undefined);
});

test("everything inline carries the nonce, and nothing needs more than that", async () => {
  for (const address of [invoice, `/pay/info/${orderNumber}`, "/", "/sales-terms", "/pay/error/expired-qr"]) {
    const text = await pages.html(address);
    for (const [tag] of text.matchAll(/<(?:style|script)[^>]*>/g)) {
      assert.match(tag, /nonce="NONCE"|type="application\/json"/, address);
    }
    assert.doesNotMatch(text, /\sstyle="|\son[a-z]+="|javascript:/, address);
  }
});

test("pages without islands load one script, pages with one load React and carry its data", async () => {
  const plain = await pages.html(invoice);
  assert.doesNotMatch(plain, /hydrate|page-data/);
  const island = await pages.html(`/pay/info/${orderNumber}?lang=en`);
  assert.match(island, /import\("\/src\/web\/island\/hydrate\.ts"\)/);
  assert.match(island, /<div id="island-1" data-island="payment"><form/);
  assert.match(island, /<script type="application\/json" data-props-of="island-1">\{"order":/);
  assert.match(island, /id="page-data">\{"language":"en","messages":\{/);
});

test("an island's texts are those of the page's language alone", async () => {
  const [data = ""] = /id="page-data">[^<]*/.exec(await pages.html(`/pay/info/${orderNumber}?lang=en`)) ?? [];
  assert.ok(data.includes(catalogue.en.payment.clientName));
  assert.ok(!data.includes(catalogue.ar.payment.clientName));
  assert.ok(!data.includes(catalogue.en.invoice.proceed));
});

test("an unknown order is a 404 that says so, as is every other address that leads nowhere", async () => {
  for (const [address, heading] of [
    [invoice, "Invoice"],
    [`/pay/info/${orderNumber}?lang=en`, "Order"],
  ]) {
    const missing = await pages.page(String(address), { order: null });
    assert.equal(missing.status, 404);
    assert.match(String(missing.html), new RegExp(`<h1>${heading} not found</h1>`));
    assert.match(String(missing.html), /Order not found/);
  }
  const nowhere = await pages.page("/nope?lang=en");
  assert.equal(nowhere.status, 404);
  assert.match(String(nowhere.html), /<h1>Ooops! The page you requested was not found!<\/h1>/);
  assert.doesNotMatch(String(nowhere.html), /<h1>[^<]*nope/);
  assert.equal((await pages.page("/pay/error/other")).status, 404);
});

test("the start page opens an invoice by its number, however it is typed", async () => {
  const reply = await pages.page("/?number=7k3m-9x2p-qr4t-5v6w");
  assert.equal(reply.status, 303);
  assert.equal(reply.headers["location"], `/pay/order/${orderNumber}`);
  const wrong = await pages.html("/?lang=en&number=%22%3E%3Cscript%3E");
  assert.match(wrong, /aria-invalid="true"/);
  assert.match(wrong, /value="&quot;&gt;&lt;script&gt;"/);
});

test("the error pages say their sentence in both languages, that of the page first", async () => {
  const reasons = [
    ["expired-qr", "expiredQr"],
    ["not-allowed-country", "notAllowedCountry"],
    ["s3d-not-enabled", "s3dNotEnabled"],
  ] as const;
  for (const [reason, key] of reasons) {
    for (const [query, first, second] of [
      ["", "ar", "en"],
      ["?lang=en", "en", "ar"],
    ] as const) {
      const text = await pages.html(`/pay/error/${reason}${query}`);
      const place = text.indexOf(catalogue[first].errors[key]);
      assert.ok(place > 0 && place < text.indexOf(catalogue[second].errors[key]), `${reason} ${first}`);
    }
  }
});

test("an error page with an order's number keeps its shop: another card, or a new link by the shop's own contact", async () => {
  const secure = await pages.html(`/pay/error/s3d-not-enabled?lang=en&order=${orderNumber}`);
  assert.match(secure, new RegExp(`href="/pay/info/${orderNumber}"[^>]*>Use another card or method`));
  for (const reason of ["expired-qr", "not-allowed-country"]) {
    const order = { ...orderPage(), expiryDate: "2026-01-01T00:00:00.000Z", isApiOrder: false };
    const text = await pages.html(`/pay/error/${reason}?lang=en&order=${orderNumber.toLowerCase()}`, {
      order,
    });
    assert.match(text, /https:\/\/wa\.me\/966500000000\?text=[^"]*7K3M9X2PQR4T5V6W/, reason);
    assert.match(text, /href="tel:\+966500000000"/);
    assert.match(text, /href="mailto:/);
    assert.match(text, /class="merchant-logo/);
  }
});

test("an error page with a product link keeps its shop: a new link by the shop's own contact, or the product again", async () => {
  const shop = { merchantContact: { city: null, address1: null, email: null, phone: "+966112345678" } };
  const text = await pages.html("/pay/error/expired-qr?lang=en&link=7k3m-9x2p-qr4t", {
    product: "expired",
    shop,
  });
  assert.match(text, /<span class="shop-logo"><span class="merchant-logo.*?<bdi lang="ar">دار رنا<\/bdi>/);
  assert.match(text, /href="tel:\+966112345678"/);
  // A landline has no WhatsApp.
  assert.doesNotMatch(text, /wa\.me|Try again</);
  const seller = { ...orderPage().seller, whatsapp: "+966500000001" };
  const asked = await pages.html("/pay/error/expired-qr?lang=en&link=7K3M9X2PQR4T", {
    product: "expired",
    shop: { ...shop, seller },
  });
  assert.match(asked, /https:\/\/wa\.me\/966500000001\?text=[^"]*%D8%AA%D9%85%D8%B1/);
  const again = await pages.html("/pay/error/not-allowed-country?lang=en&link=7K3M9X2PQR4T", {
    product: productPage(),
  });
  assert.match(again, /<a class="button button-primary" href="\/pay\/product\/7K3M9X2PQR4T">Try again</);
  // It would not open from this country either.
  assert.doesNotMatch(again, /new link/);
});

test("an error page without a number, or with a wrong one, is the specification's own", async () => {
  const plain = await pages.html("/pay/error/s3d-not-enabled?lang=en");
  assert.match(plain, /Back to the start page/);
  for (const [query, world] of [
    ["order=%22%3E%3Cscript%3E", {}],
    [`order=${orderNumber}`, { order: null }],
    ["link=7K3M9X2PQR4T", { product: null }],
  ] as const) {
    const text = await pages.html(`/pay/error/s3d-not-enabled?lang=en&${query}`, world);
    assert.match(text, /Back to the start page/);
    assert.doesNotMatch(text, /pay\/info|<script>/);
  }
});

test("the error pages appear after one second (Spec 2.9)", async () => {
  assert.match(
    await pages.html("/pay/error/expired-qr"),
    /\.notice-late\{animation:appear \.3s 1000ms both\}/,
  );
});

test("the terms of sale stand in both languages, Arabic first (Spec 2.10)", async () => {
  const text = await pages.html("/sales-terms?lang=en");
  const arabic = text.indexOf('lang="ar" dir="rtl"><h1>');
  assert.ok(arabic > 0 && arabic < text.indexOf('lang="en" dir="ltr"><h2>'));
});

test("a shop's own rules of returns stand above the terms of sale, as text and in its own languages alone", async () => {
  const returns = { shopName: "Dar <Rana>", text: "خلال 7 أيام\n<b>بحالتها</b>", english: null };
  const shop = await pages.html("/sales-terms?shop=rana&lang=en", { returns });
  assert.match(
    shop,
    /<section class="terms" lang="ar" dir="rtl"><h1>[^<]+<bdi lang="en">Dar &lt;Rana&gt;<\/bdi><\/h1>/,
  );
  assert.ok(shop.includes("خلال 7 أيام\n&lt;b&gt;بحالتها&lt;/b&gt;"));
  assert.equal(shop.match(/<h1/g)?.length, 1);
  assert.equal(shop.match(/class="terms-own"/g)?.length, 1);
  assert.doesNotMatch(await pages.html("/sales-terms?shop=nobody&lang=en"), /class="terms-own"/);
});

test("the testing notice shows while the installation is in its testing phase", async () => {
  const notice = catalogue.en.common.testingPhase;
  assert.ok((await pages.html("/?lang=en", { isTestingPhase: true })).includes(notice));
  assert.ok(!(await pages.html("/?lang=en")).includes(notice));
});

test("slow data: head and loading screen go out first, and the page that follows hides it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const loadOrder = async () => {
    await promise;
    return { model: orderPage(), theme: {}, frameParents: [] };
  };
  const document = pieces(await pages.page(invoice, { loadOrder }));
  const first: string = (await document.next()).value;
  assert.match(first, /<html lang="en".*<\/head><body><div class="loading-screen">.*v1\.11\.53/s);
  assert.doesNotMatch(first, /<title>/);
  resolve();
  const second: string = (await document.next()).value;
  assert.match(second, /^<title>.*\.loading-screen\{display:none\}<\/style>.*PROCEED TO PAYMENT.*<\/html>$/s);
  assert.equal((await document.next()).done, true);
});

test("the payment page's loading screen says that it connects (Spec 2.3)", async () => {
  const loadOrder = () => new Promise<null>(() => {});
  const document = pieces(await pages.page(`/pay/info/${orderNumber}?lang=en`, { loadOrder }));
  assert.match((await document.next()).value, /Connecting \.\.\./);
});

test("a failure of ours is a whole page with status 500 that gives the server its cause", async () => {
  const cause = new Error("the database is away");
  const reply = await pages.page(invoice, { loadOrder: () => Promise.reject(cause) });
  assert.equal(reply.status, 500);
  const text = String(reply.html);
  assert.ok(text.includes(catalogue.en.errors.failure) && text.endsWith("</html>"));
  assert.doesNotMatch(text, /database/);
  assert.equal(reply.failure, cause);
});

test("a page that breaks while it is drawn is a failure, too, whether its data was quick or slow", async () => {
  const { order } = orderPage();
  // biome-ignore lint/suspicious/noExplicitAny: what a broken server would send
  const broken = orderPage({ order: { ...order, products: null as any } });
  const quick = await pages.page(invoice, { order: broken });
  assert.equal(quick.status, 500);
  const { promise, resolve } = Promise.withResolvers<void>();
  const loadOrder = () => promise.then(() => ({ model: broken, theme: {}, frameParents: [] }));
  const slow = pieces(await pages.page(invoice, { loadOrder }));
  await slow.next();
  resolve();
  assert.ok((await slow.next()).value.includes(catalogue.en.errors.failure));
  await assert.rejects(async () => slow.next(), TypeError);
});
