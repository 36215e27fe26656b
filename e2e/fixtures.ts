/** What browser tests share: the running system, fresh invoices, axe, and screenshots that are kept. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { type Books, openBooks } from "./books-agree.ts";
import type { OwnShop } from "./own-shop.ts";

export type Demo = {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly apiKey: string;
  readonly orders: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
  /** Who signs in to the console. */
  readonly person: { readonly address: string; readonly email: string; readonly password: string };
};

/** The system under test, from the demo.json of its data directory. */
export function readDemo(dataDir = process.env["WASL_E2E_DATA_DIR"] ?? ""): Demo {
  return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
}

export const languages = ["ar", "en"] as const;
export type Language = (typeof languages)[number];

type Fixtures = {
  readonly demo: Demo;
  /** A shop of its own, with people who can sign in: for tests that change the shop itself. */
  readonly ownShop: OwnShop;
  /** Issues an invoice and gives its order number. After the test its books are compared. */
  readonly issue: (invoice?: object) => Promise<string>;
  /** Arabic on the phone, English on the desktop: for tests that need each language once. */
  readonly language: Language;
};

type WorkerFixtures = {
  /** Of the system under test; a file that needs settings of its own starts another one. */
  readonly dataDir: string;
  readonly books: Books;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's parameters
    async ({}, use) => {
      await use(process.env["WASL_E2E_DATA_DIR"] ?? "");
    },
    { scope: "worker" },
  ],
  books: [
    async ({ dataDir }, use) => {
      const books = await openBooks(dataDir);
      await use(books);
      await books.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's parameters
  language: async ({}, use, { project }) => {
    await use(project.name === "phone" ? "ar" : "en");
  },
  // A text that only a browser shows, after a press or in a part that comes later: no page lacks one in any test.
  context: async ({ context }, use) => {
    const lacking: string[] = [];
    context.on("console", (message) => {
      if (message.text().includes("MISSING_MESSAGE")) lacking.push(message.page()?.url() ?? "");
    });
    await use(context);
    expect(lacking, "pages whose island lacks a text (src/web/island/island-facts.ts)").toEqual([]);
  },
  demo: async ({ dataDir }, use) => {
    await use(readDemo(dataDir));
  },
  ownShop: async ({ demo, dataDir }, use) => {
    // What it takes of the server is loaded by the tests that have one.
    const { openOwnShop } = await import("./own-shop.ts");
    await use(await openOwnShop(demo, dataDir));
  },
  issue: async ({ demo, books }, use) => {
    const issued: string[] = [];
    await use(async (invoice = {}) => {
      const orderNumber = await issueInvoice(demo, invoice);
      issued.push(orderNumber);
      return orderNumber;
    });
    for (const orderNumber of issued) await books.agreeIfDecided(demo, orderNumber);
  },
});

export { expect, expectAccessible };

/** Issues an invoice over the merchant API, with what `invoice` says instead of the defaults; gives its order number. */
export async function issueInvoice(demo: Demo, invoice: object = {}): Promise<string> {
  const response = await fetch(`${demo.baseUrl}/api/v1/invoices`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      "idempotency-key": randomUUID(),
      "content-type": "application/json",
    },
    body: JSON.stringify({
      client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
      lines: [{ title: "تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" }],
      ...invoice,
    }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { orderNumber: string }).orderNumber;
}

/** The first place where a text can be seen: the title in the head may have it, too. */
export function seen(page: Pick<Page, "getByText">, text: string | RegExp): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

/**
 * Presses a button that `aria-disabled` locks: such a press shows what is missing. `click()` would wait until the
 * lock is gone, and a forced one asks neither whether the button has come to rest nor whether something covers it.
 */
export async function pressLocked(button: Locator): Promise<void> {
  await button.hover();
  const { mouse } = button.page();
  await mouse.down();
  await mouse.up();
}

/**
 * Keeps a picture as an artifact, named by page, language and width, where `WASL_PICTURES=true` asks for them: no test
 * compares them, and drawing long pages takes time.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["WASL_PICTURES"] !== "true") return;
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: `artifacts/screenshots/${name}-${width}.png`, fullPage: true });
}

/** Fails the test when the page logs an error or breaks its own security policy. */
export function watchConsole(page: Page): { readonly problems: string[] } {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d|status of 504/.test(message.text()))
      problems.push(message.text());
  });
  return { problems };
}

/** Opens the fields of a payer whom the order knows: they are behind one line. */
export async function editPayer(page: Page): Promise<void> {
  const payer = page.locator(".payer");
  if ((await payer.getAttribute("open")) === null) await payer.locator("summary").click();
}

/** Opens the fields of a panel whose answers the order knows: a bill's and a transfer's are behind one line. */
export async function editKnown(page: Page): Promise<void> {
  const known = page.locator(".known:not([open]) > summary:visible");
  if (await known.isVisible()) await known.click();
}

/** Google's own button: it stands in a frame of ours. */
export function googleButton(page: Page): Locator {
  return page.frameLocator(".google-pay-frame").getByRole("button");
}

/** Types a card into the open panel. */
export async function fillCard(
  page: Page,
  card: { number: string; expiry?: string; cvv?: string },
): Promise<void> {
  await page.locator("#card-number").fill(card.number);
  await page.locator("#card-expiry").fill(card.expiry ?? "01/39");
  await page.locator("#card-securityCode").fill(card.cvv ?? "100");
  await page.locator("#card-nameOnCard").fill("NOURA ALOTAIBI");
}
