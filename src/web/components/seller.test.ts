import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";

const order = orderPage();
const address = `/pay/info/${order.orderNumber}?lang=ar`;

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
  // The first one takes as long as a page whose data is slow, and comes in pieces.
  await pages.page(address, { order });
});
after(() => pages.close());

async function sellerOf(seller: Partial<typeof order.seller>, language = "ar"): Promise<string> {
  const page = { order: orderPage({ seller: { ...order.seller, ...seller } }) };
  const html = await pages.html(address.replace("=ar", `=${language}`), page);
  return /<section class="seller".*?<\/section>/s.exec(html)?.[0] ?? "";
}

test("U78: a payment page says the seller's legal name and registration, and how to write to it", async () => {
  const block = await sellerOf({
    legalName: "شركة دار رنا التجارية",
    registration: { scheme: "CRN", value: "1010123456" },
    whatsapp: "+966551234567",
  });
  assert.ok(block.includes("شركة دار رنا التجارية"));
  assert.match(block, /السجل التجاري <bdi dir="ltr">1010123456<\/bdi>/);
  assert.match(block, /<a href="https:\/\/wa\.me\/966551234567"[^>]*rel="noopener">واتساب</);
  assert.match(
    await sellerOf({ registration: { scheme: "MOM", value: "12" } }),
    /رقم التسجيل <bdi dir="ltr">12</,
  );
});

test("an English page names the seller in English where the law has such a name, and else marks the Arabic one", async () => {
  const names = { legalName: "شركة دار رنا التجارية", legalNameEn: "Dar Rana Trading Company" };
  const english = await sellerOf(names, "en");
  assert.ok(english.includes("Dar Rana Trading Company") && !english.includes(names.legalName));
  assert.match(
    await sellerOf({ ...names, legalNameEn: null }, "en"),
    /<bdi lang="ar">شركة دار رنا التجارية</,
  );
  assert.ok((await sellerOf(names)).includes(names.legalName));
});

test("an English page says where the shop is in English, where it has given that", async () => {
  const shownOn = async (kind: "order" | "info", addressEn: string | null, language: string) => {
    const merchantContact = { city: "الرياض", address1: "حي العليا", email: null, phone: null };
    const shown = { order: orderPage({ merchantContact, seller: { ...order.seller, addressEn } }) };
    return await pages.html(`/pay/${kind}/${order.orderNumber}?lang=${language}`, shown);
  };
  const english = "7525 King Fahd Road, Al Olaya, Riyadh 12252";
  for (const kind of ["order", "info"] as const) {
    const page = await shownOn(kind, english, "en");
    assert.ok(page.includes(english) && !page.includes("حي العليا"), kind);
    assert.match(await shownOn(kind, null, "en"), /<bdi lang="ar">حي العليا</, kind);
    assert.ok(!(await shownOn(kind, english, "ar")).includes(english), kind);
  }
});

test("U80: the rules of returns are the shop's own where it has them, in a tab of their own", async () => {
  const returns = "https://shop.example.sa/returns";
  assert.match(
    await sellerOf({ returnsUrl: returns }),
    new RegExp(`href="${returns}" target="_blank" rel="noopener"`),
  );
  assert.match(await sellerOf({}), /href="\/sales-terms" target="_blank"/);
});

test("what the merchant has not given leaves nothing behind", async () => {
  assert.doesNotMatch(await sellerOf({}), /السجل|واتساب|null/);
  assert.equal(
    (await sellerOf({ legalName: order.merchant.shopName })).split(order.merchant.shopName).length,
    2,
  );
});
