/** Invoices from a file in the console: seen before they are sent, issued once whatever happens, reported row by row. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Request } from "@playwright/test";
import { type Demo, expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

test.use({ isMobile: false, hasTouch: false, viewport: { width: 390, height: 844 } });

/** How many invoices of the shop have a number of ours. */
async function countIssued({ baseUrl, apiKey }: Demo, number: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/invoices?externalOrderNumber=${number}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { items: unknown[] }).items.length;
}

/** Issues what a request of the browser asks for, with its key. */
async function issueWith({ baseUrl, apiKey }: Demo, request: Request): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/invoices`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": (await request.headerValue("idempotency-key")) ?? "",
    },
    body: request.postData(),
  });
  expect(response.status).toBe(201);
}

test("a file is shown with its errors, issued through a lost line and a walk elsewhere, and never twice", async ({
  page,
  demo,
}) => {
  const { problems } = watchConsole(page);
  const own = randomUUID();
  const good = Array.from(
    { length: 9 },
    (_, index) => `${index + 1}٫٥٠;05512340${index}0;عميل ${index};${own}`,
  );
  const text = ["المبلغ;الجوال;الاسم;المرجع", ...good, `abc;123;سارة;${own}`].join("\r\n");
  const file = { name: "rent.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await openConsole(page, demo, { language: "ar", path: "/invoices/new" });
  await page.getByRole("link", { name: "من ملف" }).click();
  const chooser = page.locator("input[type=file]");
  await chooser.setInputFiles({ ...file, buffer: Buffer.from("PK\u0003\u0004") });
  await expect(page.getByRole("alert")).toContainText("Excel");
  await expectAccessible(page);
  await chooser.setInputFiles(file);
  await expect(page.getByText("المبلغ غير صحيح")).toBeVisible();
  await expect(page.getByText("رقم الجوال غير صحيح")).toBeVisible();
  await expect(page.locator(".bulk-sums .amount")).toContainText("49.50");
  await expectInside(page);
  await expectAccessible(page);
  expect(await countIssued(demo, own)).toBe(0);

  // The answer to the fourth call is lost: the server has issued, and the browser does not know.
  let calls = 0;
  const lost = Promise.withResolvers<void>();
  await page.route("**/api/v1/invoices", async (route) => {
    calls += 1;
    if (calls < 4) return await route.fallback();
    const isFourth = calls === 4;
    if (isFourth) await issueWith(demo, route.request());
    await route.abort("connectionreset");
    if (isFourth) lost.resolve();
  });
  await page.getByRole("button", { name: "إصدار 9 فواتير" }).click();
  await expect(page.getByText("توقف مؤقتًا")).toBeVisible();
  // A later call may have stopped it first.
  await lost.promise;
  await page.unroute("**/api/v1/invoices");
  await page.getByRole("link", { name: "الرئيسية" }).click();
  await expect(page.locator("#main h1")).not.toHaveText("إصدار فواتير من ملف");
  await page.goBack();
  await page.getByRole("button", { name: "استئناف" }).click();
  await expect(page.getByText("تم 9 من 9")).toBeVisible();
  expect(await countIssued(demo, own)).toBe(9);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "تحميل النتيجة" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFFالصف;/);
  expect(lines).toHaveLength(11);
  expect(lines[1]).toMatch(/^2;.*;[0-9A-Z]{16};https?:.*/);
  expect(lines[10]).toContain("المبلغ غير صحيح");

  // The tab is gone, and the same rows come in a corrected file: what is new in it alone is issued.
  await page.reload();
  const corrected = text.replace("abc;123", "20;0551234099");
  await chooser.setInputFiles({ ...file, buffer: Buffer.from(`\uFEFF${corrected}`) });
  await page.getByRole("button", { name: "إصدار 10 فواتير" }).click();
  await expect(page.getByText("9 فواتير صدرت من قبل ولم تُكرر")).toBeVisible();
  expect(await countIssued(demo, own)).toBe(10);
  await expectInside(page);
  await expectAccessible(page);
  expect(problems.filter((problem) => !problem.includes("ERR_CONNECTION_RESET"))).toEqual([]);
});
