/** The shop's own words in the console: terms of sale with versions. In the shop's test world, so that no other test has them. */
import {
  type Demo,
  expect,
  expectAccessible,
  issueInvoice,
  keepPicture,
  test,
  watchConsole,
} from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

/** The demo with a key of its test world. */
async function openTestWorld(demo: Demo): Promise<Demo> {
  const answer = await fetch(`${demo.baseUrl}/api/v1/merchant/test-world`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.apiKey}`, "idempotency-key": crypto.randomUUID() },
  });
  const { key } = (await answer.json()) as { readonly key: { readonly key: string } };
  return { ...demo, apiKey: key.key };
}

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("terms are published in both languages, each buyer reads their own, and what was issued keeps its version", async ({
  page,
  demo,
}) => {
  const { problems } = watchConsole(page);
  const world = await openTestWorld(demo);
  await openConsole(page, demo, { language: "ar", path: "/invoices" });
  await page.getByRole("button", { name: "اختبار", exact: true }).click();
  await page.waitForURL(/\/test\/\d+\/invoices$/);
  const at = page.url().replace(/invoices$/, "shop/terms");
  await page.goto(at);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const mark = crypto.randomUUID().slice(0, 8);
  await field("العنوان بالعربية").fill("");
  await page.getByRole("button", { name: "نشر" }).click();
  await expect(page.getByText("اكتب هنا شيئًا").first()).toBeVisible();
  await field("العنوان بالعربية").fill(`شروط ${mark}`);
  await field("النص بالعربية").fill("الإرجاع خلال سبعة أيام.");
  await field("العنوان بالإنجليزية").fill(`Terms ${mark}`);
  await field("النص بالإنجليزية").fill("Returns within seven days.");
  await page.reload();
  await expect(field("النص بالإنجليزية"), "what was typed survives a reload").toHaveValue(
    "Returns within seven days.",
  );
  await page.getByRole("button", { name: "نشر" }).click();
  const version = page.locator("li.card").filter({ hasText: mark });
  await expect(version).toContainText("للفواتير الجديدة");
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "console-terms-ar");

  const orderNumber = await issueInvoice(world);
  await version.getByRole("button", { name: "إيقافها للفواتير الجديدة" }).click();
  await expect(version.getByRole("button", { name: "استخدامها للفواتير الجديدة" })).toBeVisible();
  for (const [language, words] of [
    ["ar", "الإرجاع خلال سبعة أيام."],
    ["en", "Returns within seven days."],
  ] as const) {
    await page.goto(`${demo.baseUrl}/pay/info/${orderNumber}?lang=${language}`);
    await expect(page.locator(".agreement-body")).toHaveText(words);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.context().addCookies([{ name: "lang", value: "en", url: demo.person.address }]);
  await page.goto(at);
  await expect(page.locator("li.card").filter({ hasText: mark })).toContainText("not accepted yet");
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "console-terms-en");
  expect(problems).toEqual([]);
});
