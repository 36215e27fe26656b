/**
 * Pages whose shop or buyer has done something first: each is made once, by the calls of shop and buyer. Only pictures need them all in
 * one list; axe reads them in the tests of what they do (return-request, product-asks, long-names, page-states).
 */
import type { Page } from "@playwright/test";
import { demoCaller } from "#cli/demo-caller.ts";
import type { Demo } from "../fixtures.ts";
import { answerQuote, makeQuote } from "../made-pages.ts";
import { sendPageForm } from "../page-forms.ts";
import { sell } from "../product-offer.ts";

export type MadeState = {
  /** Also the name of its pictures. */
  readonly name: string;
  /**
   * Gives the path of its page.
   * @param shop takes requests for returns
   */
  readonly make: (shop: Demo) => Promise<string>;
  /** Leads from the opened page to the state; without scripts it is left out. */
  readonly reach?: (page: Page) => Promise<void>;
};

const client = { name: "نورة العتيبي", mobile: "0551234567", email: "noura@example.com" };
const bought = [
  { title: "تمر سكري فاخر في علبة هدية", quantity: 3, unitPrice: "40.00", vatRate: "15" },
  { title: "Coffee cup, hand made", quantity: 1, unitPrice: "25.00", vatRate: "15" },
];

const callerOf = ({ baseUrl, apiKey }: Demo) => demoCaller(baseUrl, apiKey);

async function paid(shop: Demo): Promise<string> {
  const caller = callerOf(shop);
  const orderNumber = await caller.issue({ client, lines: bought });
  await caller.pay(orderNumber, {});
  return orderNumber;
}

/** Asks for a return as the page's form does, and has the shop answer. */
async function asked(shop: Demo, answer?: object): Promise<string> {
  const orderNumber = await paid(shop);
  const { baseUrl, apiKey } = shop;
  const words = "وصلت علبتان مفتوحتان.";
  await sendPageForm(baseUrl, {
    form: "/rest/pay/askReturn/:orderNumber",
    named: { orderNumber },
    fields: { reason: "damaged", words, what: "lines", line: "1", quantity_1: "2" },
  });
  if (answer) {
    const found = await fetch(`${baseUrl}/api/v1/return-requests?orderNumber=${orderNumber}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const [request] = ((await found.json()) as { items: readonly { id: number }[] }).items;
    await callerOf(shop).send("POST", `/return-requests/${request?.id}/answer`, answer);
  }
  return `/pay/order/${orderNumber}`;
}

const openReturn = async (page: Page): Promise<void> => {
  const form = page.locator(".return-ask");
  if ((await form.getAttribute("open")) === null) await form.locator("summary").click();
};

const long = {
  name: "مؤسسة عبدالرحمن بن عبدالعزيز بن عبدالله آل الشيخ وأبنائه للتجارة والمقاولات العامة المحدودة",
  title:
    "صندوق هدايا فاخر من خشب الجوز يحتوي على تمر سكري ومبروم وعجوة المدينة مع قهوة سعودية مختصة ودلة نحاسية مزخرفة يدويًا",
  foreign: "International-Import-and-Export-Consolidated-Holding-Subsidiary-Premium-Collection-2026",
  description:
    "يُشحن خلال ثلاثة أيام عمل إلى جميع مدن المملكة، ويمكن كتابة إهداء على البطاقة المرفقة.\nThe box is made to order; engraved names cannot be returned.\n".repeat(
      3,
    ),
};
const longLines = [
  { title: long.title, description: long.description, quantity: 12, unitPrice: "1150.00", vatRate: "15" },
  { title: long.foreign, quantity: 1, unitPrice: "0.01", vatRate: "15" },
];
const longInvoice = {
  client: { ...client, name: long.name },
  lines: longLines,
  note: long.description,
  externalOrderNumber: "PO-2026-000000000000000000-RIYADH-KING-FAHD-ROAD-7525",
};

/** A gift of an amount that its giver chooses, with questions. */
async function gift(shop: Demo, isLong = false): Promise<string> {
  const text = (ar: string, en: string) => ({ ar: isLong ? `${ar} ${long.title.slice(0, 60)}` : ar, en });
  const { linkIdentity } = await sell(shop, {
    product: {
      title: isLong ? long.title : "تبرع لمشاريع الخير",
      description: isLong ? long.description : "تصل إلى المحتاجين في يومها.",
      vatRate: null,
    },
    link: {
      buyerAmount: { least: "10.00", most: "5000.00", suggested: ["50", "100", "500"] },
      askedFields: [
        {
          key: "for_whom",
          type: "text",
          label: text("الإهداء إلى", "In the name of"),
          isRequired: true,
        },
        {
          key: "project",
          type: "choice",
          label: text("المشروع", "Project"),
          choices: [text("سقيا الماء", "Water"), text("إفطار صائم", "Meals")],
        },
      ],
    },
  });
  return `/pay/product/${linkIdentity}`;
}

const press = (page: Page) => page.locator('.checkout-bar button[type="submit"]').click();

const fillGift = async (page: Page): Promise<void> => {
  await page.locator(".amount-choices button, [aria-pressed]").first().click();
  await page.locator("#customerName").fill("نورة العتيبي");
  await page.locator("#customerMobile").fill("0551234567");
  await page.locator("#answersFor_whom").fill("والدي عبدالرحمن");
  await page.locator("#answersProject").selectOption({ index: 1 });
};

export const madeStates: readonly MadeState[] = [
  {
    name: "quote-accepted",
    make: async (shop) => {
      const quote = await makeQuote(shop);
      await answerQuote(shop, quote, "accept");
      return quote;
    },
  },
  {
    name: "quote-withdrawn",
    make: async (shop) => {
      const quote = await makeQuote(shop);
      await callerOf(shop).send("POST", `/quotes/${quote.split("/").at(-1)}/withdraw`, {});
      return quote;
    },
  },
  { name: "quote-long", make: (shop) => makeQuote(shop, longInvoice) },
  { name: "invoice-documents-asked", make: async (shop) => `/pay/order/${await paid(shop)}?mine=sent` },
  { name: "return-form", make: async (shop) => `/pay/order/${await paid(shop)}`, reach: openReturn },
  { name: "return-no-line", make: async (shop) => `/pay/order/${await paid(shop)}?return=lines` },
  { name: "return-no-reason", make: async (shop) => `/pay/order/${await paid(shop)}?return=reason` },
  { name: "return-asked", make: (shop) => asked(shop) },
  {
    name: "return-accepted",
    make: (shop) => asked(shop, { answer: "accept", words: "أرسلها مع المندوب يوم الأحد." }),
  },
  {
    name: "return-declined",
    make: (shop) => asked(shop, { answer: "decline", words: "This item cannot be returned once opened." }),
    reach: openReturn,
  },
  { name: "product-gift", make: (shop) => gift(shop) },
  {
    name: "product-gift-errors",
    make: (shop) => gift(shop),
    reach: async (page) => {
      await press(page);
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  { name: "product-gift-filled", make: (shop) => gift(shop), reach: fillGift },
  {
    name: "info-gift",
    make: (shop) => gift(shop),
    reach: async (page) => {
      await fillGift(page);
      await press(page);
      await page.waitForURL(/\/pay\/info\//);
      await page.locator(".pay-button").first().waitFor();
    },
  },
  {
    name: "invoice-gift",
    make: (shop) => gift(shop),
    reach: async (page) => {
      await fillGift(page);
      await press(page);
      await page.waitForURL(/\/pay\/info\//);
      await page.goto(page.url().replace("/info/", "/order/"));
    },
  },
  { name: "product-long", make: (shop) => gift(shop, true) },
  { name: "invoice-long", make: async (shop) => `/pay/order/${await callerOf(shop).issue(longInvoice)}` },
  { name: "info-long", make: async (shop) => `/pay/info/${await callerOf(shop).issue(longInvoice)}` },
  {
    name: "print-long",
    make: async (shop) => `/pay/print/${await callerOf(shop).issue(longInvoice)}`,
  },
];
