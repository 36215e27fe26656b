/** Buyers who leave in the middle: what is kept for them, and what they find when they come back. */
import type { BrowserContext, Page } from "@playwright/test";
import type { ReferenceMethod } from "#methods/allowed.ts";
import { editKnown, expect, expectAccessible, fillCard, keepPicture, languages, test } from "./fixtures.ts";

async function askForBill(page: Page): Promise<void> {
  await page.locator('label:has([value="sadad"])').click();
  await page.locator("#sadadNationalId").fill("1012345672");
}

function storedText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
}

test("the national id and the names of a bill are kept nowhere, and the rest goes once the bill is issued", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}`);
  await askForBill(page);
  await editKnown(page);
  await page.locator("#sadadMobile").fill("0559998877");
  await page.locator("#sadadFirstName").fill("Noura");
  await page.locator("#sadadLastName").fill("Alotaibi");
  const typed = await storedText(page);
  expect(typed).toContain("0559998877");
  for (const text of ["1012345672", "Noura", "Alotaibi"]) expect(typed).not.toContain(text);
  await page.locator(".pay-button:visible").click();
  await expect(page.locator(".reference")).toBeVisible();
  expect(await storedText(page)).not.toContain(order);

  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}`);
  const ways = page.locator('form.payment-form input[name="method"]');
  await expect(
    ways.nth(1),
    "the way that this browser paid by last is right behind the open one",
  ).toHaveValue("sadad");
});

test("nothing of what was typed is left in the browser once the order is paid", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}`);
  await fillCard(page, { number: "5123450000000008" });
  expect(await storedText(page)).toContain(order);
  await page.locator(".pay-button:visible").click();
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
  expect(await storedText(page)).not.toContain(order);
});

const waysToBank = {
  sadad: {
    open: { ar: "فاتورة سداد بانتظار الدفع", en: "You have a SADAD bill for this invoice" },
    ask: askForBill,
  },
  a2a: {
    open: {
      ar: "تحويل بنكي بانتظار وصول المبلغ",
      en: "You have an open bank transfer for this invoice",
    },
    ask: async (page: Page): Promise<void> => {
      await page.locator('label:has([value="a2a"])').click();
      await page.locator("#a2aEmail").fill("noura@example.com");
    },
  },
} as const satisfies Record<ReferenceMethod, object>;

for (const [method, { open, ask }] of Object.entries(waysToBank))
  for (const language of languages) {
    test(`${method}: its open number is what a buyer finds first, after a reload and elsewhere (${language})`, async ({
      page,
      demo,
      issue,
      browser,
      context,
    }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const order = await issue();
      const info = `${demo.baseUrl}/pay/info/${order}`;
      await page.goto(`${info}?lang=${language}`);
      await ask(page);
      await page.locator(".pay-button:visible").click();
      const code = page.locator(".reference-code").first();
      const number = (await code.textContent()) ?? "";
      const copied = number.replaceAll(" ", "");

      await page.reload();
      await expect(page.locator(".reference h2")).toHaveText(open[language]);
      await expect(page.locator(".reference h2")).not.toBeFocused();
      await expect(code).toHaveText(number);
      await expect(page.locator("form.payment-form")).toHaveCount(0);
      await expectAccessible(page);
      await keepPicture(page, `open-${method}-${language}`);
      await page.locator(".reference-share button").click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(copied);
      const share = await page.locator('a[href^="https://wa.me/"]').getAttribute("href");
      expect(new URL(share ?? "").searchParams.get("text")).toContain(copied);
      const message = page.locator('.reference a[href^="sms:"]');
      expect(new URL((await message.getAttribute("href")) ?? "").searchParams.get("body")).toContain(copied);
      await expect(message).toBeVisible();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(message).toBeHidden();
      await page.setViewportSize({ width: 360, height: 780 });

      const elsewhere = await browser.newContext({ javaScriptEnabled: false });
      const other = await elsewhere.newPage();
      await other.goto(`${info}?lang=${language}`);
      await expect(other.locator(".reference-code").first()).toHaveText(number);
      await elsewhere.close();

      await page.goto(`${demo.baseUrl}/pay/order/${order}`);
      const notice = page.locator(".banner");
      await expect(notice).toContainText(open[language]);
      await expect(notice).toContainText(number);
      await expect(notice).toContainText("115.00");
      await expectAccessible(page);
      await keepPicture(page, `open-${method}-invoice-${language}`);
      await notice.getByRole("link").click();

      await page.locator(".reference .cancel-link").click();
      await expect(page.locator("form.payment-form")).toBeVisible();
      await expect(page.locator(".banner")).toContainText(number);
      await keepPicture(page, `open-${method}-other-${language}`);
    });
  }

test("a bill that was paid while its page was away leads to the result as the page is loaded again", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await askForBill(page);
  await page.locator(".pay-button:visible").click();
  await expect(page.locator(".reference")).toBeVisible();
  await page.goto("about:blank");
  const state = Object(await (await fetch(`${demo.simulatorUrl}/_control/state`)).json());
  const bills: { id: string }[] = state.simulators.moyasar.stores.bills.entries;
  const id = bills.find((entry) => JSON.stringify(entry).includes(order))?.id;
  const body = new URLSearchParams({ action: "pay" });
  await fetch(`${demo.simulatorUrl}/moyasar/bank/${id}`, { method: "POST", body, redirect: "manual" });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  // Paid before the page was made, or found out by its first question.
  await expect(page.locator('[data-panel="success"], .banner-paid').first()).toBeVisible();
});

test("a payment page left open says when it expires, and closes; the server decides that", async ({
  page,
  demo,
  books,
  issue,
  language,
}) => {
  const order = await issue({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  await page.clock.install();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  const form = page.locator("form.payment-form");
  await page.locator("#card-nameOnCard").fill("NOURA");
  // The buyer's clock runs ahead: the server says no, and the form stays.
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith(order));
  await page.clock.fastForward("01:01:00");
  expect((await asked).status()).toBe(200);
  await expect(form).toBeVisible();
  await books.expire(order);
  await page.clock.fastForward("02:00");
  const notice = page.getByRole("alert").filter({ has: page.locator('a[href*="/pay/error/expired-qr"]') });
  await expect(notice).toBeVisible();
  await expect(form).toHaveCount(0);
  await expectAccessible(page);
  await keepPicture(page, `time-is-over-${language}`);
  await notice.locator("a").click();
  await expect(page.locator('a.button[href^="tel:"]')).toBeVisible();
});

test("the frame, the simple page and an open bill say when their order expires, too", async ({
  context,
  demo,
  books,
  issue,
  language,
}) => {
  const order = await issue({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  const open = async (name: string): Promise<Page> => {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${demo.baseUrl}/pay/${name}/${order}?lang=${language}`);
    return page;
  };
  const shown = { info: ".reference", simple: "form.payment-form", frame: "form.payment-form" };
  const info = await open("info");
  await askForBill(info);
  await info.locator(".pay-button:visible").click();
  await info.locator(shown.info).waitFor();
  await info.reload();
  const pages = [
    ["info", info],
    ["simple", await open("simple")],
    ["frame", await open("frame")],
  ] as const;
  for (const [name, page] of pages) await expect(page.locator(shown[name])).toBeVisible();
  await books.expire(order);
  for (const [name, page] of pages) {
    await page.clock.fastForward("01:01:00");
    const notice = page.getByRole("alert").filter({ has: page.locator('a[href*="/pay/error/expired-qr"]') });
    await expect(notice, name).toBeVisible();
    await expect(page.locator(shown[name]), name).toHaveCount(0);
    await expectAccessible(page);
    await keepPicture(page, `time-is-over-${name}-${language}`);
  }
});

test("a card without 3-D Secure leads back to the order's own form", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const order = await issue();
  for (const reason of ["expired-qr", "not-allowed-country", "s3d-not-enabled"]) {
    await page.goto(`${demo.baseUrl}/pay/error/${reason}?order=${order}&lang=${language}`);
    await expect(page.locator(".page-header .merchant-logo")).toBeVisible();
    await expect(page.locator(".notice-panel .button").last()).toBeVisible();
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState === "finished"),
    );
    await expectAccessible(page);
    await keepPicture(page, `error-order-${reason}-${language}`);
  }
  await page.locator(".notice-panel .button").click();
  await page.waitForURL(new RegExp(`/pay/info/${order}`));
  await expect(page.locator("form.payment-form")).toBeVisible();
});

async function payInAnotherTab(context: BrowserContext, address: string): Promise<void> {
  const other = await context.newPage();
  await other.goto(address);
  await fillCard(other, { number: "5123456789012346" });
  await other.locator(".pay-button:visible").click();
  await expect(other.locator('[data-panel="success"]')).toBeVisible();
}

/** The tab is shown again. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
}

test("a tab that was left open keeps what was typed while nothing has changed, and shows that the order was paid elsewhere", async ({
  page,
  demo,
  issue,
  context,
}) => {
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await fillCard(page, { number: "5123456789012346" });
  const asked = page.waitForResponse(/\/rest\/pay\/order\//);
  await expect(async () => {
    await comeBack(page);
    await Promise.race([asked, Promise.reject(new Error("not asked yet"))]);
  }).toPass();
  await expect(page.locator("#card-number")).toHaveValue("5123 4567 8901 2346");

  await payInAnotherTab(context, `${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect(async () => {
    await comeBack(page);
    await expect(page.locator(".banner-paid")).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

for (const isFound of [false, true])
  test(`the page of a bill that ${isFound ? "was open already" : "it has just issued"} leads to the result once it is paid, also where the order is looked at first`, async ({
    page,
    demo,
    issue,
    context,
  }) => {
    const order = await issue();
    const address = `${demo.baseUrl}/pay/info/${order}?lang=en`;
    await page.goto(address);
    await askForBill(page);
    await page.locator(".pay-button:visible").click();
    await expect(page.locator(".reference")).toBeVisible();
    if (isFound) await page.reload();
    // What asks for the payment gets no answer, so that only the look at the order finds it.
    const asks = /\/rest\/pay\/checkPaymentStatus/;
    await page.route(asks, (route) => route.abort());
    await payInAnotherTab(context, `${address}&other`);
    await expect(async () => {
      await comeBack(page);
      await page.waitForURL(/\/pay\/displayPayment/, { timeout: 1_000 });
    }).toPass();
    await page.unroute(asks);
    await expect(page.locator('[data-panel="success"]')).toBeVisible();
  });

test("an invoice in a tab that was left open shows that it was paid elsewhere once the server says so, without a look of its own", async ({
  page,
  demo,
  issue,
  context,
}) => {
  const order = await issue();
  const followed = page.waitForRequest(/\/rest\/pay\/orderChanges\//);
  await page.goto(`${demo.baseUrl}/pay/order/${order}?lang=en`);
  await followed;
  await payInAnotherTab(context, `${demo.baseUrl}/pay/info/${order}?lang=en`);
  await expect(page.locator(".banner-paid")).toBeVisible();
});

for (const [path, javaScriptEnabled] of [
  ["info", false],
  ["info", true],
  ["order", false],
] as const)
  test(`the number of an open bill is sent by e-mail ${javaScriptEnabled ? "to a buyer who has come back" : "without scripts"}, and the ${path} page says where to`, async ({
    page,
    demo,
    issue,
    browser,
  }) => {
    const order = await issue();
    await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=ar`);
    await askForBill(page);
    await page.locator(".pay-button:visible").click();
    const number = await page.locator(".reference-code").first().innerText();
    await expect(page.locator(".reference-mail")).toBeVisible();

    const plain = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
    });
    const elsewhere = await plain.newPage();
    await elsewhere.goto(`${demo.baseUrl}/pay/${path}/${order}?lang=ar`);
    const to = `${order.toLowerCase()}@example.com`;
    const form = elsewhere.locator(".reference-mail");
    // A browser takes such an address, and the server does not.
    await form.locator('[type="email"]').fill("noura@example");
    await form.getByRole("button").click();
    await expect(form.locator('[aria-invalid="true"]')).toHaveValue("noura@example");
    await form.locator('[type="email"]').fill(to);
    await form.getByRole("button").click();
    const shown = `${order.toLowerCase().slice(0, 1)}•••@example.com`;
    await expect(form.getByRole("status")).toContainText(shown);
    await expect(form).toBeInViewport();
    const mails = async (): Promise<readonly { readonly text: string }[]> => {
      const answer = await fetch(`${demo.simulatorUrl}/_control/mail?to=${encodeURIComponent(to)}`);
      return ((await answer.json()) as { messages: { text: string }[] }).messages;
    };
    await expect.poll(async () => (await mails()).length).toBe(1);
    expect((await mails())[0]?.text).toContain(number);
    await keepPicture(elsewhere, `reference-mail-${path}-ar`);
    await plain.close();
    // With the scripts, the page of today says the same.
    await page.goto(`${demo.baseUrl}/pay/${path}/${order}?lang=ar`);
    await expect(page.locator(".reference-mail")).toContainText(shown);
    await expectAccessible(page);
  });
