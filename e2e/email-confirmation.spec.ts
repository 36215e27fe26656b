/** Buying a digital product: the window that asks for an e-mail address, the mail, the code, and the payment. */
import type { Page } from "@playwright/test";
import {
  type Demo,
  expect,
  expectAccessible,
  fillCard,
  keepPicture,
  languages,
  test,
  watchConsole,
} from "./fixtures.ts";
import { expectInside } from "./open-console.ts";

const words = {
  ar: {
    title: "تأكيد البريد الإلكتروني",
    missing: "يرجى إدخال البريد الإلكتروني",
    noOtp: "يرجى إدخال الرمز",
    wrong: "تعذّر التحقق من الرمز. تأكد منه وأعد المحاولة.",
    notSent: "تعذّر إرسال رمز التحقق إلى بريدك الإلكتروني",
    subject: /رمز التحقق لطلبك من/,
  },
  en: {
    title: "Confirm your e-mail",
    missing: "Please provide an email",
    noOtp: "Please provide an OTP",
    wrong: "Cloud not validated OTP",
    notSent: "Cloud not submit E-Mail",
    subject: /confirmation code/,
  },
} as const;

const digital = {
  lines: [{ title: "كتاب إلكتروني", quantity: 1, unitPrice: "39.00", vatRate: "15", isDigital: true }],
};

type Mail = { readonly subject: string; readonly text: string };

async function newestMail(demo: Demo, to: string): Promise<Mail> {
  const response = await fetch(`${demo.simulatorUrl}/_control/mail?to=${encodeURIComponent(to)}`);
  const [mail] = ((await response.json()) as { messages: Mail[] }).messages;
  if (!mail) throw new Error(`no mail to ${to}`);
  return mail;
}

const codeIn = ({ text }: Mail): string => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? "";

const submit = (page: Page) => page.getByRole("dialog").locator('button[type="submit"]');

/** An address of its own for each test run, since mailboxes have limits. */
const newAddress = (): string => `buyer${Math.random().toString(36).slice(2)}@example.com`;

for (const language of languages) {
  test(`a digital product is paid after the code of the mail was entered (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    const text = words[language];
    const email = newAddress();
    const order = await issue(digital);
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
    const dialog = page.getByRole("dialog", { name: text.title });
    await expect(dialog).toBeVisible();
    await expect(page.locator("#confirmation-email")).toBeFocused();

    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();

    await submit(page).click();
    await expect(page.locator("#confirmation-email-error")).toHaveText(text.missing);
    await keepPicture(page, `email-${language}`);
    await expectAccessible(page);
    await page.locator("#confirmation-email").fill(email);
    await submit(page).click();

    const otp = page.locator("#confirmation-otp");
    await expect(otp).toBeFocused();
    await expect(page.locator("#confirmation-email")).toHaveAttribute("readonly");
    await expect(otp).toHaveAttribute("placeholder", "XXXXXX");
    const mail = await newestMail(demo, email);
    expect(mail.subject).toMatch(text.subject);
    const code = codeIn(mail);

    await submit(page).click();
    await expect(page.locator("#confirmation-otp-error")).toHaveText(text.noOtp);
    await otp.fill(code === "000000" ? "000001" : "000000");
    await submit(page).click();
    await expect(dialog.getByRole("alert")).toHaveText(text.wrong);
    await keepPicture(page, `email-code-${language}`);
    await expectAccessible(page);
    await expectInside(page);

    await otp.fill(code.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""));
    await expect(otp).toHaveValue(code);
    await submit(page).click();
    await expect(dialog).toHaveCount(0);
    await fillCard(page, { number: "5123456789012346" });
    await page.locator('button[type="submit"]').first().click();
    await page.waitForURL(/\/pay\/displayPayment/);
    expect(watched.problems).toEqual([]);

    await page.goto(`${demo.baseUrl}/pay/info/${order}`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test(`another code and another address can be asked for, until it is too often (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const [first, second] = [newAddress(), newAddress()];
    await page.goto(`${demo.baseUrl}/pay/info/${await issue(digital)}?lang=${language}`);
    await page.locator("#confirmation-email").fill(first);
    await submit(page).click();
    await expect(page.locator("#confirmation-otp")).toBeVisible();
    const [another, change] = [
      page.getByRole("dialog").locator(".text-button").first(),
      page.getByRole("dialog").locator(".text-button").last(),
    ];
    const old = codeIn(await newestMail(demo, first));
    await change.click();
    await expect(page.locator("#confirmation-email")).toBeFocused();
    await page.locator("#confirmation-email").fill(second);
    await submit(page).click();
    await expect(page.locator("#confirmation-otp")).toBeVisible();
    await another.click();
    await expect(another).toBeVisible();
    const code = codeIn(await newestMail(demo, second));
    await another.click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText(words[language].notSent);
    if (old !== code) {
      await page.locator("#confirmation-otp").fill(old);
      await submit(page).click();
      await expect(page.getByRole("dialog").getByRole("alert")).toContainText(words[language].wrong);
    }
    await page.locator("#confirmation-otp").fill(code);
    await submit(page).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("a window that cannot be fetched says so, nothing is paid meanwhile, and the next try brings it", async ({
  page,
  demo,
  issue,
}) => {
  let isBroken = true;
  await page.route(/email-confirmation-.*\.js/, (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto(`${demo.baseUrl}/pay/info/${await issue(digital)}?lang=en`);
  const notice = page.getByText("The confirmation of your e-mail could not be loaded.");
  await expect(notice).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(request.url());
  });
  await fillCard(page, { number: "5123456789012346" });
  await page.locator(".pay-section .pay-button").first().click();
  expect(calls).toEqual([]);
  isBroken = false;
  await notice.getByRole("button").click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a proof in the address that is not ours is refused, and the window comes after all", async ({
  page,
  demo,
  issue,
}) => {
  const forged = Buffer.from("zzzzzzzz.AAAA").toString("base64");
  const order = await issue(digital);
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en&signature=${encodeURIComponent(forged)}`);
  await fillCard(page, { number: "5123456789012346" });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.locator('button[type="submit"]').first().click();
  await expect(page.getByRole("dialog", { name: words.en.title })).toBeVisible();
});

test("an order without anything digital asks for no address", async ({ page, demo, issue }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=en`);
  await page.locator("#card-number").fill("5");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(scripts.filter((address) => address.includes("email-confirmation"))).toEqual([]);
});
