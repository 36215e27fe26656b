import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { languages } from "#core/language.ts";
import { type OrderStatus, orderStatuses } from "#core/order-status.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();
const address = `/pay/order/${orderNumber}?lang=en`;
const texts = catalogue.en.invoice;

test("an unpaid invoice leads to the payment page and lets the browser fetch it early", async () => {
  const text = await pages.html(address);
  assert.match(text, /href="\/pay\/info\/7K3M9X2PQR4T5V6W">PROCEED TO PAYMENT</);
  assert.match(
    text,
    /<script type="speculationrules" nonce="NONCE">\{"prefetch":\[\{"urls":\["\/pay\/info\//,
  );
});

/** Status → banner (or none), QR code and status block, pay button (Spec 2.1 and 4). */
const statuses: Readonly<Record<OrderStatus, readonly [string | null, boolean, boolean]>> = {
  CREATED: [null, false, true],
  PENDING: [null, false, true],
  PAID: [texts.alreadyPaid, true, false],
  PAID_LINK: [texts.alreadyPaid, true, false],
  COMPLETED_INVOICE: [texts.alreadyPaid, true, false],
  COMPLETED_ORDER: [texts.alreadyPaid, true, false],
  CANCELLED: [texts.cancelled, false, false],
  REFUNDED: [texts.refunded, true, false],
};

for (const orderStatus of orderStatuses) {
  const [banner, isSettled, hasButton] = statuses[orderStatus];
  test(`the invoice of a ${orderStatus} order shows what Spec 2.1 says`, async () => {
    const order = orderPage({ order: { orderStatus }, paidDate: "2026-11-19T10:00:00Z" });
    const text = await pages.html(address, { order });
    assert.equal(text.includes('class="banner '), banner !== null);
    // React writes an apostrophe as a character reference.
    if (banner !== null)
      assert.ok(text.replaceAll("&#x27;", "'").includes(banner), `the banner says ${banner}`);
    assert.equal(text.includes(`/openApi/loadInvoiceQRCode/${orderNumber}`), isSettled);
    assert.equal(text.includes(`<dt>${texts.status}</dt>`), isSettled);
    assert.equal(text.includes(texts.downloadReceipt), isSettled);
    assert.equal(text.includes(texts.proceed), hasButton);
  });
}

test("U89: a refunded invoice keeps the label of Spec 4 and says beside it that the money went back", async () => {
  for (const [changes, more] of [
    [{ refundedTotal: 1150, order: { orderStatus: "REFUNDED" } }, texts.statusGivenBack],
    [{ refundedTotal: 50, order: { orderStatus: "COMPLETED_ORDER" } }, texts.statusPartGivenBack],
    [{ order: { orderStatus: "PAID" } }, null],
  ] as const) {
    const text = await pages.html(address, { order: orderPage(changes) });
    const status = /<span class="status">Paid<\/span>(<span class="status-more">([^<]+)<\/span>)?<\/dd>/.exec(
      text,
    );
    assert.ok(status);
    assert.equal(status[2] ?? null, more);
  }
});

test("the pay date shows on paid orders only, and only when there is one (Spec 2.1)", async () => {
  const paidDate = "2026-11-19T10:00:00Z";
  const hasDate = async (orderStatus: "PAID" | "CANCELLED" | "PENDING", date: string | null) =>
    (await pages.html(address, { order: orderPage({ paidDate: date, order: { orderStatus } }) })).includes(
      texts.paidOn,
    );
  assert.equal(await hasDate("PAID", paidDate), true);
  assert.equal(await hasDate("PAID", null), false);
  assert.equal(await hasDate("CANCELLED", paidDate), false);
  assert.equal(await hasDate("PENDING", paidDate), false);
});

test("the receipt opens in a new tab, and is not offered when the theme hides the tax invoice", async () => {
  const order = orderPage({ order: { orderStatus: "PAID" } });
  assert.match(
    await pages.html(address, { order }),
    /href="\/openApi\/getPdfReceipt\/12\/00000042\/7K3M9X2PQR4T5V6W" target="_blank" rel="noopener"/,
  );
  assert.doesNotMatch(await pages.html(address, { order, theme: { hideVatInvoice: true } }), /getPdfReceipt/);
});

test("the tax invoice and every credit and debit note have links where the receipt has one, and only those that exist", async () => {
  const taxDocuments = [
    { kind: "tax_invoice", number: "INV-000007" },
    { kind: "credit_note", number: "CN-000003" },
    { kind: "credit_note", number: "CN-000004" },
    { kind: "debit_note", number: "DN-000001" },
  ] as const;
  const path = "12/00000042/7K3M9X2PQR4T5V6W";
  for (const orderStatus of ["PAID", "REFUNDED"] as const) {
    const order = orderPage({ order: { orderStatus }, taxDocuments: [...taxDocuments] });
    const text = await pages.html(address, { order });
    assert.ok(text.includes(`href="/openApi/getVatInvoice/${path}" target="_blank"`));
    for (const number of ["CN-000003", "CN-000004"])
      assert.ok(text.includes(`href="/openApi/getCreditNote/${path}/${number}" target="_blank"`));
    assert.ok(text.includes(`${texts.downloadCreditNote} <bdi dir="ltr">CN-000003</bdi>`));
    assert.ok(text.includes(`href="/openApi/getDebitNote/${path}/DN-000001" target="_blank"`));
    assert.ok(text.includes(`${texts.downloadDebitNote} <bdi dir="ltr">DN-000001</bdi>`));
    const hidden = await pages.html(address, { order, theme: { hideVatInvoice: true } });
    assert.doesNotMatch(hidden, /getVatInvoice|getCreditNote|getDebitNote/);
  }
  const none = await pages.html(address, { order: orderPage({ order: { orderStatus: "PAID" } }) });
  assert.doesNotMatch(none, /getVatInvoice|getCreditNote|getDebitNote/);
});

test("an invoice whose payment is being checked cannot be paid, expired or not (decision S3)", async () => {
  const order = orderPage({ isPaymentInProgress: true, expiryDate: "2020-01-01T00:00:00Z" });
  const text = await pages.html(address, { order });
  assert.ok(text.includes(texts.inProgress));
  assert.doesNotMatch(text, /\/pay\/info\//);
});

test("an expired invoice says so and cannot be paid; before that it says how long it can (decision S4)", async () => {
  const expired = await pages.html(address, { order: orderPage({ expiryDate: "2020-01-01T00:00:00Z" }) });
  assert.ok(expired.includes(texts.expired));
  assert.doesNotMatch(expired, /\/pay\/info\//);
  const open = await pages.html(address, { order: orderPage({ expiryDate: "2999-01-01T00:00:00Z" }) });
  assert.ok(open.includes(texts.payUntil) && open.includes(texts.proceed));
});

test("the Hijri day stands behind each date of the invoice where the shop wants it", async () => {
  const order = orderPage({
    order: { orderStatus: "PAID", createDate: "2026-11-18T09:12:00Z" },
    dueDate: "2026-11-30",
    paidDate: "2026-11-26T21:30:00Z",
  });
  const shown = await pages.html(address, { order, theme: { hijriDates: true } });
  for (const day of [
    '18 November 2026 <bdi class="hijri">(8 Jumada II 1448 AH)</bdi>',
    '30 November 2026 <bdi class="hijri">(20 Jumada II 1448 AH)</bdi>',
    '27 November 2026 at 00:30 <bdi class="hijri">(17 Jumada II 1448 AH)</bdi>',
  ])
    assert.ok(shown.includes(day), day);
  const arabic = await pages.html(address.replace("lang=en", "lang=ar"), {
    order,
    theme: { hijriDates: true },
  });
  assert.ok(arabic.includes("(8 جمادى الآخرة 1448 هـ)"));
  assert.doesNotMatch(await pages.html(address, { order }), /hijri| AH/);
});

test("e-mail and phone come from the merchant's contact, else from the merchant (Spec 2.1)", async () => {
  const merchantContact = { city: "الرياض", address1: null, email: "care@dar-rana.example", phone: null };
  const text = await pages.html(address, { order: orderPage({ merchantContact }) });
  assert.ok(text.includes("mailto:care@dar-rana.example") && !text.includes("mailto:shop@dar-rana.example"));
  assert.ok(text.includes("tel:+966500000000") && text.includes("الرياض"));
});

test("a client without a name gets no 'Invoice for'", async () => {
  assert.ok((await pages.html(address)).includes(texts.invoiceFor));
  assert.ok(!(await pages.html(address, { order: orderPage({ client: null }) })).includes(texts.invoiceFor));
});

/** A part of the page by its element and class, with everything in it up to the element's end. */
function part(html: string, element: string, className: string): string {
  return new RegExp(`<${element} class="${className}".*?</${element}>`, "s").exec(html)?.[0] ?? "";
}

test("the panel of the shop has its logo, its name and the total with its currency", async () => {
  const merchant = { ...orderPage().merchant, logoImageUrl: "https://pay.example/x?v=0f" };
  const panel = part(await pages.html(address, { order: orderPage({ merchant }) }), "aside", "side-panel");
  assert.match(panel, /<img class="merchant-logo" src="\/openApi\/loadMerchantImage\/12\/100\/100\?v=0f"/);
  assert.match(panel, /<p class="shop-name"><bdi lang="ar">دار رنا<\/bdi>/);
  assert.match(panel, /<span class="currency riyal">SAR<\/span>[^<]*1,150\.00/);
  const noLogo = part(await pages.html(address), "aside", "side-panel");
  assert.match(noLogo, /merchant-initial"[^>]*>د</);
});

test("'From' has the shop, and address and VAT number where there are any", async () => {
  const contact = { city: null, email: null, phone: null };
  const from = async (address1: string | null, vatNumber: string | null): Promise<string> => {
    const merchant = { ...orderPage().merchant, vatNumber };
    const order = orderPage({ merchant, merchantContact: { ...contact, address1 } });
    return part(await pages.html(address, { order }), "section", "party");
  };
  const full = await from("طريق الملك فهد", "300123456700003");
  assert.match(full, /<h2>From<\/h2><p class="party-name"><bdi lang="ar">دار رنا<\/bdi>/);
  assert.ok(full.includes('<p><bdi lang="ar">طريق الملك فهد</bdi></p>'));
  assert.match(full, /<dt>VAT number<\/dt><dd><bdi dir="ltr">300123456700003</);
  assert.doesNotMatch(await from(null, null), /<p><bdi>|VAT number/);
});

test("'To' has the client's name and mobile, as far as they are known", async () => {
  const to = async (client: Partial<NonNullable<ReturnType<typeof orderPage>["client"]>> | null) => {
    const known = client && { id: 42, name: null, mobile: null, countryCode: null, ...client };
    const html = await pages.html(address, { order: orderPage({ client: known }) });
    return /<h2>To<\/h2>.*?<\/section>/s.exec(html)?.[0] ?? "";
  };
  const both = await to({ name: "Noura", mobile: "+966557654321" });
  assert.match(both, /<bdi>Noura<\/bdi>.*<dt>Mobile<\/dt><dd><bdi dir="ltr">\+966557654321</s);
  assert.doesNotMatch(await to({ name: "Noura" }), /Mobile/);
  assert.doesNotMatch(await to({ mobile: "+966557654321" }), /party-name/);
  assert.equal(await to({}), "");
  assert.equal(await to(null), "");
});

test("an item has title, description, quantity and price, and the picture that was sold with it", async () => {
  const [line] = orderPage().order.products;
  assert.ok(line);
  const row = async (changes: object, product: object = {}) => {
    const products = [{ ...line, ...changes, product: { ...line.product, ...product } }];
    const html = await pages.html(address, { order: orderPage({ order: { products } }) });
    return /<tbody.*<\/tbody>/s.exec(html)?.[0] ?? "";
  };
  const sold = await row({ qty: 3, lineTotal: 1500, soldImageId: "0f" }, { description: "حرير" });
  assert.match(
    sold,
    /class="item-title"><bdi lang="ar">عباية<\/bdi>.*class="item-description"><bdi lang="ar">حرير</s,
  );
  assert.match(
    sold,
    /<bdi dir="ltr">3<\/bdi>.*SAR<\/span>[^<]*1,500\.00<\/bdi><span class="line-sum"><bdi dir="ltr">3 × 500\.00</s,
  );
  assert.match(sold, /href="\/openApi\/downloadSoldProductImageBytes\/0f"[^>]*data-zoom="image-zoom"/);
  const thumbnail = await row({}, { id: 31, productImageId: "1a" });
  assert.match(thumbnail, /<img src="\/openApi\/downloadProductThumbnailImageBytes\/31\?v=1a"/);
  const none = await row({});
  assert.match(none, /<span class="item-image"><svg/);
  assert.doesNotMatch(none, /item-description|<img/);
});

test("the unit of a quantity stands once: in its column on the invoice, beside the price where there is no column", async () => {
  const [line] = orderPage().order.products;
  assert.ok(line);
  const products = [{ ...line, qty: 2.5, unit: { ar: "كجم", en: "kg" } }];
  const world = { order: orderPage({ order: { products } }) };
  const invoice = /<tbody.*<\/tbody>/s.exec(await pages.html(address, world))?.[0] ?? "";
  assert.equal(invoice.match(/kg/g)?.length, 1);
  assert.match(invoice, /<bdi dir="ltr">2\.5<\/bdi> <bdi>kg<\/bdi>.*<bdi dir="ltr">2\.5 × /s);
  const summary = await pages.html(`/pay/info/${orderNumber}?lang=ar`, world);
  // The space before the word stands outside of it, else it changes sides.
  assert.match(summary, /class="line-sum"><bdi dir="ltr">2\.5 <bdi>كجم<\/bdi> × /);
});

test("the totals have the VAT's percent, number and amount, and the note stands below them", async () => {
  const totals = (html: string): string => part(html, "dl", "totals");
  const html = await pages.html(address, { order: orderPage({ order: { note: "شكرًا لكم" } }) });
  const vat = /<dt>VAT .*?<\/dd>/s.exec(totals(html))?.[0] ?? "";
  assert.match(vat, /<bdi dir="ltr">15\.00%<\/bdi>.*<bdi dir="ltr">300123456700003<\/bdi>.*[^,\d]150\.00/s);
  assert.match(html, /<h2>Note<\/h2><p dir="auto" lang="ar">شكرًا لكم<\/p>/);
  const free = orderPage({ vat: 0, vatLines: [], order: { vat: 0 } });
  const without = await pages.html(address, { order: free });
  assert.doesNotMatch(totals(without), /VAT/);
  assert.doesNotMatch(without, /<h2>Note/);
});

test("each rate has a VAT line of its own, and a rate of zero says why (no law knows an average)", async () => {
  const exemption = { code: "VATEX-SA-35" as const, ar: "الأدوية والمعدات الطبية", en: "Medicines" };
  const order = orderPage({
    order: { vat: 0.0992 },
    vatLines: [
      { rate: 0.15, taxable: 1000, vat: 150, exemption: null },
      { rate: 0, taxable: 512, vat: 0, exemption },
    ],
  });
  for (const [language, reason] of [
    ["en", exemption.en],
    ["ar", exemption.ar],
  ])
    for (const path of ["order", "info", "print"]) {
      const html = await pages.html(`/pay/${path}/${orderNumber}?lang=${language}`, { order });
      const rows = [...part(html, "dl", "totals").matchAll(/<div class="totals-row.*?<\/div>/gs)].map(
        ([row]) => row,
      );
      const rates = rows.filter((row) => /%/.test(row));
      assert.equal(rates.length, 2, path);
      assert.match(rates[0] ?? "", /15\.00%.*150\.00/s);
      assert.match(rates[1] ?? "", new RegExp(`0\\.00%.*${reason}.*[^\\d]0\\.00`, "s"));
      assert.ok(!html.includes("9.92%"), path);
    }
});

test("an equivalent in another currency stands beside the total when there is one", async () => {
  const order = orderPage({ foreignCurrencyCode: "USD", foreignCurrencyValue: 306.67 });
  const html = await pages.html(address, { order });
  for (const place of [part(html, "aside", "side-panel"), part(html, "dl", "totals")])
    assert.match(place, /class="foreign-equivalent">about [^<]*USD[^<]*306\.67/);
  assert.doesNotMatch(await pages.html(address), /class="foreign-equivalent"/);
});

test("the page leads to the terms of sale", async () => {
  assert.match(await pages.html(address), /<footer.*<a href="\/sales-terms">Terms of sale<\/a>/s);
});

test("VAT of an item shows only when it was applied and the order has VAT (Spec 2.1)", async () => {
  const itemVat = "VAT \u206615.00%\u2069";
  assert.ok((await pages.html(address)).includes(itemVat));
  assert.ok(!(await pages.html(address, { order: orderPage({ order: { vat: 0 } }) })).includes(itemVat));
});

test("a fixed discount shows its amount, a percentage its percent as well, and none shows nothing", async () => {
  const fixed = orderPage({ discount: 100, discountType: "FIXED", discountAmount: 100 });
  const percentage = orderPage({ discount: 10, discountType: "PERCENTAGE", discountAmount: 100 });
  const inFixed = await pages.html(address, { order: fixed });
  assert.ok(inFixed.includes("100.00") && !inFixed.includes("10.00%"));
  assert.match(await pages.html(address, { order: percentage }), /10\.00%/);
  const none = orderPage({ discount: 0, discountType: "FIXED" });
  assert.ok(!(await pages.html(address, { order: none })).includes(texts.discount));
});

test("the items stay a table for screen readers", async () => {
  const text = await pages.html(address);
  for (const role of ["table", "rowgroup", "row", "columnheader", "cell"])
    assert.ok(text.includes(`role="${role}"`), role);
});

test("words of the other language are marked with it, for those who have pages read to them", async () => {
  const order = orderPage({
    client: { id: 1, name: "Noura", mobile: null, countryCode: null },
    order: { note: "Thank you" },
  });
  for (const path of ["order", "info"]) {
    const english = await pages.html(`/pay/${path}/${orderNumber}?lang=en`, { order });
    assert.match(english, /<bdi lang="ar">دار رنا<\/bdi>/);
    assert.match(english, /<bdi lang="ar">عباية<\/bdi>/);
    const arabic = await pages.html(`/pay/${path}/${orderNumber}?lang=ar`, { order });
    assert.match(arabic, /<bdi>دار رنا<\/bdi>/);
  }
  const arabic = await pages.html(`/pay/order/${orderNumber}?lang=ar`, { order });
  assert.match(arabic, /<bdi lang="en">Noura<\/bdi>/);
  assert.match(arabic, /<p dir="auto" lang="en">Thank you<\/p>/);
});

test("texts of merchants and buyers stay text", async () => {
  const evil = "</script><img src=x onerror=alert(1)>";
  const order = orderPage({
    merchant: { ...orderPage().merchant, shopName: evil },
    client: { id: 1, name: evil, mobile: evil, countryCode: null },
    order: { note: evil },
  });
  const text = await pages.html(address, { order });
  assert.doesNotMatch(text, /<img src=x/);
  assert.match(text, /<title>[^<]*&lt;\/script&gt;&lt;img/);
});

test("a request for a return that came too late is answered with words, in both languages", async () => {
  const order = orderPage({ order: { orderStatus: "REFUNDED" } });
  for (const language of languages) {
    const page = `/pay/order/${orderNumber}?lang=${language}`;
    const text = catalogue[language].returns.fault_too_late;
    assert.ok((await pages.html(`${page}&return=too_late`, { order })).includes(text), language);
    assert.ok(!(await pages.html(page, { order })).includes(text), language);
  }
});
