import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderPageModel } from "#contract/order.ts";
import { frameEvents } from "#core/frame-state.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { encodeResult } from "#core/payment-result.ts";
import { fullestOrder } from "#test/fullest-order.ts";
import { fullestWorld } from "#test/fullest-world.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer, type World } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();

/** Address of a result page with a message; `more` goes over the order number. */
function resultAddress(more: object, query: Readonly<Record<string, string>> = {}): string {
  const msg = encodeResult({ orderNumber, ...more });
  return `/pay/displayPayment?${new URLSearchParams({ lang: "en", msg, ...query })}`;
}

/** Names of the panels that are shown. */
function panels(html: string): string[] {
  const found = [...html.matchAll(/data-panel="(\w+)"([^>]*)>/g)];
  for (const [, state = ""] of found) assert.ok(Object.hasOwn(frameEvents, state), state);
  return found.flatMap(([, name = "", rest = ""]) => (rest.includes("hidden") ? [] : [name]));
}

test("a forged success is not green (decision K1)", async () => {
  const address = resultAddress({ statusCode: 200, signature: "forged" }, { displayOnly: "true" });
  assert.deepEqual(panels(await pages.html(address, { result: { statusCode: 400 } })), ["unpaid"]);
  assert.deepEqual(panels(await pages.html(resultAddress({ statusCode: 200 }))), ["processing"]);
});

test("a signed result is green", async () => {
  const address = resultAddress({ statusCode: 200 }, { displayOnly: "true" });
  const text = await pages.html(address, {
    isResultSigned: true,
    result: { statusCode: 400, msg: "not paid" },
  });
  assert.deepEqual(panels(text), ["success"]);
  assert.ok(text.includes(`Order \u2066${orderNumber}\u2069 was processed.`) && !text.includes("not paid"));
});

test("a paid order is green whatever the address says, with the links of Spec 2.5", async () => {
  const order = orderPage({ order: { orderStatus: "PAID" } });
  const text = await pages.html(resultAddress({ statusCode: 400 }), { order, result: { statusCode: 200 } });
  assert.deepEqual(panels(text), ["success"]);
  assert.match(text, /<h1[^>]*>Order Paid Successfully<\/h1>/);
  assert.match(text, /href="\/pay\/order\/7K3M9X2PQR4T5V6W">View Bill</);
  assert.match(text, /href="\/openApi\/getVatInvoice\/12\/00000042\/7K3M9X2PQR4T5V6W"/);
  assert.doesNotMatch(text, /Try Again/);
});

test("U86: success names the shop and what was paid with, and has the receipt beside the tax invoice", async () => {
  const order = orderPage({ order: { orderStatus: "PAID" } });
  const paid = { order, result: { statusCode: 200, paidWith: "mada \u2066•••• 0008\u2069" } };
  const text = await pages.html(resultAddress({}), paid);
  assert.match(text, /<dt>Shop<\/dt><dd><bdi lang="ar">دار رنا<\/bdi>/);
  assert.match(text, /<dt>Paid with<\/dt><dd><bdi>mada \u2066•••• 0008\u2069<\/bdi>/);
  const papers = [...text.matchAll(/class="result-paper"><a class="button" href="([^"]+)"/g)];
  assert.deepEqual(
    papers.map(([, address]) => address),
    ["getPdfReceipt", "getVatInvoice"].map((call) => `/openApi/${call}/12/00000042/${orderNumber}`),
  );
  const open = await pages.html(resultAddress({ statusCode: 202 }), { result: { statusCode: 202 } });
  assert.match(open, /<div data-paid-with="" hidden="">/);
});

test("U86: success says where the receipt went, masked, and nothing of one that was not sent", async () => {
  const order = orderPage({ order: { orderStatus: "PAID" } });
  const paid = { order, result: { statusCode: 200 } };
  const mailed = await pages.html(resultAddress({}), { ...paid, receiptSentTo: "n•••@example.com" });
  assert.match(mailed, /<dt>Receipt sent to<\/dt><dd><bdi dir="ltr">n•••@example\.com<\/bdi>/);
  assert.doesNotMatch(await pages.html(resultAddress({}), paid), /Receipt sent to/);
});

test("U89: a part that was given back is shown with its sum, on the result, the invoice and the payment page", async () => {
  const order = orderPage({ total: 115, refundedTotal: 50, order: { orderStatus: "PAID" } });
  for (const address of [resultAddress({}), `/pay/order/${orderNumber}`, `/pay/info/${orderNumber}`]) {
    const english = await pages.html(address.replace("?lang=en", "?"), {
      order,
      request: { language: "en" },
    });
    assert.match(
      english,
      />SAR<\/span>\u00a050\.00<\/bdi> of <bdi class="figures" dir="ltr">115\.00<\/bdi> was given back\./,
      address,
    );
    const arabic = await pages.html(address.replace("lang=en", "lang=ar"), { order });
    assert.match(
      arabic,
      /أُعيد <bdi[^>]*><bdi dir="ltr">50\.00<\/bdi>\u00a0.*?<\/bdi> من أصل <bdi class="figures" dir="ltr">115\.00<\/bdi>\./,
      address,
    );
  }
  const whole = orderPage({ order: { orderStatus: "PAID" } });
  assert.doesNotMatch(await pages.html(resultAddress({}), { order: whole }), /given back/);
});

test("the tax invoice is offered only by a merchant with a VAT number whose theme does not hide it", async () => {
  const paid = orderPage({ order: { orderStatus: "PAID" } });
  const without = { ...paid, merchant: { ...paid.merchant, vatNumber: null } };
  assert.doesNotMatch(await pages.html(resultAddress({}), { order: without }), /getVatInvoice/);
  const hidden = { order: paid, theme: { hideVatInvoice: true } };
  assert.doesNotMatch(await pages.html(resultAddress({}), hidden), /getVatInvoice/);
});

test("a decline gives the server's reason and leads back to the payment page", async () => {
  const text = await pages.html(resultAddress({ statusCode: 400, msg: "forged words" }), {
    result: { statusCode: 400, declined: true, msg: "There is not enough money on this card." },
  });
  assert.deepEqual(panels(text), ["declined"]);
  assert.ok(text.includes("There is not enough money on this card.") && !text.includes("forged words"));
  assert.match(text, /href="\/pay\/info\/7K3M9X2PQR4T5V6W">Try Again</);
});

/** Ways to a result page with nothing paid, where no bank or service has declined anything. */
for (const [what, world] of [
  ["an order that was never tried, opened by hand", { attemptState: null }],
  ["an Apple Pay sheet whose call never arrived", { attemptState: null }],
  ["a payment that the gateway was too busy for", { attemptState: "declined" }],
  ["a payment that its buyer left", { attemptState: "cancelled" }],
  ["a bank's page that ran out of time", { attemptState: "expired" }],
  ["a payment that was put aside for another", { attemptState: "superseded" }],
  ["a bill that is out", { attemptState: "offered" }],
] as const) {
  test(`${what} is not called declined`, async () => {
    for (const [language, heading] of [
      ["en", "Payment not completed"],
      ["ar", "لم تكتمل عملية الدفع"],
    ] as const) {
      const address = resultAddress({}, { displayOnly: "true", lang: language });
      const text = await pages.html(address, { result: { statusCode: 400, msg: "m" }, ...world });
      assert.deepEqual(panels(text), ["unpaid"]);
      assert.match(text, new RegExp(`<h1[^>]*>${heading}</h1>`));
      assert.match(text, new RegExp(`<title>${heading} – `));
      assert.match(text, /href="\/pay\/info\/7K3M9X2PQR4T5V6W"/);
      assert.doesNotMatch(text.replace(/<(style|script)[\s\S]*?<\/\1>/g, ""), />[^<]*(declined|رفض)/i);
    }
  });
}

test("a payment that is being checked offers no second payment (decision S3)", async () => {
  const text = await pages.html(resultAddress({ statusCode: 202 }), { result: { statusCode: 202 } });
  assert.deepEqual(panels(text), ["processing"]);
  assert.match(text, /data-result="checking"/);
  const waiting = text.slice(text.indexOf('data-panel="processing"'), text.indexOf('data-panel="success"'));
  assert.ok(waiting.includes('data-panel="checking"') && !waiting.includes("/pay/info/"));
});

test("waiting is said in both languages, and continues automatically without scripts", async () => {
  const text = await pages.html(resultAddress({}));
  assert.ok(text.includes(catalogue.ar.result.processing) && text.includes(catalogue.en.result.processing));
  assert.match(text, /<noscript><meta http-equiv="refresh" content="5"\/?><\/noscript>/);
});

test("a return from 3-D Secure is processed before the server's word counts", async () => {
  const address = resultAddress({ paymentSessionId: "key" }).replace("displayPayment", "process3DSecure");
  const text = await pages.html(address, { result: { statusCode: 400 }, attemptState: "awaiting_buyer" });
  assert.match(text, /data-result="process3ds" data-order="7K3M9X2PQR4T5V6W" data-session="key"/);
  assert.deepEqual(panels(text), ["processing"]);
});

test("a cancelled or refunded order is closed: no green and no way to pay", async () => {
  for (const [orderStatus, title] of [
    ["CANCELLED", "This invoice is cancelled"],
    ["REFUNDED", "This invoice is refunded"],
  ] as const) {
    const text = await pages.html(resultAddress({}), { order: orderPage({ order: { orderStatus } }) });
    assert.deepEqual(panels(text), ["closed"]);
    assert.ok(text.includes(title) && !text.includes("/pay/info/"));
    // The sign is that of the invoice's own notice, and no warning.
    const invoice = await pages.html(`/pay/order/${orderNumber}?lang=en`, {
      order: orderPage({ order: { orderStatus } }),
    });
    const sign = (html: string, name: string): string | undefined =>
      new RegExp(`<svg[^>]*${name}-icon[^>]*>(.*?)</svg>`, "s").exec(html)?.[1];
    assert.ok(sign(text, "result"));
    assert.equal(sign(text, "result"), sign(invoice, "banner"));
  }
});

test("with a callback URL the page goes back to the shop and shows no links", async () => {
  const order = orderPage({ callbackUrl: "https://shop.example/back?a=1&b=2" });
  const text = await pages.html(resultAddress({ statusCode: 400 }), { order });
  assert.match(text, /data-callback="https:\/\/shop\.example\/back\?a=1&amp;b=2"/);
  assert.ok(text.includes("Continue to \u2066shop.example\u2069") && !text.includes("Try Again"));
});

test("a callback URL in the address is not followed (decision K2)", async () => {
  const text = await pages.html(resultAddress({ statusCode: 400, callbackUrl: "https://evil.example" }));
  assert.doesNotMatch(text.slice(text.indexOf("<main")), /https:\/\/evil\.example/);
});

const framed = { lang: "en", frame: "w=640&b=102030&mc=x" };

test("in a merchant's frame the result looks like it, and trying again stays there", async () => {
  const text = await pages.html(resultAddress({ statusCode: 400, mode: "frame" }, framed), {
    result: { statusCode: 400 },
    frameParents: ["https://shop.example"],
  });
  assert.match(text, /--page:#102030/);
  assert.match(text, /--frame-width:640px/);
  assert.match(text, /href="\/pay\/frame\/7K3M9X2PQR4T5V6W\?w=640&amp;b=102030&amp;mc=x">Try Again</);
  assert.match(text, /data-frame="7K3M9X2PQR4T5V6W" data-parents="https:\/\/shop\.example"/);
  assert.doesNotMatch(text, /\/pay\/info\//);
});

test("in a merchant's frame the bill opens a tab and the shop the whole window", async () => {
  const order = orderPage({ order: { orderStatus: "PAID" } });
  const paid = await pages.html(resultAddress({ mode: "frame" }, framed), { order });
  assert.match(paid, /href="\/pay\/order\/7K3M9X2PQR4T5V6W" target="_blank" rel="noopener">View Bill</);
  const shop = orderPage({ callbackUrl: "https://shop.example/back", order: { orderStatus: "PAID" } });
  const back = await pages.html(resultAddress({ mode: "frame" }, framed), { order: shop });
  assert.match(back, /href="https:\/\/shop\.example\/back"[^>]* target="_top"/);
});

test("only a result in the frame may be framed by the merchant's pages", async () => {
  const world = { frameParents: ["https://shop.example"] };
  const inFrame = await pages.page(resultAddress({ statusCode: 400, mode: "frame" }), world);
  assert.deepEqual(inFrame.frameParents, ["https://shop.example"]);
  for (const mode of [undefined, "page"]) {
    assert.equal((await pages.page(resultAddress({ statusCode: 400, mode }), world)).frameParents, null);
  }
});

test("mode frame hides header and footer (Spec 2.5)", async () => {
  assert.doesNotMatch(await pages.html(resultAddress({ statusCode: 400, mode: "frame" })), /<header|<footer/);
  assert.match(await pages.html(resultAddress({ statusCode: 400 })), /<header/);
});

test("an address without a readable message shows no result", async () => {
  for (const msg of ["", "%%%", "<b>", "e30="]) {
    const reply = await pages.page(`/pay/displayPayment?${new URLSearchParams({ lang: "en", msg })}`);
    assert.equal(reply.status, 404);
    assert.ok(String(reply.html).includes(catalogue.en.result.missing));
  }
});

/** Where the links of the success panel lead and in which window, hidden or shown. */
function linksOfSuccess(html: string): string[] {
  const [, panel = ""] = html.split('data-panel="success"');
  const own = panel.slice(0, panel.search(/data-panel="|<noscript>|<\/main>/));
  const links = Array.from(own.matchAll(/<a ([^>]*)>/g), ([, attributes = ""]) => attributes);
  const part = (attributes: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
  return links.map((attributes) => `${part(attributes, "href")} ${part(attributes, "target")}`);
}

test("after 3-D Secure the success panel, drawn before the payment was, has the links of a paid order; in a merchant's frame each leaves it", async () => {
  for (const query of [{ lang: "en" }, framed]) {
    const mode = query === framed ? { mode: "frame" } : {};
    const address = resultAddress({ paymentSessionId: "key", ...mode }, query);
    const draw = async (orderStatus: OrderStatus, more: Partial<World>) => {
      const order: OrderPageModel = { ...fullestOrder(orderStatus), callbackUrl: null };
      // Files have a panel of their own, which a payment brings.
      const world = { ...fullestWorld(fullestOrder(orderStatus)), order, digitalGoods: [] };
      return linksOfSuccess(await pages.html(address, { ...world, ...more }));
    };
    const before = await draw("PENDING", { attemptState: "awaiting_buyer" });
    const after = await draw("PAID", { result: { statusCode: 200 } });
    assert.ok(after.length > 1);
    assert.deepEqual(before, after);
    if (query === framed)
      assert.ok(
        after.every((link) => !link.endsWith(" undefined")),
        after.join("\n"),
      );
  }
});
