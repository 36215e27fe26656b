/** What browser tests share: the running system, fresh invoices, axe, and screenshots that are kept. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

export type Demo = {
  readonly baseUrl: string;
  readonly simulatorUrl: string;
  readonly apiKey: string;
  readonly orders: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, string>>;
};

/** The system under test, from demo.json. */
export function readDemo(): Demo {
  return JSON.parse(readFileSync(join(process.env["WASL_E2E_DATA_DIR"] ?? "", "demo.json"), "utf8")) as Demo;
}

export const languages = ["ar", "en"] as const;
export type Language = (typeof languages)[number];

export const test = base.extend<{ demo: Demo; issue: (invoice?: object) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's parameters
  demo: async ({}, use) => {
    await use(readDemo());
  },
  issue: async ({ demo }, use) => {
    await use(async (invoice = {}) => {
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
    });
  },
});

export { expect };

/** Fails when axe finds anything, whatever its weight. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(
    violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
    ),
  ).toEqual([]);
}

/** Keeps a picture as an artifact, named by page, language and width. */
export async function keepPicture(page: Page, name: string): Promise<void> {
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
