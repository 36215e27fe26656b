/**
 * Pages of a payment that its buyer is in the middle of: each begins with an invoice of its own, because to come there
 * changes it. Only pictures need them all in one list; axe reads them in the tests of what they do (bank-step,
 * code-step, coming-back, pay-by-card).
 */
import type { Page } from "@playwright/test";
import { fillCard, type Language } from "../fixtures.ts";
import { panel } from "../page-states.ts";

export type MidwayState = {
  /** Also the name of its pictures. */
  readonly name: string;
  /** What the invoice has instead of the usual. */
  readonly invoice?: object;
  /** Leads from the payment page of the invoice to the state. */
  readonly reach: (page: Page, language: Language, orderNumber: string) => Promise<void>;
};

/** The simulated gateway does not know the outcome of this amount, however often it is asked. */
const unanswered = {
  pricesIncludeVat: true,
  lines: [{ title: "تمر سكري", quantity: 1, unitPrice: "1077.70", vatRate: "15" }],
};

const challenged = "5123450000000008";

const press = (page: Page) => page.locator(".pay-button:visible").click();

const dialogGone = (page: Page) => page.locator("dialog[open]").waitFor({ state: "detached" });

const askForBill = async (page: Page): Promise<void> => {
  await panel("sadad")(page);
  await page.locator("#sadadNationalId").fill("1012345672");
  await press(page);
  await page.locator(".reference").waitFor();
};

const askForAccount = async (page: Page): Promise<void> => {
  await panel("a2a")(page);
  await page.locator("#a2aEmail").fill("noura@example.com");
  await press(page);
  await page.locator(".reference").waitFor();
};

const goToBank = async (page: Page): Promise<void> => {
  await fillCard(page, { number: challenged });
  await press(page);
  await page.waitForURL(/get3DPage/);
  await page.frameLocator("iframe").first().locator("button").first().waitFor();
};

const toInvoice = (page: Page, language: Language, orderNumber: string) =>
  page.goto(new URL(`/pay/order/${orderNumber}?lang=${language}`, page.url()).href);

export const midwayStates: readonly MidwayState[] = [
  { name: "midway-sadad-issued", reach: askForBill },
  {
    name: "midway-sadad-open",
    reach: async (page) => {
      await askForBill(page);
      await page.reload();
    },
  },
  {
    name: "midway-sadad-invoice",
    reach: async (page, language, orderNumber) => {
      await askForBill(page);
      await toInvoice(page, language, orderNumber);
    },
  },
  {
    name: "midway-a2a-open",
    reach: async (page) => {
      await askForAccount(page);
      await page.reload();
    },
  },
  {
    name: "midway-a2a-another-way",
    reach: async (page) => {
      await askForAccount(page);
      await page.reload();
      await page.locator('.reference a[href*="other"]').click();
      await page.locator("form.payment-form").waitFor();
    },
  },
  {
    name: "midway-code",
    reach: async (page) => {
      await panel("stcpay")(page);
      await press(page);
      await page.locator("#stcpayOtp").waitFor();
      await dialogGone(page);
    },
  },
  {
    name: "midway-declined",
    reach: async (page) => {
      await fillCard(page, { number: "5123456789012346", expiry: "05/39" });
      await press(page);
      await page.locator(".pay-message [role=alert], .pay-message[role=alert]").first().waitFor();
      await dialogGone(page);
    },
  },
  { name: "midway-bank", reach: goToBank },
  {
    name: "midway-bank-left",
    reach: async (page) => {
      await goToBank(page);
      await page.reload();
      await page.locator('[data-panel="begun"]').waitFor();
    },
  },
  {
    name: "midway-bank-form",
    reach: async (page, language, orderNumber) => {
      await goToBank(page);
      await page.goto(new URL(`/pay/info/${orderNumber}?lang=${language}`, page.url()).href);
    },
  },
  {
    name: "midway-processing",
    reach: async (page) => {
      // The connection is slow: nothing comes back.
      await page.route(/openGateway$/, () => {});
      await fillCard(page, { number: "5123456789012346" });
      await press(page);
      await page.locator("dialog[open]").waitFor();
    },
  },
  {
    name: "midway-checking",
    invoice: unanswered,
    reach: async (page) => {
      await fillCard(page, { number: "5123456789012346" });
      await press(page);
      await page.locator('[data-panel="checking"]:visible').waitFor({ timeout: 60_000 });
    },
  },
];
