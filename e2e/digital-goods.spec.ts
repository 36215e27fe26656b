/** A buyer gets what was bought: on the result, on the invoice and by mail, in both languages. */
import { readFile } from "node:fs/promises";
import {
  expect,
  expectAccessible,
  fillCard,
  keepPicture,
  languages,
  seen,
  test,
  watchConsole,
} from "./fixtures.ts";

const words = {
  ar: { title: "مشترياتك", subject: /مشترياتك من/ },
  en: { title: "What you bought", subject: /What you bought from/ },
} as const;

type Mail = { readonly subject: string; readonly text: string };

for (const language of languages) {
  test(`a paid digital order shows its text and file, and mails them (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    const email = `buyer${Math.random().toString(36).slice(2)}@example.com`;
    const mails = async (): Promise<Mail[]> => {
      const reply = await fetch(`${demo.simulatorUrl}/_control/mail?to=${encodeURIComponent(email)}`);
      return ((await reply.json()) as { messages: Mail[] }).messages;
    };
    const upload = await fetch(
      `${demo.baseUrl}/api/v1/digital-files?fileName=${encodeURIComponent("دليل التمور 2026.pdf")}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/pdf" },
        body: "%PDF-1.7 dates",
      },
    );
    const { id: fileId } = (await upload.json()) as { id: string };
    const text = "رمز التفعيل: DATES-2026-7F3K\nالشرح: https://shop.example/help.";
    const order = await issue({
      lines: [
        {
          title: "دليل التمور",
          quantity: 1,
          unitPrice: "39.00",
          vatRate: "15",
          isDigital: true,
          digitalContent: { text, fileId },
        },
      ],
    });

    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    const dialog = page.getByRole("dialog");
    await page.locator("#confirmation-email").fill(email);
    await dialog.locator('button[type="submit"]').click();
    await expect(page.locator("#confirmation-otp")).toBeVisible();
    const [code] = await mails();
    await page.locator("#confirmation-otp").fill(/(?<!\d)\d{6}(?!\d)/.exec(code?.text ?? "")?.[0] ?? "");
    await dialog.locator('button[type="submit"]').click();
    await expect(dialog).toHaveCount(0);

    // By way of the bank: the result page learns of the payment only while it is open.
    await fillCard(page, { number: "5123450000000008" });
    await page.locator('button[type="submit"]').first().click();
    await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
    await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
    await expect(page.getByRole("heading", { name: words[language].title })).toBeVisible();
    await expect(seen(page, "DATES-2026-7F3K")).toBeVisible();
    await keepPicture(page, `digital-result-${language}`);

    await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=${language}`);
    await expect(page.getByRole("heading", { name: words[language].title })).toBeVisible();
    await expect(page.locator('a[href="https://shop.example/help"]')).toBeVisible();
    await expectAccessible(page);
    await keepPicture(page, `digital-invoice-${language}`);
    const saving = page.waitForEvent("download");
    await page.locator(".digital-file").click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("دليل التمور 2026.pdf");
    expect(await readFile(await file.path(), "utf8")).toBe("%PDF-1.7 dates");

    await expect
      .poll(async () => (await mails())[0]?.subject, { timeout: 20_000 })
      .toMatch(words[language].subject);
    expect((await mails())[0]?.text).toContain("DATES-2026-7F3K");
    expect(watched.problems).toEqual([]);
  });
}
