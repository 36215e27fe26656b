/**
 * Every page, screen, paper, file and mail, with what attackers write in every text that people can write. The lists follow the
 * pages' and the console's own: a new one without a row fails.
 */
import type { Page } from "@playwright/test";
import { encodeResult } from "#core/payment-result.ts";
import { asFound, readPages } from "#test/pdf.ts";
import { readSheets } from "#test/spreadsheet.ts";
import { routes } from "#web/routes.ts";
import { addressesOfConsole } from "./console-addresses.ts";
import { expect, expectAccessible, keepPicture, type Language, test } from "./fixtures.ts";
import { asRead, expectHarmless, expectText, setTripwire, type Tripwire } from "./harmless.ts";
import { type HostileShop, openHostileShop, trap } from "./hostile-shop.ts";
import { expectInside, goTo, openConsole } from "./open-console.ts";

/** An address and the texts that it must show, by the names of their fields. */
type Look = { readonly path: string; readonly shows: readonly string[]; readonly status?: number };
type Row = (shop: HostileShop) => readonly Look[];

const script = `"><i ${trap}=address><script>window.__ran=1</script>`;
const inAddress = new URLSearchParams({
  name: script,
  mobile: script,
  primaryColor: `red}</style>${script}`,
  msg: script,
});

const ofOrders =
  (page: string, open: readonly string[], paid: readonly string[] = open): Row =>
  ({ orders }) => [
    { path: `/pay/${page}${orders.open}`, shows: open },
    { path: `/pay/${page}${orders.paid}`, shows: paid },
  ];

/** Within the lengths that a message in an address may have: a longer one is none. */
const forged = {
  msg: script,
  mode: `"><i ${trap}=mode>`,
  signature: script,
  externalOrderNumber: script,
  statusCode: 200,
};
const ofResults =
  (page: string): Row =>
  ({ orders }) =>
    [orders.paid, orders.open].map((orderNumber) => ({
      path: `/pay/${page}?${new URLSearchParams({ msg: encodeResult({ ...forged, orderNumber }) })}`,
      shows: ["shopName"],
    }));

const line = ["shopName", "lineTitle", "lineDescription"];
const buyerPages: Readonly<Record<(typeof routes)[number]["path"], Row>> = {
  "/": () => [{ path: "/", shows: [] }],
  "/sales-terms": ({ username }) => [
    { path: `/sales-terms?shop=${username}`, shows: ["shopName", "returnsText"] },
    { path: `/sales-terms?shop=${encodeURIComponent(script)}`, shows: [] },
  ],
  "/pay/quote/:quoteNumber": ({ quoteNumber }) => [
    { path: `/pay/quote/${quoteNumber}`, shows: ["shopName", "lineTitle", "clientName"] },
  ],
  "/pay/mine/:token": () => [{ path: `/pay/mine/${encodeURIComponent(script)}`, shows: [], status: 404 }],
  "/verify": () => [{ path: `/verify?number=${encodeURIComponent(script)}`, shows: [] }],
  "/verify/:orderNumber": ({ orders }) => [{ path: `/verify/${orders.paid}`, shows: ["shopName"] }],
  "/pay/order/:orderNumber": ofOrders("order/", [...line, "note", "clientName"]),
  "/pay/:orderNumber": ofOrders("", line),
  "/pay/print/:orderNumber": ofOrders("print/", [...line, "note"]),
  "/pay/product/:linkIdentity": ({ linkIdentity }) => [
    {
      path: `/pay/product/${linkIdentity}`,
      shows: ["shopName", "productTitle", "productDescription", "linkAgreementTitle", "askedLabel"],
    },
  ],
  "/pay/info/:orderNumber": ofOrders("info/", ["shopName", "lineTitle", "agreementTitle"], ["shopName"]),
  "/pay/applePay/:orderNumber": ofOrders("applePay/", ["shopName"]),
  "/pay/simple/:orderNumber": ({ orders }) => [
    { path: `/pay/simple/${orders.open}?${inAddress}`, shows: ["shopName"] },
  ],
  "/pay/frame/:orderNumber": ({ orders }) => [
    { path: `/pay/frame/${orders.open}?${inAddress}`, shows: ["shopName"] },
  ],
  "/pay/googlepay/:orderNumber": ({ orders }) => [{ path: `/pay/googlepay/${orders.open}`, shows: [] }],
  "/pay/info3/:orderNumber": ({ orders }) => [{ path: `/pay/info3/${orders.open}`, shows: [] }],
  "/pay/process3DSecure": ofResults("process3DSecure"),
  "/pay/displayPayment": ofResults("displayPayment"),
  "/pay/error/:reason": () => [
    { path: "/pay/error/expired-qr", shows: [] },
    { path: `/pay/error/${encodeURIComponent(script)}?${inAddress}`, shows: [], status: 404 },
    { path: `/${encodeURIComponent(script)}?${inAddress}`, shows: [], status: 404 },
    { path: `/pay/order/${encodeURIComponent(script)}?${inAddress}`, shows: [], status: 404 },
  ],
};

/** Screens of the console by their address in its routes; parts of a screen by their own. */
const screens: Readonly<Record<string, (shop: HostileShop) => Look>> = {
  "/": () => ({ path: "/", shows: ["shopName"] }),
  "/invoices": () => ({ path: "/invoices", shows: ["clientName"] }),
  "/invoices/new": () => ({ path: "/invoices/new", shows: [] }),
  "/invoices/$orderNumber": ({ orders }) => ({
    path: `/invoices/${orders.refunded}`,
    shows: ["clientName", "lineTitle", "note", "refundedExternalNumber", "refundReason"],
  }),
  "/invoices/chosen": () => ({ path: "/invoices/chosen?status=paid", shows: [] }),
  "/invoices/quotes": () => ({ path: "/invoices/quotes", shows: ["clientName"] }),
  "/invoices/quotes/$quoteNumber": ({ quoteNumber }) => ({
    path: `/invoices/quotes/${quoteNumber}`,
    shows: ["clientName"],
  }),
  "/invoices/recurring": () => ({ path: "/invoices/recurring", shows: ["recurringName"] }),
  "/invoices/recurring/$recurringId": ({ recurringId }) => ({
    path: `/invoices/recurring/${recurringId}`,
    shows: ["recurringName", "clientName"],
  }),
  "/invoices/drafts": () => ({ path: "/invoices/drafts", shows: ["draftClient"] }),
  "/invoices/from-file": () => ({ path: "/invoices/from-file", shows: [] }),
  "/payments": () => ({ path: "/payments", shows: [] }),
  "/payments/$part/refunds": () => ({ path: "/payments/refunds", shows: ["refundReason"] }),
  "/payments/$part/approvals": () => ({ path: "/payments/approvals", shows: ["approvalReason"] }),
  "/payments/$part/close": () => ({ path: "/payments/close", shows: [] }),
  "/payments/$part/due": () => ({ path: "/payments/due", shows: [] }),
  "/payments/$part/fees": () => ({ path: "/payments/fees", shows: [] }),
  "/payments/$part/reconciliation": () => ({ path: "/payments/reconciliation", shows: [] }),
  "/payments/$part/funnel": () => ({ path: "/payments/funnel", shows: [] }),
  "/payments/$part/exports": () => ({ path: "/payments/exports", shows: [] }),
  "/vat": () => ({ path: "/vat", shows: [] }),
  "/customers": () => ({ path: "/customers", shows: ["clientName"] }),
  "/customers/$clientId": ({ clientId }) => ({
    path: `/customers/${clientId}`,
    shows: ["clientName", "clientNotes"],
  }),
  "/customers/$clientId/statement": ({ clientId }) => ({
    path: `/customers/${clientId}/statement`,
    shows: ["clientName"],
  }),
  "/products": () => ({ path: "/products", shows: ["productTitle"] }),
  "/products/new": () => ({ path: "/products/new", shows: [] }),
  "/products/$productId": ({ productId }) => ({
    path: `/products/${productId}`,
    shows: ["productTitle", "productDescription"],
  }),
  "/products/links": () => ({ path: "/products/links", shows: ["productTitle"] }),
  "/products/links/new": ({ productId }) => ({
    path: `/products/links/new?product=${productId}`,
    shows: ["productTitle"],
  }),
  "/products/links/$linkIdentity": ({ linkIdentity }) => ({
    path: `/products/links/${linkIdentity}`,
    shows: ["productTitle"],
  }),
  "/products/links/$linkIdentity/sheet": ({ linkIdentity }) => ({
    path: `/products/links/${linkIdentity}/sheet`,
    shows: ["shopName", "productTitle"],
  }),
  "/products/coupons": () => ({ path: "/products/coupons", shows: [] }),
  "/developers": () => ({ path: "/developers", shows: ["keyName", "firstKeyName"] }),
  "/developers/webhooks": () => ({ path: "/developers/webhooks", shows: ["endpointDescription"] }),
  "/developers/webhooks/$endpointId": ({ endpointId }) => ({
    path: `/developers/webhooks/${endpointId}`,
    shows: ["endpointDescription"],
  }),
  "/developers/requests": () => ({ path: "/developers/requests", shows: ["firstKeyName"] }),
  "/shop": () => ({ path: "/shop", shows: ["shopName", "legalName", "street"] }),
  "/shop/look": () => ({ path: "/shop/look", shows: ["shopName"] }),
  "/shop/$part/tax": () => ({ path: "/shop/tax", shows: [] }),
  "/shop/$part/messages": () => ({ path: "/shop/messages", shows: [] }),
  "/shop/$part/terms": () => ({ path: "/shop/terms", shows: ["termsTitle"] }),
  "/shop/$part/steps": () => ({ path: "/shop/steps", shows: ["shopName"] }),
  "/team": () => ({ path: "/team", shows: ["personName", "otherPersonName"] }),
  "/team/audit": () => ({ path: "/team/audit", shows: [] }),
  "/account": () => ({ path: "/account", shows: [] }),
  "/more": () => ({ path: "/more", shows: [] }),
};

test.use({ viewport: { width: 360, height: 780 }, isMobile: false, hasTouch: false });

test("nothing that people write runs, becomes markup or moves a page of the buyer", async ({
  page,
  demo,
  dataDir,
}) => {
  test.slow();
  await using shop = await openHostileShop(demo, dataDir);
  const tripwire = await setTripwire(page);
  expect(Object.keys(buyerPages).sort()).toEqual(routes.map(({ path }) => path).sort());
  // Arabic is where words run against the code that is written; English once a page.
  for (const [route, row] of Object.entries(buyerPages))
    for (const [index, look] of row(shop).entries())
      for (const language of index === 0 ? (["ar", "en"] as const) : (["ar"] as const))
        await lookAt(page, tripwire, {
          at: `${route}, look ${index + 1} (${language})`,
          shop,
          look,
          language,
        });
});

type Visit = {
  readonly at: string;
  readonly shop: HostileShop;
  readonly look: Look;
  readonly language: Language;
};

async function lookAt(page: Page, tripwire: Tripwire, { at, shop, look, language }: Visit): Promise<void> {
  const address = new URL(look.path, shop.demo.baseUrl);
  address.searchParams.set("lang", language);
  const response = await page.goto(address.href, { waitUntil: "load" });
  expect.soft(response?.status(), at).toBe(look.status ?? 200);
  expect.soft(response?.request().redirectedFrom() ?? null, `${at} leads to another page`).toBeNull();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await expectHarmless(page, tripwire, { at, shows: named(shop, look.shows) });
}

function named({ texts }: HostileShop, fields: readonly string[]): string[] {
  return fields.map((field) => texts[field] ?? `no text ${field}`);
}

for (const language of ["ar", "en"] as const)
  test(`nothing that people write runs, becomes markup or moves a screen of the console (${language})`, async ({
    page,
    demo,
    dataDir,
  }) => {
    test.setTimeout(300_000);
    await using shop = await openHostileShop(demo, dataDir);
    expect(Object.keys(screens).sort()).toEqual(addressesOfConsole().sort());
    const tripwire = await setTripwire(page);
    await openConsole(page, shop.demo, { language, path: "/account" });
    for (const [address, row] of Object.entries(screens)) {
      const { path, shows: fields } = row(shop);
      // What is written in both languages is shown in the person's.
      const shows = fields.map((field) =>
        language === "en" && `${field}En` in shop.texts ? `${field}En` : field,
      );
      await moveTo(page, path);
      await expectHarmless(page, tripwire, { at: `${address} of the console`, shows: named(shop, shows) });
      await lookAtFull(page, { address, language });
      await furtherIn[address]?.(page, shop);
      if (furtherIn[address])
        await expectHarmless(page, tripwire, { at: `${address}, further in`, shows: [] });
    }
  });

/** A screen with all that it can hold, as many people see it: Arabic on a dark phone, English at a light desk. */
async function lookAtFull(
  page: Page,
  { address, language }: { readonly address: string; readonly language: Language },
): Promise<void> {
  const phone = page.viewportSize();
  if (language === "en") await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: language === "en" ? "light" : "dark" });
  await test.step(address, async () => {
    await expectInside(page);
    await expectAccessible(page, { except: ".look-page" });
  });
  await keepPicture(page, `console-full${address.replaceAll(/[/$]/g, "-")}-${language}`);
  if (language === "en" && phone) await page.setViewportSize(phone);
}

/** What a screen shows after a press, or of a file. */
const furtherIn: Readonly<Record<string, (page: Page, shop: HostileShop) => Promise<void>>> = {
  "/invoices/from-file": async (page) => {
    const cell = script.replaceAll('"', '""');
    const rows = `المبلغ;الجوال;الاسم;البيان\r\nabc;0551234567;"${cell}";"${cell}"`;
    const file = { name: `<i ${trap}=file>.csv`, mimeType: "text/csv", buffer: Buffer.from(rows) };
    await page.locator("input[type=file]").setInputFiles(file);
    await expect(page.locator(".bulk-row")).toContainText(script);
  },
  "/developers/webhooks/$endpointId": async (page) => {
    await page.locator("details.tries summary").click();
    await expect(page.locator("details.tries")).toContainText("autofocus onfocus=window.__ran=1 x=' answer");
  },
};

/** Goes to another screen, and waits until it has what it reads. */
async function moveTo(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await expect(page.locator("#main .loading")).toHaveCount(0);
}

test("papers, files and mails have what people write as text, and formulas as words", async ({
  page,
  demo,
  dataDir,
}) => {
  test.slow();
  await using shop = await openHostileShop(demo, dataDir);
  const tripwire = await setTripwire(page);
  await readMail(page, tripwire, shop);
  await readPapers(shop);
  await readFiles(shop);
});

async function readMail(page: Page, tripwire: Tripwire, shop: HostileShop): Promise<void> {
  const to = `hostile-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const message = { kind: "payment_link", channel: "email", to, language: "ar" };
  await shop.call("POST", `/api/v1/invoices/${shop.orders.open}/messages`, message);
  const address = `${shop.demo.simulatorUrl}/_control/mail?${new URLSearchParams({ to })}`;
  type Mail = {
    readonly subject: string;
    readonly html: string;
    readonly text: string;
    readonly raw: string;
  };
  const mails = async () => ((await (await fetch(address)).json()) as { messages: readonly Mail[] }).messages;
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [mail] = await mails();
  expect(mail?.raw.split("\r\n\r\n")[0]).not.toMatch(/^(?:bcc|x-)[^\r]*data-ran/im);
  await page.setContent(mail?.html ?? "");
  await expectText(page, tripwire, { at: "mail", shows: named(shop, ["lineTitle"]) });
  expect(asRead(mail?.text ?? "")).toContain(asRead(shop.texts["lineTitle"] ?? ""));
}

async function readPapers(shop: HostileShop): Promise<void> {
  const { orders, demo } = shop;
  const told = [orders.paid, orders.refunded].map((each) => shop.call("GET", `/api/v1/invoices/${each}`));
  const papers = JSON.stringify(await Promise.all(told)).matchAll(
    /https?:[^"]*\/(?:openApi|web)\/get\w+[^"]*/g,
  );
  const addresses = [...new Set([...papers].map(([address]) => address))];
  expect(addresses.map((address) => /get\w+/.exec(address)?.[0] ?? "").sort()).toEqual(
    expect.arrayContaining(["getCreditNote", "getDebitNote", "getPdfReceipt", "getVatInvoice"]),
  );
  for (const address of [...addresses, `${demo.baseUrl}/web/getDesktopOrderFile/${orders.open}`]) {
    const response = await fetch(address);
    expect(response.status, address).toBe(200);
    const pages = await readPages(new Uint8Array(await response.arrayBuffer()));
    const printed = unspaced(pages.map(({ found }) => found).join(" "));
    const own = Object.entries(titles).find(([paper]) => address.includes(paper))?.[1] ?? "lineTitle";
    // Beside Arabic, signs of a Latin text are read in another order; words stay.
    for (const word of [own, trap, "shopName"]) expect.soft(printed, address).toContain(word);
    expect(printed, address).not.toContain("root:x:0");
  }
}

/** What a paper states that is not about the invoice's line. */
const titles = { getDebitNote: "debitTitle", getDesktopOrderFile: "agreementTitle" } as const;

/** As texts of papers are compared: a line breaks where its column ends. */
function unspaced(text: string): string {
  return asFound(asRead(text)).replace(/\s+/g, "");
}

async function readFiles(shop: HostileShop): Promise<void> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  for (const table of [
    "payments",
    "refunds",
    "invoices",
    "tax-documents",
    "vat",
    "fees",
    "clients",
    "statement",
  ])
    for (const format of ["csv", "xlsx"]) {
      const client = table === "statement" && { client: String(shop.clientId) };
      const query = new URLSearchParams({ from: day(-1), to: day(1), format, language: "en", ...client });
      const response = await fetch(`${shop.demo.baseUrl}/api/v1/exports/${table}?${query}`, {
        headers: { authorization: `Bearer ${shop.demo.apiKey}` },
      });
      expect(response.status, `${table} ${await response.clone().text()}`).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      const cells = format === "csv" ? fieldsOf(bytes.toString("utf8")) : textsOf(bytes);
      const computed = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^[+-]?[\d.]+$/.test(cell));
      expect.soft(computed, `${table} ${format}`).toEqual([]);
    }
}

/** Fields of a CSV file, unquoted. */
function fieldsOf(csv: string): string[] {
  const found = csv.replace(/^\uFEFF/, "").matchAll(/(?:^|[,\r\n])("(?:[^"]|"")*"|[^",\r\n]*)/g);
  return [...found].map(([, field = ""]) => field.replace(/^"|"$/g, "").replaceAll('""', '"'));
}

/** Formulas of a workbook; its texts are no formulas, whatever they begin with. */
function textsOf(workbook: Buffer): string[] {
  return readSheets(workbook).flatMap(({ rows }) =>
    rows
      .flat()
      .flatMap(({ type, text }) =>
        type === "inlineStr" || type === "n" || type === "s" ? [] : [`=${type} ${text}`],
      ),
  );
}
