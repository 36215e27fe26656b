/** What the pages on which an order is paid have in common. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Language, languages } from "#core/language.ts";
import { encodeResult } from "#core/payment-result.ts";
import { allMethods, toAllowedFlags } from "#methods/allowed.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import { orderPage } from "#test/order-page.ts";
import { loadPageModule, type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import type * as Catalogue from "../i18n/catalogue.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();

test("an expired order leads to its error page (decision S4)", async () => {
  const order = orderPage({ expiryDate: "2020-01-01T00:00:00Z" });
  for (const page of ["info", "simple", "applePay"]) {
    const reply = await pages.page(`/pay/${page}/${orderNumber}`, { order });
    assert.deepEqual(
      [reply.status, reply.headers["location"]],
      [303, `/pay/error/expired-qr?order=${orderNumber}`],
      page,
    );
  }
});

test("money that came for an order that was over is said to be given back on each page, and changes nothing else of it", async () => {
  const forms = ["info", "simple", "applePay", "frame"].map((page) => `${page}/${orderNumber}`);
  for (const path of [orderNumber, ...forms, "displayPayment"])
    for (const lang of languages)
      for (const orderStatus of ["PAID", "CANCELLED", "REFUNDED"] as const) {
        const query = new URLSearchParams({ lang, msg: encodeResult({ orderNumber }) });
        const htmlOf = (hasSurplus: boolean) =>
          pages.html(`/pay/${path}?${query}`, { order: orderPage({ order: { orderStatus }, hasSurplus }) });
        const words = catalogue[lang].invoice;
        const sentence = `<p>${orderStatus === "CANCELLED" ? words.surplusLate : words.surplusSecond}</p>`;
        const [without, beside] = [await htmlOf(false), await htmlOf(true)];
        const [before, after = "", ...more] = beside.split(sentence);
        assert.deepEqual(more, []);
        assert.equal(
          `${before}${after}`.replace(" true", " false"),
          without,
          `${path} ${orderStatus} ${lang}`,
        );
      }
});

test("the signature in the address, base64, is the buyer's e-mail proof (Spec 3)", async () => {
  const order = orderPage({ isApplePayAllowed: true });
  const proof = "lx2k9.proof-of-an-address";
  for (const page of ["info", "applePay", "frame"]) {
    const signed = await pages.html(`/pay/${page}/${orderNumber}?signature=${btoa(proof)}`, { order });
    assert.ok(signed.includes(`"emailSignature":"${proof}"`), page);
    const junk = await pages.html(`/pay/${page}/${orderNumber}?signature=%00%22`, { order });
    assert.ok(junk.includes('"emailSignature":null'), page);
  }
});

test("the testing notice stands on every page while the installation is being tried", async () => {
  for (const page of ["info", "simple", "applePay", "frame", "info3", "order"]) {
    const address = `/pay/${page}/${orderNumber}`;
    const order = orderPage({ isApplePayAllowed: true });
    assert.match(
      await pages.html(address, { order, isTestingPhase: true }),
      /<aside class="testing-phase"/,
      page,
    );
    assert.doesNotMatch(await pages.html(address, { order }), /<aside class="testing-phase"/, page);
  }
});

test("each page of an order of a test world says so, once, also where the installation is being tried", async () => {
  const { merchant } = orderPage();
  const order = orderPage({ isApplePayAllowed: true, merchant: { ...merchant, isTest: true } });
  for (const page of ["info", "simple", "applePay", "frame", "info3", "order", "print"])
    for (const isTestingPhase of [false, true]) {
      const html = await pages.html(`/pay/${page}/${orderNumber}`, { order, isTestingPhase });
      assert.equal(html.split("وضع الاختبار: لا يُدفع مال حقيقي.").length, 2, page);
      assert.equal(html.split('<aside class="testing-phase" data-world="test"').length, 2, page);
    }
});

test("the order is loaded once for a page, its headers included", async () => {
  for (const page of ["info", "simple", "applePay", "frame"]) {
    const loads: string[] = [];
    const loadOrder = async (input: string) => {
      loads.push(input);
      return { model: orderPage({ isApplePayAllowed: true }), theme: {}, frameParents: [] };
    };
    await pages.page(`/pay/${page}/${orderNumber}`, { loadOrder, directApi: false });
    assert.deepEqual(loads, [orderNumber], page);
  }
});

test("an error page says its sentence in both languages, that of the page first (Spec 2.9)", async () => {
  for (const [language, other] of [
    ["ar", "en"],
    ["en", "ar"],
  ] as const) {
    const html = await pages.html(`/pay/error/expired-qr?lang=${language}`);
    const heading = catalogue[language].errors.expiredQr;
    assert.match(html, new RegExp(`<h1 class="notice-text" lang="${language}"[^>]*>${heading}</h1>`));
    assert.match(html, new RegExp(`<p class="notice-text" lang="${other}"`));
  }
});

/** A page with one method alone. */
const pageOf = (channel: string, method: PaymentMethod, language: Language): Promise<string> =>
  pages.html(`/pay/${channel}/${orderNumber}?lang=${language}`, {
    order: orderPage(toAllowedFlags(Object.keys(method.flags))),
  });

test("what a method's button says, where a press only begins something, is on each page that has the method", async () => {
  for (const language of languages)
    for (const method of allMethods) {
      const texts: Readonly<Record<string, string>> = catalogue[language][method.id];
      const { action } = texts;
      if (action === undefined) continue;
      for (const channel of method.pages)
        assert.ok((await pageOf(channel, method, language)).includes(action), `${method.id} on ${channel}`);
    }
});

test("the simple page says what a press of its button begins, as the payment page does, and else the amount", async (t) => {
  const card = allMethods.find(({ id }) => id === "card");
  assert.ok(card);
  const button = async (channel: string) =>
    /class="pay-button"[^>]*>(.*?)<\/button>/s.exec(await pageOf(channel, card, "ar"))?.[1];
  for (const channel of ["info", "simple"]) assert.match((await button(channel)) ?? "", /1,150\.00/, channel);
  // No method of the simple page begins something only, so the card is given such words.
  const loaded = await loadPageModule<typeof Catalogue>("/src/web/i18n/catalogue.ts");
  const texts: Record<string, string> = loaded.catalogue.ar.card;
  t.after(() => delete texts["action"]);
  texts["action"] = "أرسل الطلب";
  for (const channel of ["info", "simple"]) assert.equal(await button(channel), texts["action"], channel);
});
