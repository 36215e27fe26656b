/** What is asked of each page about an order, whatever it is for: it follows the order, and is whole where a shop has given little. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { OrderPageModel } from "#contract/order.ts";
import { languages } from "#core/language.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { addressOfRoute } from "#test/every-view.ts";
import { fullestOrder } from "#test/fullest-order.ts";
import { fullestWorld } from "#test/fullest-world.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { translator } from "./i18n/translator.ts";
import { type PageName, routes } from "./routes.ts";

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});

const { orderNumber } = orderPage();
const ofOrders = routes.filter(({ path }) => path.includes(":orderNumber"));
const addressOf = (path: string): string => path.replace(":orderNumber", orderNumber);

/** Pages that stay as they were loaded, although they say what the order was then. */
const unfollowed: Readonly<Partial<Record<PageName, string>>> = {
  print: "paper",
  testCards: "of tests, with a list beside",
  verify: "proves a paper at an instant, which it names",
};

const textOf = (html: string): string =>
  html.slice(html.indexOf("<body")).replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, " ");

const mainTextOf = (html: string): string =>
  textOf(`<body>${html.slice(html.indexOf("<main"), html.indexOf("</main>"))}`);

test("a page that says more or something else of an order in another status is loaded again when the status changes", async () => {
  for (const { path, page } of ofOrders) {
    const drawn = new Map<string, string>();
    for (const orderStatus of orderStatuses) {
      const order = orderPage({ order: { orderStatus } });
      const world = { ...fullestWorld(fullestOrder(orderStatus)), order };
      drawn.set(orderStatus, await pages.html(addressOf(path), world));
    }
    const says = new Set(Array.from(drawn.values(), textOf)).size > 1;
    if (!says || page in unfollowed) continue;
    for (const [orderStatus, html] of drawn)
      assert.match(
        html,
        / data-standing="/,
        `${path} ${orderStatus}: standingMarks of order/watched.ts, or why it stays as it is, in \`unfollowed\` above`,
      );
  }
});

const surplusTexts = (["surplusHint", "surplusLate", "surplusSecond"] as const).map((key) =>
  translator("ar", "invoice")(key),
);

/** Pages that say nothing of an order's money. */
const withoutMoney: ReadonlySet<PageName> = new Set(["googleButton", "testCards"]);

test("a page says what of an order's money was given back, and what came beside it: an order stays paid, or cancelled, with both", async () => {
  for (const { path, page } of ofOrders) {
    if (withoutMoney.has(page)) continue;
    for (const orderStatus of orderStatuses) {
      const draw = async (more: Partial<OrderPageModel>) => {
        const order = orderPage({ order: { orderStatus }, ...more });
        const world = { ...fullestWorld(fullestOrder(orderStatus)), order };
        return textOf(await pages.html(addressOf(path), world));
      };
      const said = `${path} ${orderStatus}: \`PartGivenBack\` and \`SurplusBeside\` beside the standing`;
      const withSurplus = await draw({ hasSurplus: true });
      assert.ok(
        surplusTexts.some((text) => withSurplus.includes(text)),
        `${said}, or \`surplusHint\` of what may be paid`,
      );
      if (orderStatusFacts[orderStatus].holdsMoney)
        assert.notEqual(await draw({ refundedTotal: 50 }), await draw({}), said);
    }
  }
});

const toPay: ReadonlySet<PageName> = new Set(["info", "simple", "frame", "applepay"]);

test("in the form's place stands that an order is paid, of each that counts as paid: its buyer has opened the link to pay", async () => {
  for (const { path } of ofOrders.filter(({ page }) => toPay.has(page)))
    for (const orderStatus of orderStatuses) {
      const order = orderPage({ order: { orderStatus } });
      const world = { ...fullestWorld(fullestOrder(orderStatus)), order };
      const says = /\bpaid\b/i.test(mainTextOf(await pages.html(addressOfRoute(path, "en"), world)));
      const { holdsMoney, payable } = orderStatusFacts[orderStatus];
      // What may be paid has a form there, which speaks of paying.
      if (!payable)
        assert.equal(
          says,
          holdsMoney,
          `${path} ${orderStatus}: its title or hint in payment/closed-notice.tsx says "paid" where the money is held, and only there`,
        );
    }
});

test("a page of an order has words in each state, also where it leads elsewhere: of what loaded slowly the address is lost, and the page stays", async () => {
  for (const { path, page } of ofOrders) {
    // Google's own frame has nothing but its button.
    if (page === "googleButton") continue;
    for (const orderStatus of orderStatuses)
      for (const more of [{}, { expiryDate: "2026-01-01T00:00:00Z" }, { isPaymentInProgress: true }]) {
        const order = orderPage({ order: { orderStatus }, ...more });
        const html = await pages.html(addressOf(path), { order });
        assert.match(
          mainTextOf(html),
          /\p{L}{3}/u,
          `${path} ${orderStatus} ${JSON.stringify(more)}: \`body\` of its view`,
        );
      }
  }
});

test("each page of a test world's order has its mark", async () => {
  for (const orderStatus of orderStatuses) {
    const order = fullestOrder(orderStatus);
    assert.ok(order.merchant.isTest);
    for (const { path, page } of ofOrders) {
      if (page === "googleButton") continue;
      const html = await pages.html(addressOf(path), fullestWorld(order));
      assert.match(html, / data-world="test"/, `${path} ${orderStatus}: \`shop\` of its PageFrame`);
    }
  }
});

/** An answer of a shop that has given neither telephone nor e-mail, nor a mark or a tax number. */
function ofSilentShop<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(ofSilentShop) as Answer;
  if (typeof answer !== "object" || answer === null) return answer;
  const isShop = "shopName" in answer && "phone" in answer;
  return Object.fromEntries(
    Object.entries({
      ...answer,
      ...(isShop && { email: "", phone: "", vatNumber: null, logoImageUrl: null }),
      ...("merchantContact" in answer && { merchantContact: null }),
    }).map(([name, part]) => [name, ofSilentShop(part)]),
  ) as Answer;
}

test("every page is whole where a shop has given neither telephone nor e-mail, and an order nothing that may be left out", async () => {
  for (const orderStatus of orderStatuses) {
    const order = orderPage({ vatLines: [], order: { orderStatus } });
    const { quote, buyersDocuments, ...answers } = fullestWorld(fullestOrder(orderStatus));
    const world = ofSilentShop({
      ...answers,
      order,
      shop: order,
      quote: { ...quote, model: order },
      buyersDocuments: { ...buyersDocuments, shop: order },
    });
    for (const language of languages)
      for (const { path } of routes) {
        const html = await pages.html(addressOfRoute(path, language), world);
        const where = `${path} ${orderStatus} ${language}`;
        assert.doesNotMatch(textOf(html), /\b(?:null|undefined|NaN)\b/, where);
        assert.doesNotMatch(html, /href="(?:mailto:|tel:|https:\/\/wa\.me\/)?"/, where);
        assert.doesNotMatch(
          html,
          /<(?:a|h1|h2|dt|dd|li|strong)\b[^>]*><\/(?:a|h1|h2|dt|dd|li|strong)>/,
          where,
        );
      }
  }
});
