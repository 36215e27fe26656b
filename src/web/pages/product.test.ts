import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { InstalmentService } from "#contract/pages.ts";
import { minor } from "#core/money.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { productPage } from "#test/product-page.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const address = "/pay/product/7K3M9X2PQR4T?lang=en";
const texts = catalogue.en.product;

/** What a reader sees of a page: without scripts, styles and the data of islands. */
function visible(html: string): string {
  return html.replace(/<(script|style).*?<\/\1>/gs, "");
}

test("everything about the offer is there before any script", async () => {
  const html = visible(await pages.html(address, { product: productPage() }));
  assert.match(html, /<span class="shop-logo">.*?<bdi lang="ar">دار رنا<\/bdi>/);
  assert.match(html, /href="mailto:shop@dar-rana\.example"/);
  assert.match(html, /VAT number <bdi dir="ltr">300123456700003<\/bdi>/);
  assert.match(html, /<h1><bdi lang="ar">تمر سكري<\/bdi><\/h1>/);
  assert.match(html, /صندوق هدية\n1 كجم/);
  assert.match(html, /href="\/openApi\/downloadProductImageBytes\/31\?v=0f"[^>]*data-zoom="image-zoom"/);
  for (const amount of ["100.00", "15.00", "115.00"]) assert.ok(html.includes(amount), amount);
  // What the buyer pays comes first, as prices shown to consumers must have VAT in them.
  assert.match(
    html,
    /<strong><bdi class="amount" dir="ltr"><span class="currency riyal">SAR<\/span>.{1,12}115\.00/,
  );
  assert.ok(html.includes("VAT \u206615.00%\u2069 included") && html.includes("before VAT"));
  assert.match(html, /<button type="submit" class="button button-primary"[^>]*>Checkout Now</);
  assert.ok(html.includes(texts.needsScript));
});

test("the tab says what is sold, by whom and for how much", async () => {
  assert.match(
    await pages.html(address, { product: productPage({ qty: 2 }) }),
    /<title>تمر سكري – دار رنا – \u2066SAR\u00a0230\.00\u2069<\/title>/,
  );
});

test("an offer that ends says when, in the shop's zone", async () => {
  const html = visible(
    await pages.html(address, { product: productPage({ expiryDate: "2999-01-01T15:00:00Z" }) }),
  );
  assert.match(
    html,
    /Offered until <time dateTime="2999-01-01T15:00:00Z">1 January 2999 at 18:00<\/time> \(Riyadh time\)/,
  );
  assert.doesNotMatch(html, /data-left/);
  assert.doesNotMatch(visible(await pages.html(address, { product: productPage() })), /class="pay-until"/);
});

test("the merchant's logo has a stand-in, and a product without a picture a placeholder", async () => {
  const plain = await pages.html(address, { product: productPage({ product: { productImageId: null } }) });
  assert.match(plain, /class="merchant-logo merchant-initial"/);
  assert.doesNotMatch(plain, /class="product-image/);
  assert.doesNotMatch(plain, /downloadProductImageBytes/);
  const logo = await pages.html(address, { product: productPage({ merchant: { logoImageUrl: "x" } }) });
  assert.match(logo, /src="\/openApi\/loadMerchantImage\/12\/100\/100"/);
});

test("the price has the service fee in it and says so (Spec 9)", async () => {
  const product = productPage({ clientPayFees: true, commissionRate: 2.5 });
  const html = visible(await pages.html(address, { product }));
  // 100 / 0.975 = 102.5641 and 15 % of 102.56 is 15.384.
  for (const amount of ["102.56", "2.56", "15.38", "117.94"]) assert.ok(html.includes(amount), amount);
});

test("without a VAT number of the merchant there is no VAT (Spec 9)", async () => {
  const html = visible(
    await pages.html(address, { product: productPage({ merchant: { vatNumber: null } }) }),
  );
  assert.doesNotMatch(html, /VAT/);
  assert.match(html, /100\.00/);
});

test("the coupon box is there only for merchants who have coupons", async () => {
  const withBox = await pages.html(address, { product: productPage() });
  assert.match(withBox, /id="couponCode"/);
  const without = await pages.html(address, { product: productPage({ hasCoupons: false }) });
  assert.doesNotMatch(without, /id="couponCode"/);
});

const tabby: InstalmentService = { id: "tabby", lowest: null, highest: null };
const tamara: InstalmentService = { id: "tamara", lowest: minor(20_000), highest: minor(500_000) };

test("instalments are promised only where Tamara or Tabby is allowed, and sum to the order amount", async () => {
  assert.doesNotMatch(visible(await pages.html(address, { product: productPage() })), /interest-free/);
  const product = productPage({ product: { price: 86.97 } });
  // 86.97 and 13.05 VAT: 100.02 in four parts.
  const html = visible(await pages.html(address, { product, instalments: [tabby] }));
  assert.match(
    html,
    /<strong>Tabby(?:<!-- -->)?:<\/strong> (?:<!-- -->)?4 interest-free payments, 3 of <bdi.*?25\.00<\/bdi> and the last one <bdi.*?25\.02<\/bdi>/,
  );
  assert.doesNotMatch(html, /Tamara(?:<!-- -->)?:<\/strong>/);
});

test("the quantity starts from the link's, never above the stock (Spec 4)", async () => {
  const field = /role="spinbutton"[^>]*aria-valuenow="(\d+)"[^>]*aria-valuemax="(\d+)"/;
  const product = productPage({ qty: 3, product: { stockQty: 2 } });
  assert.deepEqual(field.exec(await pages.html(address, { product }))?.slice(1), ["2", "2"]);
  const uncounted = productPage({ qty: 3, product: { stockQty: null } });
  assert.deepEqual(field.exec(await pages.html(address, { product: uncounted }))?.slice(1), ["3", "999"]);
});

test("a product that is out of stock says so, without quantity, checkout and scripts of a form (Spec 5)", async () => {
  const html = await pages.html(address, { product: productPage({ product: { stockQty: 0 } }) });
  assert.match(html, /<h2 class="banner-title">Out of Stock<\/h2>/);
  assert.match(html, /100\.00/);
  assert.doesNotMatch(visible(html), /Checkout Now|spinbutton|<form class|data-island/);
});

test("the terms open in a window, and are a plain link without scripts", async () => {
  const html = await pages.html(address, { product: productPage() });
  assert.match(
    html,
    /<a href="\/sales-terms" target="_blank" rel="noopener" data-opens="sales-terms">Sales terms are applied to this invoice<\/a>/,
  );
  assert.match(html, /<dialog id="sales-terms"/);
  assert.ok(html.includes(catalogue.en.terms.dispatch));
});

test("terms of the link's own stand before the general ones", async () => {
  const linkAgreement = { title: "Terms of Dar Rana", text: "No returns on dates.", english: null };
  const html = await pages.html(address, { product: productPage({ hasAgreement: true }), linkAgreement });
  const own = html.indexOf(linkAgreement.text);
  assert.ok(own > html.indexOf('<h2 id="sales-terms-title">Terms of Dar Rana</h2>'));
  assert.ok(own < html.indexOf(catalogue.en.terms.dispatch));
  const without = await pages.html(address, { product: productPage(), linkAgreement });
  assert.ok(!without.includes(linkAgreement.text));
});

test("the signs are those of the methods that the link allows", async () => {
  const logos = async (product: ReturnType<typeof productPage>): Promise<string> =>
    /<section class="method-logos">.*?<\/section>/s.exec(await pages.html(address, { product }))?.[0] ?? "";
  const some = await logos(productPage({ isCreditCardAllowed: false, isApplePayAllowed: true }));
  assert.match(some, /aria-label="mada"/);
  assert.match(some, /<span class="visually-hidden">Apple Pay <\/span>/);
  assert.deepEqual(
    Array.from(some.matchAll(/data-mark="(\w+)"/g), ([, mark]) => mark),
    ["mada", "applepay"],
  );
  assert.doesNotMatch(some, /Visa|SADAD/);
  assert.equal(await logos(productPage({ isMadaAllowed: false, isCreditCardAllowed: false })), "");
});

test("a theme can hide the signs of methods", async () => {
  const shown = (showPaymentMethods: boolean) =>
    pages.html(address, { product: productPage(), theme: { showPaymentMethods } });
  assert.match(await shown(true), /<section class="method-logos">/);
  assert.doesNotMatch(await shown(false), /<section class="method-logos">/);
});

test("an unknown product is a 404 that says so, an expired link leads to its error page", async () => {
  const missing = await pages.page(address, { product: null });
  assert.equal(missing.status, 404);
  assert.match(String(missing.html), /<h1>Product is not found<\/h1>/);
  const expired = await pages.page(address, { product: "expired" });
  assert.equal(expired.status, 303);
  assert.equal(expired.headers["location"], "/pay/error/expired-qr?link=7K3M9X2PQR4T");
});

for (const [reason, title, message] of [
  ["withdrawn", texts.withdrawn, "please%20send%20a%20new%20link"],
  ["shop_closed", texts.shopClosed, "a%20question%20about"],
] as const)
  test(`a link that cannot be used (${reason}) says why, and keeps its shop and the way to it`, async () => {
    const { status, html } = await pages.page(address, { product: reason });
    assert.equal(status, 410);
    const page = visible(String(html));
    assert.ok(page.includes(`<h1>${title}</h1>`));
    assert.match(page, /<header.*?class="shop-logo".*?دار رنا.*?<\/header>/s);
    assert.match(page, new RegExp(`https://wa\\.me/966500000000\\?text=[^"]*${message}`));
    assert.match(page, /href="tel:\+966500000000"/);
    assert.match(page, /تمر سكري/);
    assert.doesNotMatch(page, /data-island|<form/);
  });

test("who sells by law stands on the page, sold out or not", async () => {
  const seller = {
    legalName: "شركة دار رنا للتجارة",
    legalNameEn: null,
    addressEn: null,
    registration: { scheme: "CRN", value: "1010123456" },
    whatsapp: "+966500000001",
    returnsUrl: "https://dar-rana.example/returns",
  };
  for (const stockQty of [5, 0]) {
    const html = await pages.html(address, {
      product: productPage({ product: { stockQty } }),
      shop: { seller },
    });
    const block = /<section class="seller".*?<\/section>/s.exec(html)?.[0] ?? "";
    assert.match(block, /شركة دار رنا للتجارة/);
    assert.match(block, /Commercial registration <bdi dir="ltr">1010123456<\/bdi>/);
    assert.match(block, /VAT number <bdi dir="ltr">300123456700003<\/bdi>/);
    assert.match(block, /href="https:\/\/dar-rana\.example\/returns"/);
    assert.match(block, /href="https:\/\/wa\.me\/966500000001"/);
  }
  const soldOut = await pages.html(address, { product: productPage({ product: { stockQty: 0 } }) });
  assert.match(soldOut, /https:\/\/wa\.me\/966500000000\?text=[^"]*a%20question%20about/);
});

test("the price says what it is for, unless that is a piece", async () => {
  const unit = { ar: "كجم", en: "kg" };
  assert.match(visible(await pages.html(address, { product: productPage({ unit }) })), /115\.00.*?per kg/s);
  assert.match(
    visible(await pages.html(address.replace("en", "ar"), { product: productPage({ unit }) })),
    /115\.00.*?لكل كجم/s,
  );
  assert.doesNotMatch(visible(await pages.html(address, { product: productPage() })), /per /);
});

test("of several pieces the amounts say what one comes to", async () => {
  const html = visible(await pages.html(address, { product: productPage({ qty: 3 }) }));
  assert.match(
    html,
    /Sub-Total(?:<!-- -->)? <bdi class="offer-note" dir="ltr">3 × 100\.00<\/bdi>.*?300\.00/s,
  );
  assert.doesNotMatch(visible(await pages.html(address, { product: productPage() })), /1 × /);
});

test("services with the same four payments share one sentence", async () => {
  const world = { product: productPage({ qty: 2 }), instalments: [tamara, tabby] };
  const html = visible(await pages.html(address, world));
  assert.match(html, /<strong>Tamara or Tabby(?:<!-- -->)?:<\/strong>/);
  assert.equal(html.match(/interest-free/g)?.length, 1);
  const arabic = visible(await pages.html(address.replace("en", "ar"), world));
  assert.match(arabic, /<strong>تمارا أو تابي(?:<!-- -->)?:<\/strong>/);
});

test("a service whose limits the order's total is outside of is not named, whatever one piece costs", async () => {
  for (const [price, qty, promised] of [
    [100, 1, "Tabby"],
    [100, 2, "Tamara or Tabby"],
    [1_000, 4, "Tamara or Tabby"],
    [1_000, 5, "Tabby"],
  ] as const) {
    const product = productPage({ qty, product: { price } });
    const html = visible(await pages.html(address, { product, instalments: [tamara, tabby] }));
    assert.equal(
      /<p class="promos"><strong>(.*?)(?:<!-- -->)?:/.exec(html)?.[1],
      promised,
      `${qty} × ${price}`,
    );
    const alone = visible(await pages.html(address, { product, instalments: [tamara] }));
    assert.equal(/interest-free/.test(alone), promised !== "Tabby");
  }
});

test("of an amount that is not chosen yet no instalments are promised", async () => {
  const product = productPage({ buyerAmount: { least: 10, most: 5_000, suggested: [500] } });
  const html = visible(await pages.html(address, { product, instalments: [tabby] }));
  assert.doesNotMatch(html, /interest-free/);
});

test("texts of merchants stay text", async () => {
  const evil = "</script><img src=x onerror=alert(1)>";
  const product = productPage({ product: { title: evil, description: evil }, merchant: { shopName: evil } });
  const html = await pages.html(address, { product });
  assert.doesNotMatch(html, /<img src=x/);
});

test("a description in the other language says so, in stock or not", async () => {
  for (const stockQty of [5, 0])
    for (const [description, mark] of [
      ["تمر من القصيم", '<p class="offer-description" lang="ar">'],
      ["Dates from Qassim", '<p class="offer-description">'],
    ] as const) {
      const html = await pages.html(address, {
        product: productPage({ product: { stockQty, description } }),
      });
      assert.ok(html.includes(`${mark}${description}`), description);
    }
});
