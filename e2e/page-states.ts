/**
 * Every page in every state that a buyer can meet, in one list: axe reads it, the contact sheet shows it. What a
 * state needs beside its address (a panel opened, a dialog, an answer awaited) is done by its `reach`.
 */
import { expect, type Page } from "@playwright/test";
import { catalog } from "#methods/catalog.ts";
import type { Standing } from "#web/order/standing.ts";
import type { Demo, Language } from "./fixtures.ts";
import { answerQuote, makeDocumentsList, makeOpenBill, makeQuote, makeSurplus } from "./made-pages.ts";

export type PageState = {
  /** Also the name of its pictures. */
  readonly name: string;
  /** Path of the page, which may be made for it; the language is added by who opens it. */
  readonly path: (demo: Demo) => string | Promise<string>;
  /** The state is that of the page to which this address leads, as decision S4 has it. */
  readonly isLedElsewhere?: true;
  /** Leads from the opened page to the state. */
  readonly reach?: (page: Page) => Promise<void>;
};

/** Opens the page of a state and leads to it. */
export async function openState(
  page: Page,
  { path, reach, isLedElsewhere }: PageState,
  { demo, language }: { readonly demo: Demo; readonly language: Language },
): Promise<void> {
  const address = new URL(await path(demo), demo.baseUrl);
  address.searchParams.set("lang", language);
  const response = await page.goto(address.href);
  const isLed = (response?.request().redirectedFrom() ?? null) !== null;
  expect(isLed, `whether ${address.pathname} leads to another page`).toBe(isLedElsewhere === true);
  await reach?.(page);
}

const order = (demo: Demo, name: string): string => {
  const number = demo.orders[name];
  if (number === undefined) throw new Error(`the demo has no order "${name}"`);
  return number;
};

const link = (demo: Demo, name: string): string => {
  const identity = demo.links[name];
  if (identity === undefined) throw new Error(`the demo has no link "${name}"`);
  return identity;
};

const invoice = (name: string) => (demo: Demo) => `/pay/order/${order(demo, name)}`;
const info = (name: string) => (demo: Demo) => `/pay/info/${order(demo, name)}`;
const product = (name: string) => (demo: Demo) => `/pay/product/${link(demo, name)}`;

/** The result page as the gateway's way back opens it: the message names the order, the server knows the rest. */
const result = (name: string) => (demo: Demo) => {
  const message = Buffer.from(JSON.stringify({ orderNumber: order(demo, name) })).toString("base64");
  return `/pay/displayPayment?msg=${encodeURIComponent(message)}`;
};

/** Opens the panel of a method and waits until it is there: what its fields ask may be known, and folded. */
export const panel = (method: string) => async (page: Page) => {
  await page.locator(`label:has(input[type="radio"][value="${method}"])`).click();
  const opened = page.locator(`.method[data-open] .method-panel[data-method="${method}"]`);
  await opened.locator(":scope > :not(.method-waiting)").first().waitFor();
};

/** These pages appear slowly: what is half there has not its colours yet. */
const comeToRest = async (page: Page) => {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState === "finished"),
  );
};

/** Every panel but the card's, which is open from the beginning: one of a method that is added is among them. */
const panels = catalog.filter(({ id, surface }) => surface === "panel" && id !== "card").map(({ id }) => id);

type NumberOf = (demo: Demo) => string | Promise<string>;
const ofDemo =
  (name: string): NumberOf =>
  (demo) =>
    order(demo, name);

/** An order in each standing of pages: the demo's (src/cli/demo-orders.ts), or one that is made. Null where none is asked of here. */
const orderOf: Readonly<Record<Standing, NumberOf | null>> = {
  // A state of seconds: e2e/pictures/midway-states.ts leads to it.
  checking: null,
  // Nothing expires before its time has passed.
  expired: null,
  // Each in states of its own below.
  payable: null,
  surplus: makeSurplus,
  paid: ofDemo("paid"),
  cancelled: ofDemo("cancelled"),
  refunded: ofDemo("refunded"),
};
const closed = Object.entries(orderOf).flatMap(([standing, numberOf]) =>
  numberOf === null ? [] : [{ standing, numberOf }],
);
/** Surplus is found by the provider's message, after which the open page loads itself again. */
const bannerOf = (standing: string) => async (page: Page) =>
  await page.locator(`.banner-${standing}`).first().waitFor();

export const pageStates: readonly PageState[] = [
  { name: "home", path: () => "/" },
  { name: "sales-terms", path: () => "/sales-terms" },
  { name: "invoice-created", path: invoice("created") },
  { name: "invoice-discount-fixed", path: invoice("discountFixed") },
  { name: "invoice-pending", path: invoice("pending") },
  ...closed.map(({ standing, numberOf }) => ({
    name: `invoice-${standing}`,
    path: async (demo: Demo) => `/pay/order/${await numberOf(demo)}`,
    reach: bannerOf(standing),
  })),
  { name: "invoice-partly-refunded", path: invoice("partlyRefunded") },
  { name: "invoice-not-found", path: () => "/pay/order/0000000000000000" },
  { name: "print-created", path: (demo) => `/pay/print/${order(demo, "created")}` },
  { name: "print-paid", path: (demo) => `/pay/print/${order(demo, "paid")}` },
  { name: "info-card", path: info("created") },
  ...panels.map((method) => ({ name: `info-${method}`, path: info("created"), reach: panel(method) })),
  {
    name: "info-errors",
    path: info("created"),
    reach: async (page) => {
      await page.locator('button[type="submit"]').first().click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "info-open-bill",
    path: makeOpenBill,
    reach: async (page) => await page.locator(".reference .reference-code").first().waitFor(),
  },
  { name: "info-agreement", path: info("agreement") },
  { name: "info-foreign-currency", path: info("foreignCurrency") },
  { name: "info-callback", path: info("callback") },
  {
    name: "info-email",
    path: info("digital"),
    reach: async (page) => await page.getByRole("dialog").locator("input").first().waitFor(),
  },
  ...closed.map(({ standing, numberOf }) => ({
    name: `info-${standing}`,
    path: async (demo: Demo) => `/pay/info/${await numberOf(demo)}`,
    reach: bannerOf(standing),
  })),
  { name: "simple", path: (demo) => `/pay/simple/${order(demo, "created")}` },
  { name: "apple-pay", path: (demo) => `/pay/applePay/${order(demo, "created")}` },
  { name: "apple-pay-cancelled", path: (demo) => `/pay/applePay/${order(demo, "cancelled")}` },
  { name: "frame", path: (demo) => `/pay/frame/${order(demo, "created")}` },
  { name: "info3", path: (demo) => `/pay/info3/${order(demo, "created")}` },
  { name: "product", path: product("stock") },
  { name: "product-coupon", path: product("coupon") },
  { name: "product-out-of-stock", path: product("outOfStock") },
  { name: "product-digital", path: product("digital") },
  { name: "product-service-fee", path: product("clientPaysFees") },
  { name: "product-agreement", path: product("agreement") },
  {
    name: "product-errors",
    path: product("stock"),
    reach: async (page) => {
      await page.locator('.checkout-bar button[type="submit"]').click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "product-coupon-applied",
    path: product("coupon"),
    reach: async (page) => {
      await page.locator(".coupon summary").click();
      await page.locator("#couponCode").fill("NAKHEEL10");
      await page.locator(".coupon-button").click();
      await page.locator(".coupon-applied .icon").waitFor();
    },
  },
  { name: "product-closed", path: product("inactive") },
  { name: "product-expired", path: product("expired"), isLedElsewhere: true, reach: comeToRest },
  { name: "product-not-found", path: () => "/pay/product/000000000000" },
  { name: "result-approved", path: result("paid") },
  { name: "result-declined", path: result("pending") },
  { name: "result-unpaid", path: result("discountFixed") },
  { name: "result-unknown", path: () => "/pay/displayPayment" },
  { name: "error-expired-qr", path: () => "/pay/error/expired-qr", reach: comeToRest },
  { name: "error-not-allowed-country", path: () => "/pay/error/not-allowed-country", reach: comeToRest },
  { name: "error-s3d-not-enabled", path: () => "/pay/error/s3d-not-enabled", reach: comeToRest },
  { name: "verify", path: () => "/verify" },
  { name: "verify-genuine", path: (demo) => `/verify/${order(demo, "paid")}` },
  { name: "verify-unknown", path: () => "/verify/0000000000000000" },
  { name: "quote", path: (demo) => makeQuote(demo) },
  {
    name: "quote-declined",
    path: async (demo) => {
      const quote = await makeQuote(demo);
      await answerQuote(demo, quote, "decline");
      return quote;
    },
  },
  { name: "mine", path: makeDocumentsList },
  { name: "mine-over", path: () => "/pay/mine/over" },
  { name: "not-found", path: () => "/nowhere" },
];
