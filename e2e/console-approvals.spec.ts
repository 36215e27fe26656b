/** A refund above the shop's limit, from the limit to the money: an owner sets it, a manager asks, the owner approves. */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("a refund above the limit gives nothing back until a second person has approved it", async ({
  page,
  browser,
  ownShop: { owner, manager },
}) => {
  // Two people sign in, and axe judges three screens.
  test.slow();
  const { problems } = watchConsole(page);
  const caller = demoCaller(owner.baseUrl, owner.apiKey);
  const line = { title: "تمر", quantity: 1, unitPrice: "100.00" };
  const orderNumber = await caller.issue({ lines: [line] });
  await caller.pay(orderNumber, {});

  await openConsole(page, owner, { language: "ar", path: "/shop" });
  const limits = page.getByRole("region", { name: "شخص ثانٍ للاسترداد" });
  await limits.getByLabel("الأعلى من فاتورة واحدة بالريال").fill("٥٠");
  await limits.getByRole("button", { name: "حفظ" }).click();
  await expect(limits.getByRole("status")).toHaveText("تم الحفظ");

  await using second = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const asking = await second.newPage();
  await openConsole(asking, manager, { language: "ar", path: `/invoices/${orderNumber}` });
  await asking.locator(".invoice-acts").getByRole("button", { name: "استرداد" }).click();
  const dialog = asking.getByRole("dialog");
  await expect(dialog).toContainText("ما زاد على هذه المبالغ يلزمه موافقة شخص ثانٍ.");
  await dialog.getByRole("button", { name: "استرداد المبلغ", exact: true }).click();
  await expect(asking.getByRole("status").filter({ hasText: "لم يُسترد شيء بعد" })).toBeVisible();
  await expectInside(asking);
  await expectAccessible(asking);
  await keepPicture(asking, "console-approval-asked-ar");
  await asking.getByRole("dialog").getByRole("link", { name: "عرض الطلبات" }).click();
  await expect(asking.getByText("يبتّ فيه شخص آخر")).toBeVisible();
  await expect(asking.getByRole("button", { name: "الموافقة على الاسترداد" })).toHaveCount(0);

  await page.goto(`${owner.person.address}/payments/approvals`);
  await expect(page.getByText("يطلب خالد المدير استرداد هذا المبلغ")).toBeVisible();
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "console-approval-waits-ar");
  await page.getByRole("button", { name: "رفض", exact: true }).click();
  const refusing = page.getByRole("dialog");
  await refusing.getByLabel("سبب الرفض").fill("بطاقة العميل ٤١١١ ١١١١ ١١١١ ١١١١");
  await refusing.getByRole("button", { name: "رفض", exact: true }).click();
  await expect(refusing.getByLabel("سبب الرفض")).toHaveAccessibleDescription(/لا يُكتب رقم بطاقة هنا/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "الموافقة على الاسترداد" }).click();
  const outcome = page.getByRole("status").filter({ hasText: "تمت الموافقة" });
  await expect(outcome).toContainText("115.00");
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "console-approval-approved-ar");
  await page.goto(`${owner.person.address}/invoices/${orderNumber}`);
  await expect(page.locator(".invoice-head")).toContainText("مستردة");

  // What a record of money says in the log is in words, too.
  const send = (path: string, json: object) =>
    page.request.post(`${owner.baseUrl}/api/v1/invoices/${path}`, {
      headers: { authorization: `Bearer ${owner.apiKey}`, "idempotency-key": path },
      data: json,
    });
  const other = await caller.issue({ lines: [line] });
  expect((await send(`${other}/payments`, { way: "card_terminal", amount: "115.00" })).ok()).toBe(true);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${owner.person.address}/team/audit`);
  for (const change of [
    "طريقة الدفع: جهاز نقاط البيع",
    "المبلغ: 115.00",
    "مقدّم الطلب: خالد المدير",
    /الأعلى من فاتورة واحدة بالريال: من .لا شيء. إلى .50\.00/u,
    /على من تسري: من .لا شيء. إلى .المديرون ومفاتيح الربط البرمجي/u,
  ])
    await expect(page.locator(".card p").filter({ hasText: change }).first()).toBeVisible();
  await expect(page.locator("#main")).not.toContainText(
    /amount|approval|currency|perInvoice|perDay|requestedBy|way:/,
  );
  await expectInside(page);
  await expectAccessible(page);
  await keepPicture(page, "console-audit-ar");
  expect(problems).toEqual([]);
});
