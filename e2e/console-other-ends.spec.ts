/** A written invoice that becomes something else: a quote, or one that repeats. */
import ar from "../src/console/i18n/screens.ar.json" with { type: "json" };
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, goTo, openConsole } from "./open-console.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false, colorScheme: "dark" });

test("what was typed as an invoice becomes a quote or an invoice that repeats, and is issued by neither", async ({
  page,
  demo,
}) => {
  const { problems } = watchConsole(page);
  const issued: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /\/invoices$|\/issue$/.test(new URL(request.url()).pathname))
      issued.push(request.url());
  });
  await openConsole(page, demo, { language: "ar", path: "/invoices/new" });
  const dialog = page.getByRole("dialog");
  const write = async (end: string): Promise<void> => {
    await page.getByLabel(ar.new.amount).fill("٩٠");
    await page.getByLabel(ar.new.mobile).fill("٠٥٥١٢٣٤٥٦٧");
    await page.getByRole("button", { name: end }).click();
    await expect(page.locator("form form"), "a browser sends the outer one of two").toHaveCount(0);
    await expectAccessible(page);
  };
  await write(ar.quotes.make);
  await dialog.getByLabel(ar.quotes.dueDays).fill("١٤");
  await dialog.getByRole("button", { name: ar.product.save }).click();
  await expect(page).toHaveURL(/\/invoices\/quotes\/\w+$/);
  await expect(page.locator(".invoice-head")).toContainText("90.00");
  await expectInside(page);

  await goTo(page, "/invoices/new");
  await expect(page.getByLabel(ar.new.amount), "the draft has served").toHaveValue("");
  await write(ar.recurring.make);
  await dialog.getByRole("button", { name: ar.product.save }).click();
  await expect(dialog).toContainText(ar.recurring.nameMissing);
  await dialog.getByLabel(ar.recurring.name).fill("إيجار المحل");
  await expect(page).toHaveURL(/draft=/);
  await page.reload();
  await page.getByRole("button", { name: ar.recurring.make }).click();
  await expect(dialog.getByLabel(ar.recurring.name), "what the tab kept of a crash").toHaveValue(
    "إيجار المحل",
  );
  await dialog.getByRole("button", { name: ar.product.save }).click();
  await expect(page).toHaveURL(/\/invoices\/recurring\/\d+$/);
  await expect(page.locator(".invoice-head")).toContainText("إيجار المحل");
  await expectInside(page);
  expect(issued).toEqual([]);
  expect(problems).toEqual([]);
});
