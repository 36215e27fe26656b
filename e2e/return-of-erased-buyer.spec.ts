/** A request for a return stays open when its buyer is erased; the shop answers it without words then, also where it had begun to write some. */
import { demoCaller } from "#cli/demo-caller.ts";
import { expect, expectAccessible, keepPicture, test } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const mobile = "0551234567";

test("words to a buyer who was erased meanwhile are refused with a way on, and the request is declined without", async ({
  page,
  ownShop: { owner },
}) => {
  test.slow();
  const { baseUrl, apiKey } = owner;
  const send = (method: string, path: string, body: object) =>
    fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await send("PATCH", "/merchant", { returnRequestDays: 14 })).status).toBe(200);
  const caller = demoCaller(baseUrl, apiKey);
  const orderNumber = await caller.issue({
    client: { name: "نورة العتيبي", mobile },
    lines: [{ title: "تمر سكري", quantity: 1, unitPrice: "40.00", vatRate: "15" }],
  });
  await caller.pay(orderNumber, {});
  const asked = await fetch(`${baseUrl}/rest/pay/askReturn/${orderNumber}`, {
    method: "POST",
    headers: { origin: baseUrl },
    body: new URLSearchParams({ lang: "ar", reason: "damaged" }),
    redirect: "manual",
  });
  expect(asked.status).toBe(303);

  await openConsole(page, owner, { language: "ar", path: `/invoices/${orderNumber}` });
  const request = page.getByRole("region", { name: "المشتري يطلب إرجاعًا" });
  await request.getByRole("button", { name: "رفض الإرجاع" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("انتهت مدة الإرجاع.");
  expect((await send("POST", "/buyers/erase", { buyer: mobile })).status).toBe(200);
  await dialog.getByRole("button", { name: "إرسال الرد" }).click();
  await expect(dialog.getByRole("alert")).toContainText("حُذفت بيانات المشتري");
  await expectAccessible(page);
  await expectInside(page);
  await keepPicture(page, "console-return-erased-refused-ar");
  await page.keyboard.press("Escape");

  await expect(request).toContainText("حُذفت بيانات المشتري، فلا يصل إليه رد مكتوب");
  await keepPicture(page, "console-return-erased-ar");
  await request.getByRole("button", { name: "رفض الإرجاع" }).click();
  await expect(dialog).toHaveCount(0);
  const answered = page.getByRole("region", { name: "لم يُقبل الإرجاع" });
  await expect(answered).toContainText("تاريخ الرد");
});
