import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ThemeModel } from "#contract/settings.ts";
import { languages } from "#core/language.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { productPage } from "#test/product-page.ts";
import { catalogue } from "../i18n/catalogue.ts";
import type { Standing } from "../order/standing.ts";

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});
after(() => pages.close());

const order = orderPage();
const invoice = `/pay/order/${order.orderNumber}?lang=ar`;
const product = "/pay/product/7K3M9X2PQR4T?lang=ar";

/** The tags of a page by name, and where in the document the last of them stands. */
function tagsOf(html: string): ReadonlyMap<string, string> {
  const tags = html.matchAll(/<meta (?:name="description" )?(?:name|property)="([^"]+)" content="([^"]*)">/g);
  return new Map(Array.from(tags, ([, name = "", content = ""]) => [name, content]));
}

test("an invoice's link shows the shop: title, description, picture, language and colour", async () => {
  const theme = { primaryColor: "#0f6b5c" };
  const html = await pages.html(invoice, { order, theme });
  const tags = tagsOf(html);
  assert.equal(tags.get("og:title"), "فاتورة من دار رنا");
  assert.equal(tags.get("og:site_name"), "دار رنا");
  assert.equal(tags.get("og:locale"), "ar_SA");
  assert.equal(tags.get("og:url"), `https://pay.example/pay/order/${order.orderNumber}`);
  assert.equal(tags.get("og:image"), `https://pay.example/openApi/loadPreviewImage/o/${order.orderNumber}`);
  assert.deepEqual([tags.get("og:image:width"), tags.get("og:image:height")], ["1200", "630"]);
  assert.equal(tags.get("theme-color"), "#0f6b5c");
  assert.match(html, /<meta name="description" property="og:description" /);
  // WhatsApp reads the first 300 KB of a document.
  assert.ok(Buffer.byteLength(html.slice(0, html.indexOf('property="og:image:alt"'))) < 300_000);
  const english = tagsOf(await pages.html(invoice.replace("ar", "en"), { order }));
  assert.equal(english.get("og:title"), "Invoice from دار رنا");
});

test("the browser's bar is in the shop's colour, and dark where the page is", async () => {
  const barsOf = async (theme: ThemeModel) => {
    const html = await pages.html(invoice, { order, theme });
    return Array.from(
      html.matchAll(/<meta name="theme-color" content="([^"]+)"([^>]*)>/g),
      ([, ...bar]) => bar,
    );
  };
  const dark = ["#1a2029", ' media="(prefers-color-scheme:dark)"'];
  assert.deepEqual(await barsOf({ primaryColor: "#0f6b5c" }), [dark, ["#0f6b5c", ""]]);
  // It looks the same in both schemes.
  const own = { primaryColor: "#f08a00", backgroundColor: "#0b3d2e" };
  assert.deepEqual(await barsOf(own), [["#f08a00", ""]]);
});

test("a preview says nothing of the buyer, and the amount only where the merchant wants it", async () => {
  for (const [path, world] of [
    [invoice, { order }],
    [product, { product: productPage() }],
  ] as const) {
    const plain = [...tagsOf(await pages.html(path, world)).values()].join(" ");
    assert.doesNotMatch(plain, /Noura|57654321|\d\.\d\d/, path);
    const shown = tagsOf(await pages.html(path, { ...world, theme: { showAmountInPreview: true } }));
    assert.match(shown.get("og:description") ?? "", /(?:1,150|115)\.00.*ر\.س/, path);
  }
});

const changes: Readonly<Record<Standing, Parameters<typeof orderPage>[0]>> = {
  payable: {},
  checking: { isPaymentInProgress: true },
  surplus: { hasSurplus: true },
  expired: { expiryDate: "2026-01-01T00:00:00Z" },
  paid: { order: { orderStatus: "PAID" } },
  cancelled: { order: { orderStatus: "CANCELLED" } },
  refunded: { order: { orderStatus: "REFUNDED" } },
};

test("an invoice's link asks for a payment only while it can be paid, and says else what its status is", async () => {
  for (const language of languages) {
    const { previewText, previewRead, titleStates } = catalogue[language].invoice;
    for (const [standing, words] of Object.entries(titleStates)) {
      const world = { order: orderPage(changes[standing as Standing]) };
      const tags = tagsOf(await pages.html(invoice.replace("ar", language), world));
      const expected = standing === "payable" ? previewText : `${words} · ${previewRead}`;
      assert.equal(tags.get("og:description"), expected, standing);
    }
  }
});

test("a product link shows what is sold, and by whom", async () => {
  const tags = tagsOf(await pages.html(product, { product: productPage() }));
  assert.equal(tags.get("og:title"), "تمر سكري");
  assert.match(tags.get("og:description") ?? "", /دار رنا/);
  assert.match(tags.get("og:image") ?? "", /^https:.*\/openApi\/loadPreviewImage\/l\/7K3M9X2PQR4T$/);
});

test("what is not found shows nothing", async () => {
  assert.equal(tagsOf(await pages.html(invoice, { order: null })).get("og:title"), undefined);
});
