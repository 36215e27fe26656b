/** The shop's own words in the console: terms of sale with versions, and messages. Each in a shop of its own: others' words would show. */
import { expect, expectAccessible, issueInvoice, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("terms are published in both languages, each buyer reads their own, and what was issued keeps its version", async ({
  page,
  demo,
  ownShop: { owner },
}) => {
  // Two languages, two widths and axe take a shared machine longer than one test has.
  test.slow();
  const { problems } = watchConsole(page);
  await openConsole(page, owner, { language: "ar", path: "/shop/terms" });
  const at = page.url();
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

  const orderNumber = await issueInvoice(owner);
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

test("a message's words are the shop's own, seen with an invoice's facts and counted, and go back to the usual ones", async ({
  page,
  demo,
  ownShop: { owner },
}) => {
  // Two languages, two widths and axe take a shared machine longer than one test has.
  test.slow();
  const { problems } = watchConsole(page);
  await issueInvoice(owner);
  await openConsole(page, owner, { language: "ar", path: "/shop/messages" });
  const form = page.getByRole("region", { name: "نص الرسائل" });
  const text = form.getByLabel("النص", { exact: true });
  await text.fill("ادفع {total}");
  await form.getByRole("button", { name: "حفظ" }).click();
  await expect(form.getByText("{total} ليس من البيانات أدناه")).toBeVisible();
  // A look at other words loses none that are typed.
  await form.getByRole("button", { name: "الإنجليزية" }).click();
  await expect(text).toHaveValue(/invoice \{number\}/);
  await form.getByRole("button", { name: "العربية" }).click();
  await expect(text).toHaveValue("ادفع {total}");
  await text.fill("أهلًا من {shop}: ادفع {amount} من هنا {link}");
  await form.getByRole("button", { name: "عرض بفاتورة" }).click();
  await expect(form.getByRole("status")).toContainText("115");
  await expect(form.getByRole("status")).toContainText("رسالتان نصيتان");
  await form.getByRole("button", { name: "حفظ" }).click();
  await expect(form.getByText("نص المتجر")).toBeVisible();
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "console-messages-ar");
  const [reset] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "DELETE"),
    form.getByRole("button", { name: "العودة إلى النص المعتاد" }).click(),
  ]);
  expect(reset.status(), reset.ok() ? "" : await reset.text()).toBe(200);
  await expect(form.getByText("النص المعتاد", { exact: true })).toBeVisible();
  const rules = page.getByRole("form", { name: "ما يُرسل من نفسه" });
  await rules.getByLabel("التذكير قبل آخر موعد").fill("٣، ١");
  await rules.getByRole("button", { name: "حفظ" }).click();
  await expect(rules.getByRole("status")).toHaveText("تم الحفظ");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.context().addCookies([{ name: "lang", value: "en", url: demo.person.address }]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Messages to buyers" })).toBeVisible();
  await expectInside(page);
  await keepPicture(page, "console-messages-en");
  expect(problems).toEqual([]);
});

test("a method's account is tried by one press, and the answer stands beside it", async ({ page, demo }) => {
  await openConsole(page, demo, { language: "ar", path: "/shop" });
  const tried = page
    .getByRole("region", { name: "طرق الدفع" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: "تجربة الحساب" }) })
    .nth(0);
  await tried.getByRole("button", { name: "تجربة الحساب" }).click();
  await expect(tried.getByRole("status")).toHaveText("المزوّد يرد");
});
