/** The buyer of the outcome tests: what is the same for every method, in the buyer's language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { PaymentChannel } from "#contract/payment.ts";
import { isolateLtr } from "#core/text.ts";
import {
  type AllowedMethodName,
  allMethods,
  namesOf,
  otpMethods,
  redirectMethods,
  referenceMethods,
  type WalletMethod,
} from "#methods/allowed.ts";
import type { catalog, MethodId } from "#methods/catalog.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import outcomesAr from "#web/i18n/outcomes.ar.json" with { type: "json" };
import outcomesEn from "#web/i18n/outcomes.en.json" with { type: "json" };
import resultAr from "#web/i18n/result.ar.json" with { type: "json" };
import resultEn from "#web/i18n/result.en.json" with { type: "json" };
import type { Books } from "../books-agree.ts";
import { type Demo, expect, fillCard, type Language } from "../fixtures.ts";

/** What the pages say; that the texts are those of the specification is shown elsewhere. */
export const texts = {
  ar: { ...outcomesAr, page: resultAr },
  en: { ...outcomesEn, page: resultEn },
} as const;

export type Reason = keyof typeof outcomesEn.declines;

export type Buyer = {
  readonly page: Page;
  readonly demo: Demo;
  readonly language: Language;
  readonly books: Books;
  readonly issue: (invoice?: object) => Promise<string>;
};

/** An end that another file shows: `shownIn` and `shownOnPages` alone give these, once they have read it. */
const shown = Symbol("another file shows it");
const shownOnEachPage = Symbol("other files show it on each page of the method");

/** How one method of one provider comes to its ends: a test, or that another file has it. */
export type Outcomes = Readonly<
  Record<
    "paid" | "declined" | "abandoned" | "expired" | "late",
    ((buyer: Buyer) => Promise<void>) | typeof shown | typeof shownOnEachPage
  >
>;

/** Those of a wallet of the device, which pays on every page that has it. */
export type WalletOutcomes = Outcomes & { readonly paid: typeof shownOnEachPage };

/** What a file of tests may go through: it has each method of the list. */
const lists: Readonly<Record<string, readonly string[]>> = { otpMethods, redirectMethods, referenceMethods };

/**
 * In place of a test of an end: another file shows it.
 * @param file its path from `e2e`
 * @throws Error where it neither names the method nor goes through a list that has it: one that is added has to be written there
 */
export function shownIn(file: string, method: string): typeof shown {
  const text = textOf(file);
  const names = [method, ...allMethods.flatMap((one) => (one.id === method ? namesOf(one) : []))];
  const listed = Object.entries(lists).flatMap(([name, ids]) => (text.includes(` of ${name})`) ? ids : []));
  if (!names.some((name) => text.includes(`"${name}"`)) && !listed.includes(method))
    throw new Error(`e2e/${file} has no test of ${method}`);
  return shown;
}

/** How tests open each page of payment; the frame stands in the page of a shop. */
const addresses: Readonly<Record<PaymentChannel, string>> = {
  info: "/pay/info/",
  simple: "/pay/simple/",
  frame: "/shop/",
  applePay: "/pay/applePay/",
};

type PagesOf<Id extends MethodId> = Extract<(typeof catalog)[number], { id: Id }>["pages"][number];

/** Pages beside the payment page, which the tables of outcomes open: what stands in place of a form has its own way out on each. */
type OtherPagesOf<Id extends MethodId> = Exclude<PagesOf<Id>, "info">;

type WithOtherPages = {
  [Id in MethodId]: OtherPagesOf<Id> extends never ? never : Id;
}[MethodId];

/** Where a method pays on each of its other pages, for every method that has some. */
export type PaidOnOtherPages = {
  readonly [Id in Exclude<WithOtherPages, WalletMethod>]: Readonly<Record<OtherPagesOf<Id>, string>>;
};

/**
 * Reads files that show a method, one for each of these pages.
 * @param files paths from `e2e`
 * @throws Error where one of them does not name the method, or does not open the page
 */
export function requireShown(
  method: MethodId,
  files: Readonly<Partial<Record<PaymentChannel, string>>>,
): void {
  for (const [page, file] of Object.entries(files)) {
    shownIn(file, method);
    const address = addresses[page as PaymentChannel];
    if (!textOf(file).includes(address)) throw new Error(`e2e/${file} opens no ${address}`);
  }
}

/**
 * In place of tests in which a wallet of the device pays: other files show it, one for each page that has the wallet.
 * @throws Error where one of them does not name the wallet, or does not open the page
 */
export function shownOnPages<Id extends WalletMethod>(
  wallet: Id,
  files: Readonly<Record<PagesOf<Id>, string>>,
): typeof shownOnEachPage {
  requireShown(wallet, files);
  return shownOnEachPage;
}

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, "..", file), "utf8");

/** The ends by the names of merchants' lists. */
export type OutcomesByName = Readonly<Partial<Record<AllowedMethodName, Outcomes>>>;

/** The amount of an invoice, with VAT in it: it stands on the wire as it is written here. */
export const amountOf = (unitPrice: string) => ({
  pricesIncludeVat: true,
  lines: [{ title: "تمر سكري", quantity: 1, unitPrice, vatRate: "15" }],
});

/** Tabby takes names in Latin letters alone, so every buyer has one here. */
const client = { name: "Noura Alotaibi", mobile: "0551234567", countryCode: "SA" };

/** Issues an invoice that some methods may pay and opens its payment page. */
export async function openInfo(
  { page, demo, language, issue }: Buyer,
  invoice: { readonly allowedMethods: readonly string[] },
): Promise<string> {
  const order = await issue({ client, ...payableInvoice, ...invoice });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  return order;
}

/** Opens the panel of a method; where it is the only one, it is open. */
export async function choose(page: Page, method: string): Promise<void> {
  const tile = page.locator(`input[name="method"][value="${method}"]`);
  if ((await tile.count()) > 0) await tile.check();
}

/** Presses the button below the open panel. */
export async function pay(page: Page): Promise<void> {
  await page.locator(".pay-button:visible").click();
}

/** The page says that the order is paid. */
export async function expectPaid({ page, language }: Pick<Buyer, "page" | "language">): Promise<void> {
  await page.waitForURL(/\/pay\/(displayPayment|process3DSecure)/);
  const said = language === "ar" ? /اكتملت عملية دفع|تم الدفع بنجاح/ : /processed|Paid Successfully/;
  await expect(page.getByText(said).filter({ visible: true }).first()).toBeVisible();
}

/** A card of the buyer's own bank, which asks nothing: what is paid with after something else was left. */
export async function payByCard(buyer: Buyer): Promise<void> {
  await choose(buyer.page, "card");
  await fillCard(buyer.page, { number: "5123456789012346" });
  await pay(buyer.page);
  await expectPaid(buyer);
}

/** The form is still there and says why it was not paid. */
export async function expectDecline({ page, language }: Buyer, reason: Reason): Promise<void> {
  const text = texts[language].declines[reason];
  await expect(page.getByRole("alert").filter({ hasText: text }).first()).toBeVisible();
}

/** The result page says why it was not paid, or that nothing was; its link leads back to the form. */
export async function tryAgainAfter(
  { page, language }: Buyer,
  reason: Reason | { readonly unpaid: string },
): Promise<void> {
  await page.waitForURL(/\/pay\/(displayPayment|process3DSecure)/);
  const { declines, results, page: words } = texts[language];
  const number = (text: string): string => (language === "ar" ? isolateLtr(text) : text);
  const said =
    typeof reason === "string"
      ? declines[reason]
      : results.unpaid.replace("{orderNumber}", number(reason.unpaid));
  const wasDeclined = typeof reason === "string" && reason !== "cancelled_by_buyer";
  const panel = wasDeclined ? "declined" : "unpaid";
  await expect(page.locator(`[data-panel="${panel}"]:visible`)).toContainText(said);
  await page.getByRole("link", { name: words.tryAgain }).filter({ visible: true }).click();
  await page.waitForURL(/\/pay\/info\//);
}

/** The link has run out: the page of Spec 2.9, and nothing to pay there. */
export async function expectExpiredLink({ page }: Buyer): Promise<void> {
  await page.waitForURL(/\/pay\/error\/expired-qr/);
  await expect(page.getByText("QR Code Expired. Please try again.")).toBeVisible();
}

/**
 * Holds the page's questions back while `act` leads to the result page; that says that it waits and offers no second
 * payment. Then the questions go out, and the page turns green automatically.
 * @param finish what happens meanwhile at the provider
 */
export async function expectPaidByItself(
  buyer: Buyer,
  order: string,
  steps: {
    readonly act: () => Promise<void>;
    readonly finish?: () => Promise<void>;
    readonly isSoft?: boolean;
  },
): Promise<void> {
  const { page, demo, language } = buyer;
  const answers = Promise.withResolvers<void>();
  await page.route(/\/rest\/pay\/(checkPaymentStatus|process3dSecure)$/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await steps.act();
  await page.waitForURL(/\/pay\/(displayPayment|process3DSecure)/);
  const words = texts[language].page;
  const waiting = '[data-panel="processing"]:visible, [data-panel="checking"]:visible';
  // Where the provider finishes without the buyer, the server's own question may have been faster than the page.
  const shown = steps.finish ? waiting : `${waiting}, [data-panel="success"]:visible`;
  await expect(page.locator(shown).first()).toBeVisible();
  await expect(page.getByRole("link", { name: words.tryAgain }).filter({ visible: true })).toHaveCount(0);
  // A page at a provider may be left for another method (decision S3); nothing else may be paid twice.
  if (!steps.isSoft) {
    const info = await (await fetch(`${demo.baseUrl}/pay/info/${order}`)).text();
    expect(info).not.toContain("<form");
  }
  await steps.finish?.();
  answers.resolve();
  await expectPaid(buyer);
}
