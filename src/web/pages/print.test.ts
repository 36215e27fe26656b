import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();
const address = `/pay/print/${orderNumber}?lang=en`;
const texts = catalogue.en.invoice;

/** The element with everything in it, as HTML. */
const articleOf = (html: string): string =>
  /<article class="invoice-document">.*<\/article>/s.exec(html)?.[0] ?? "";

test("the printable invoice has the content of the invoice view, word for word", async () => {
  for (const orderStatus of ["CREATED", "PAID", "CANCELLED", "REFUNDED"] as const) {
    const order = orderPage({ order: { orderStatus, note: "شكرًا" }, paidDate: "2026-11-19T10:00:00Z" });
    const printed = await pages.html(address, { order });
    const viewed = await pages.html(`/pay/order/${orderNumber}?lang=en`, { order });
    assert.equal(articleOf(printed), articleOf(viewed));
    assert.notEqual(articleOf(printed), "");
    assert.equal(printed.includes("loadInvoiceQRCode"), viewed.includes("loadInvoiceQRCode"), orderStatus);
  }
});

test("nothing on it can be paid or downloaded, and the outcome of the invoice is stated", async () => {
  for (const [orderStatus, banner] of [
    ["CREATED", null],
    ["PAID", texts.alreadyPaid],
    ["CANCELLED", texts.cancelled],
    ["REFUNDED", texts.refunded],
  ] as const) {
    const html = await pages.html(address, { order: orderPage({ order: { orderStatus } }) });
    assert.doesNotMatch(html, /\/pay\/info\/|getPdfReceipt/, orderStatus);
    if (banner !== null) assert.ok(html.includes(banner), orderStatus);
  }
});

const taxInvoice = {
  form: "simplified" as const,
  title: { ar: "فاتورة ضريبية مبسطة", en: "Simplified tax invoice" },
  number: "INV-000009",
  issuedAt: "2026-11-20T10:00:00Z",
  isStamped: false,
  seller: {
    name: "شركة دار رنا للتجارة",
    commercialRegistration: "1010123456",
    vatNumber: "310122393500003",
    address: "7525 طريق الملك فهد، العليا، الرياض 12252",
    inEnglish: ["Dar Rana Trading Company", "7525 King Fahd Road, Al Olaya, Riyadh 12252, Saudi Arabia"],
  },
  buyer: { name: "شركة الأفق المحدودة", vatNumber: "310987654300003", address: "الرياض 12345" },
  vatLines: [
    {
      rate: 0,
      taxable: 1000,
      vat: 0,
      exemption: { code: "VATEX-SA-35" as const, ar: "الأدوية", en: "Medicines and medical equipment" },
    },
  ],
  orderLabel: { ar: "رقم الطلب", en: "Order no." },
  inRiyals: [{ label: { ar: "ضريبة القيمة المضافة بالريال السعودي", en: "VAT in riyals" }, amount: 645.75 }],
};
const invoiced = orderPage({
  order: { orderStatus: "PAID" },
  taxDocuments: [{ kind: "tax_invoice", number: taxInvoice.number }],
});

test("a paper with the tax QR code says what the tax invoice says: title, number, issue, reasons, both parties", async () => {
  const html = await pages.html(address, { order: invoiced, taxInvoice });
  assert.ok(html.includes("loadInvoiceQRCode"));
  const paper = articleOf(html);
  assert.match(
    paper,
    /class="tax-title">Simplified tax invoice <span lang="ar" dir="rtl">فاتورة ضريبية مبسطة<\/span>/,
  );
  for (const [label, value] of [
    [texts.taxInvoiceNumber, taxInvoice.number],
    [texts.issuedOn, "20 November 2026"],
    [taxInvoice.orderLabel.en, orderNumber],
    [texts.createdOn, "18 November 2026"],
    [texts.commercialRegistration, taxInvoice.seller.commercialRegistration],
    [texts.vatNumber, taxInvoice.seller.vatNumber],
    [texts.vatNumber, taxInvoice.buyer.vatNumber],
  ] as const)
    assert.match(paper, new RegExp(`<dt>${label}</dt><dd>(<[^>]+>)*[^<]*${value}`), label);
  const { seller, buyer } = taxInvoice;
  for (const text of [
    seller.name,
    seller.address,
    ...seller.inEnglish,
    buyer.name,
    buyer.address,
    "Medicines and medical equipment",
    "645.75",
  ])
    assert.ok(paper.includes(text), text);
  const arabic = articleOf(await pages.html(address.replace("en", "ar"), { order: invoiced, taxInvoice }));
  for (const text of seller.inEnglish) assert.ok(!arabic.includes(text), text);
  assert.match(arabic, /<dt>تاريخ الإصدار<\/dt>.*<dt>تاريخ الإنشاء<\/dt>/s);
});

test("lines and discount of a tax invoice on paper compute, also where prices have VAT in them", async () => {
  const { order: paid } = invoiced;
  const [line] = paid.products;
  assert.ok(line);
  const products = [{ ...line, qty: 3, soldPrice: 28.98, lineTotal: 86.95 }];
  const priced = (subTotal: number, discountAmount: number) =>
    ({
      ...invoiced,
      order: { ...paid, products },
      ...{ subTotal, discount: 12.25, discountAmount },
    }) as const;
  const paperOf = async (order: ReturnType<typeof priced>) =>
    articleOf(
      await pages.html(address, { order: { ...order, discountType: "PERCENTAGE" as const }, taxInvoice }),
    );
  const computing = await paperOf(priced(180.09, 22.06));
  assert.match(computing, /3 × 28\.983/);
  assert.match(computing, />12\.25%</);
  // 12.25 % of 193.30 is 23.68.
  const missing = await paperOf(priced(193.3, 23.69));
  assert.ok(missing.includes("23.69") && !missing.includes("12.25%"));
});

test("the QR code of a stamped invoice is printed large enough for its nine tags", async () => {
  const html = await pages.html(address, { order: invoiced, taxInvoice: { ...taxInvoice, isStamped: true } });
  assert.match(html, /class="print-sheet has-stamped-code"/);
  const [, size] =
    /\.print-sheet\.has-stamped-code \.qr-code img\s*\{[^}]*inline-size:\s*(\d+)cm/.exec(html) ?? [];
  // 97 of 105 modules are not white.
  assert.ok((Number(size) * 10 * 97) / 105 >= 36, `${size} cm`);
  assert.match(await pages.html(address, { order: invoiced, taxInvoice }), /class="print-sheet"/);
});

test("of a standard tax invoice the page has neither title nor tax QR code, and says where it is", async () => {
  const { number } = taxInvoice;
  const named = { form: "standard" as const, title: { ar: "فاتورة ضريبية", en: "Tax invoice" }, number };
  const html = await pages.html(address, { order: invoiced, taxInvoice: named });
  assert.doesNotMatch(html, /loadInvoiceQRCode|class="tax-title"/);
  assert.equal(articleOf(html), articleOf(await pages.html(address, { order: invoiced })));
  assert.ok(html.includes(texts.notTaxInvoice));
  assert.match(html, /href="\/openApi\/getVatInvoice\/[^>]*>.*Tax invoice.*INV-000009/s);
  // Not handed out before it is cleared (decision 0081).
  const awaiting = { ...named, title: { ar: "قيد الاعتماد", en: "Awaiting clearance" } };
  const withheld = { ...invoiced, taxDocuments: [] };
  const early = await pages.html(address, { order: withheld, taxInvoice: awaiting });
  assert.match(early, /Awaiting clearance <bdi dir="ltr">INV-000009/);
  assert.doesNotMatch(early, /getVatInvoice/);
});

test("a paper that is no tax invoice has no tax QR code", async () => {
  const hidden = { order: invoiced, taxInvoice, theme: { hideVatInvoice: true } };
  const html = await pages.html(address, hidden);
  assert.doesNotMatch(html, /loadInvoiceQRCode|INV-000009|class="tax-title"/);
  // Without a tax invoice the code is the invoice's address, and is called so.
  const plain = await pages.html(address, { order: orderPage({ order: { orderStatus: "PAID" } }) });
  assert.ok(plain.includes("loadInvoiceQRCode") && plain.includes(texts.qrLinkHint));
  assert.ok(!plain.includes(texts.qrTaxHint));
});

test("it is Arabic and right-to-left like every page, and leads back to the invoice view", async () => {
  const html = await pages.html(`/pay/print/${orderNumber}`);
  assert.match(html, /^<!doctype html><html lang="ar" dir="rtl">/);
  assert.match(html, /href="\/pay\/order\/7K3M9X2PQR4T5V6W"/);
  assert.doesNotMatch(html, /hydrate/);
});

test("the button to print cannot be seen until a script can print", async () => {
  assert.match(await pages.html(address), /<button type="button"[^>]*data-prints=""[^>]*hidden=""/);
});

test("an unknown invoice is a 404 in the words of Spec 2.1 and 2.11, on paper and on the screen", async () => {
  for (const path of [address, address.replace("print", "order")]) {
    const reply = await pages.page(path, { order: null });
    assert.equal(reply.status, 404);
    assert.match(String(reply.html), /<h1>Invoice not found<\/h1><p>Order not found\. /);
    assert.match(String(reply.html), /<title>Invoice not found<\/title>/);
  }
});
