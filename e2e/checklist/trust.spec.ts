/** Terms, consent and trust (docs/ux-checklist.md, U76 to U80). */
import { expect, expectAccessible, keepPicture, pressLocked, test } from "../fixtures.ts";

const agreement = { title: "شروط المتجر", text: "يُسلَّم خلال ثلاثة أيام عمل." };

test("U76, U77: the terms are read without losing the form; the tick has words, a state and its error beside it", async ({
  page,
  demo,
  issue,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue({ agreement })}?lang=ar`);
  await page.locator("#card-number").fill("5123");
  const opener = page.getByRole("link", { name: "قراءة شروط البيع" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: agreement.title });
  await expect(dialog).toContainText(agreement.text);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.locator("#card-number")).toHaveValue("5123");

  const tick = page.getByRole("checkbox", { name: "قرأت شروط البيع لهذه الفاتورة وأوافق عليها." });
  await pressLocked(page.locator(".pay-button:visible"));
  await expect(tick).toBeFocused();
  await expect(tick).toHaveAttribute("aria-invalid", "true");
  await expect(tick).toHaveAccessibleDescription("تلزم الموافقة على شروط البيع للمتابعة.");
  await page.keyboard.press("Space");
  await expect(tick).toBeChecked();
  await expect(tick).not.toHaveAttribute("aria-invalid");
  await expect(page.locator("#agreement-error")).toBeEmpty();
});

test("U78, U80: every page on which is paid says who sells, where, how to reach them, and the rules of returns", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["applepay", "creditcard"] });
  const seller = page.locator(".seller");
  for (const path of ["info", "simple", "applePay"]) {
    await page.goto(`${demo.baseUrl}/pay/${path}/${order}?lang=ar`);
    await expect(seller).toContainText("متجر النخيل");
    await expect(seller).toContainText("الرياض");
    await expect(seller).toContainText("310122393500003");
    await expect(seller.getByRole("link", { name: /الهاتف/ })).toHaveAttribute("href", /^tel:\+966\d+$/);
    await expect(seller.getByRole("link", { name: /البريد/ })).toHaveAttribute("href", /^mailto:/);
    // In a tab of its own, so that the form is not lost.
    const returns = seller.getByRole("link", { name: "الإرجاع والتسليم" });
    await expect(returns).toHaveAttribute("href", "/sales-terms");
    await expect(returns).toHaveAttribute("target", "_blank");
  }
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
  await seller.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await keepPicture(page, "checklist-seller-ar");
});

test("U79: the area of the card is set apart, with a lock and words, and without seals", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  for (const path of ["info", "simple", "frame"]) {
    await page.goto(`${demo.baseUrl}/pay/${path}/${order}?lang=ar`);
    const area = page.locator(".card-form", { has: page.locator("#card-number") });
    // On the payment page the area is the open row of the list.
    const apart = path === "info" ? page.locator(".method[data-open]") : area;
    const look = await apart.evaluate((element) => {
      const { borderTopWidth, backgroundColor } = getComputedStyle(element);
      return { borderTopWidth, hasShade: backgroundColor !== "rgba(0, 0, 0, 0)" };
    });
    expect(look).toEqual({ borderTopWidth: "1px", hasShade: true });
    await expect(area.locator(".secure-note svg")).toBeVisible();
    await expect(area.locator(".secure-note")).toHaveText("لا نحتفظ برقم البطاقة ولا برمز الأمان.");
    await expect(area.locator("img")).toHaveCount(0);
  }
});
