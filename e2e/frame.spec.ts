/**
 * The payment frame inside the page of another site: the simulators' pretend shop, which stands at another host, so
 * that browsers keep cookies and storage from the frame as they would at a merchant's.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { Frame, FrameLocator, Page } from "@playwright/test";
import {
  type Demo,
  expect,
  expectAccessible,
  keepPicture,
  languages,
  seen,
  test,
  watchConsole,
} from "./fixtures.ts";

const words = {
  ar: { success: /اكتملت عملية دفع|تم الدفع بنجاح/, pay: /ادفع/, send: "أرسل رمز التحقق" },
  en: { success: /processed|Paid Successfully/, pay: /^Pay/, send: "Send the code" },
} as const;

function shopAddress(demo: Demo, order: string, query: string): string {
  return `${demo.simulatorUrl}/shop/${order}?${query}`;
}

async function openShop(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address);
  return page.frameLocator("#wasl");
}

async function fillCardIn(frame: FrameLocator, number: string, expiry = "01/39"): Promise<void> {
  await frame.locator("#card-number").fill(number);
  await frame.locator("#card-expiry").fill(expiry);
  await frame.locator("#card-securityCode").fill("100");
  await frame.locator("#card-nameOnCard").fill("NOURA ALOTAIBI");
}

const payByCard = (frame: FrameLocator) => frame.locator(".payment-form .pay-button").click();

const state = (page: Page) => page.locator("#state");

for (const language of languages) {
  test(`U103: a card pays through 3-D Secure without leaving the shop (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    const text = words[language];
    const address = shopAddress(demo, await issue(), `lang=${language}&mc=0f6b5c&b=f3efe8`);
    const frame = await openShop(page, address);
    await expect(frame.locator("#card-number")).toBeVisible();
    await expect(state(page)).toHaveText("form");
    await expectNothingScrolls(frame);
    await keepPicture(page, `frame-in-shop-${language}`);
    await expectAccessible(page);

    await fillCardIn(frame, "5123450000000008");
    await payByCard(frame);
    const bank = page.frameLocator("#wasl").frameLocator("iframe").first();
    await bank.locator('button[value="successful"]').click();
    await expect(seen(frame, text.success)).toBeVisible();
    await expect(state(page)).toHaveText("success");
    expect(page.url()).toBe(address);
    await expect(frame.locator("header")).toHaveCount(0);
    await expect(frame.locator("html")).toHaveAttribute("lang", language);
    await expect(frame.locator("html")).toHaveCSS("background-color", "rgb(243, 239, 232)");
    await keepPicture(page, `frame-result-${language}`);
    await expectAccessible(page);
    expect(watched.problems).toEqual([]);
  });

  test(`STC Pay: the button reveals the mobile, the code pays (${language}) @phone`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    const text = words[language];
    const order = await issue({ allowedMethods: ["stcpay", "mada", "applepay"] });
    const frame = await openShop(page, shopAddress(demo, order, `lang=${language}`));
    await expect(frame.locator("#stcpayMobile")).toHaveCount(0);
    await frame.locator(".frame-wallet-button").click();
    const mobile = frame.locator("#stcpayMobile");
    await expect(mobile).toBeFocused();
    const button = frame.locator(".frame-wallet .pay-button");
    await expect(button).toHaveText(text.send);
    await keepPicture(page, `frame-stcpay-${language}`);
    await expectAccessible(page);
    await button.click();
    await expect(frame.locator("#stcpayOtp")).toBeFocused();
    await expect(mobile).toHaveAttribute("readonly");
    await expect(button).toHaveText(text.pay);
    const code = frame.locator("#stcpayOtp");
    await code.fill("4444");
    await button.click();
    await expect(frame.locator("#stcpayOtp-error")).not.toBeEmpty();
    await expect(code).toBeFocused();
    await code.fill("123456");
    await button.click();
    await expect(seen(frame, text.success)).toBeVisible();
    expect(watched.problems).toEqual([]);
  });
}

test("a bank that says no leads back to the frame as it was @phone", async ({ page, demo, issue }) => {
  const frame = await openShop(page, shopAddress(demo, await issue(), "lang=en&w=340&mc=aa2200"));
  await fillCardIn(frame, "5123450000000008");
  await payByCard(frame);
  await page.frameLocator("#wasl").frameLocator("iframe").first().locator('button[value="failed"]').click();
  await expect(state(page)).toHaveText("declined");
  await frame.getByRole("link", { name: "Try Again" }).click();
  await expect(frame.locator("#card-number")).toBeVisible();
  const width = await frame.locator(".frame-layout").evaluate((main) => getComputedStyle(main).maxInlineSize);
  expect(width).toBe("340px");
});

test("a decline is shown beside the card, a shop with a callback gets the whole window @phone", async ({
  page,
  demo,
  issue,
}) => {
  const callbackUrl = `${demo.simulatorUrl}/mail`;
  const frame = await openShop(page, shopAddress(demo, await issue({ callbackUrl }), "lang=en"));
  await fillCardIn(frame, "5123456789012346", "05/39");
  await payByCard(frame);
  await expect(frame.locator(".pay-section .pay-message")).toHaveText(/declined/);
  await fillCardIn(frame, "5123456789012346");
  await payByCard(frame);
  // Browsers let a frame move the window around it only on a press.
  await frame.locator('a[target="_top"]').click();
  await page.waitForURL(`${callbackUrl}?orderNumber=*&status=PAID&*`);
});

test("terms are ticked in the frame, name and mobile asked for when they are not known @phone", async ({
  page,
  demo,
  issue,
}) => {
  const agreement = { title: "شروط البيع", text: "نص الشروط" };
  const order = await issue({ agreement, client: undefined });
  const frame = await openShop(page, shopAddress(demo, order, "lang=en"));
  await fillCardIn(frame, "5123456789012346");
  await frame.locator("#card-nameOnCard").press("Enter");
  await expect(frame.locator(".toast")).toHaveText("You have to approve this file.");
  await expect(frame.locator("#agreement")).toBeFocused();
  await frame.getByRole("link", { name: "Read the terms of sale" }).click();
  await expect(frame.getByRole("dialog")).toContainText("نص الشروط");
  await frame.getByRole("dialog").getByRole("button").click();
  await frame.locator("#agreement").check();
  await payByCard(frame);
  await expect(frame.locator("#clientName-error")).not.toBeEmpty();
  await expectAccessible(page);
  await frame.locator("#clientName").fill("Noura");
  await frame.locator("#clientMobile").fill("0551234567");
  await payByCard(frame);
  await expect(state(page)).toHaveText("success");
});

test("a digital product asks for the e-mail inside the frame @phone", async ({ page, demo, issue }) => {
  const lines = [{ title: "كتاب", quantity: 1, unitPrice: "39.00", isDigital: true }];
  const frame = await openShop(page, shopAddress(demo, await issue({ lines }), "lang=en"));
  await expect(frame.getByRole("dialog").locator("input").first()).toBeVisible();
});

test("Apple Pay's button says how to use it where there is none @phone", async ({ page, demo, issue }) => {
  const order = await issue({ allowedMethods: ["applepay", "mada"] });
  const frame = await openShop(page, shopAddress(demo, order, "lang=en"));
  await frame.getByRole("button", { name: "How to use Apple Pay" }).click();
  await expect(frame.getByRole("dialog")).toContainText("Safari");
  await frame.getByRole("dialog").getByRole("button", { name: "OK" }).click();
});

test("U103: colours and width by the address; hostile values fall to the defaults @phone", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  const look = async () => ({
    page: await page.locator("html").evaluate((root) => getComputedStyle(root).backgroundColor),
    panel: await page.locator(".frame-panel").evaluate((panel) => getComputedStyle(panel).backgroundColor),
    width: await page.locator(".frame-layout").evaluate((main) => getComputedStyle(main).maxInlineSize),
    top: await page.locator(".frame-layout").evaluate((main) => getComputedStyle(main).paddingBlockStart),
  });
  await page.goto(
    `${demo.baseUrl}/pay/frame/${order}?lang=ar&w=300&ts=24&b=101418&pc=1c232b&tc=fff&mc=ffd54a&bt=000`,
  );
  expect(await look()).toEqual({
    page: "rgb(16, 20, 24)",
    panel: "rgb(28, 35, 43)",
    width: "300px",
    top: "24px",
  });
  await expectAccessible(page);
  await keepPicture(page, "frame-dark");
  const hostile = new URLSearchParams({
    lang: "en",
    w: "9999999",
    ts: "1e9",
    b: "red;}*{display:none",
    pc: "url(https://evil.example)",
    tc: "fff",
    mc: '"><script>document.title="owned"</script>',
    n: "<img src=x onerror=alert(1)>",
  });
  await page.goto(`${demo.baseUrl}/pay/frame/${order}?${hostile}`);
  const white = "rgb(255, 255, 255)";
  expect(await look()).toEqual({ page: white, panel: white, width: "500px", top: "10px" });
  expect(await page.title()).not.toBe("owned");
  await expectAccessible(page);
});

test("the language is switched inside the frame, unless the shop named one @phone", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue();
  const frame = await openShop(page, shopAddress(demo, order, "mc=0f6b5c"));
  await expect(frame.locator("html")).toHaveAttribute("lang", "ar");
  await frame.locator(".language-switch").click();
  await expect(frame.locator("html")).toHaveAttribute("lang", "en");
  await frame.locator(".language-switch").click();
  await expect(frame.locator("html")).toHaveAttribute("lang", "ar");
  await page.goto(shopAddress(demo, order, "lang=ar"));
  await expect(frame.locator("#card-number")).toBeVisible();
  await expect(frame.locator(".language-switch")).toHaveCount(0);
});

test("once origins are registered, no other page may show the frame @phone", async ({
  page,
  demo,
  context,
}) => {
  // Three programs run beside the page.
  test.slow();
  const shop = await openMerchant(demo, new URL(demo.simulatorUrl).origin);
  const order = await shop.issue();
  const address = `${demo.baseUrl}/pay/frame/${order}?lang=en`;
  const registered = await openShop(page, shopAddress(demo, order, "lang=en"));
  await expect(registered.locator("#card-number")).toBeVisible();

  const foreign = await context.newPage();
  await foreign.route("http://foreign.example/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>x</title><iframe id="wasl" src="${address}"></iframe>`,
    }),
  );
  await foreign.goto("http://foreign.example/");
  // What a browser shows instead of a page that may not be framed.
  await expect.poll(() => foreign.frames()[1]?.url()).toMatch(/^chrome-error:/);
  await expect(foreign.frameLocator("#wasl").locator("#card-number")).toHaveCount(0);
  // As a page of its own it is what it is; so are the pages that no site may frame.
  await foreign.goto(address);
  await expect(foreign.locator("#card-number")).toBeVisible();
});

/** A merchant of its own, made by the operator's commands on the running system. */
async function openMerchant(demo: Demo, frameOrigin: string): Promise<{ issue: () => Promise<string> }> {
  const admin = async (...rest: readonly string[]): Promise<string> => {
    const env = { ...process.env, DATA_DIR: process.env["WASL_E2E_DATA_DIR"] ?? "" };
    const args = ["src/cli/wasl.mjs", "admin", ...rest];
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  };
  const username = `framed-${randomUUID().slice(0, 8)}`;
  await admin("create-merchant", username, "متجر الإطار", "shop@framed.example", "+966112345670");
  await admin("set-frame-origins", username, frameOrigin);
  const [apiKey = ""] = (await admin("create-key", username, "e2e")).split("\n");
  return {
    issue: async () => {
      const response = await fetch(`${demo.baseUrl}/api/v1/invoices`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "idempotency-key": randomUUID(),
          "content-type": "application/json",
        },
        body: JSON.stringify({
          client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
          lines: [{ title: "تمر سكري", quantity: 1, unitPrice: "50.00" }],
        }),
      });
      if (response.status !== 201) throw new Error(await response.text());
      return ((await response.json()) as { orderNumber: string }).orderNumber;
    },
  };
}

test("the drop-in script shows the frame as high as its content, and tells the shop each state as an event", async ({
  page,
  demo,
  issue,
}) => {
  const watched = watchConsole(page);
  await page.goto(shopAddress(demo, await issue(), "lang=en&by=script"));
  const frame = page.frameLocator("#pay iframe");
  await expect(frame.locator("#card-number")).toBeVisible();
  await expect(state(page)).toHaveText("form");
  await expectNothingScrolls(frame);
  await fillCardIn(frame, "5123450000000008");
  await payByCard(frame);
  await frame.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await expect(state(page)).toHaveText(/^form .*success$/);
  await page.evaluate("payment.unmount()");
  await expect(page.locator("#pay iframe")).toHaveCount(0);
  expect(watched.problems).toEqual([]);
});

test("the shop's page hears that the time to pay is over, and of an order that is paid already @phone", async ({
  page,
  demo,
  books,
  issue,
}) => {
  const order = await issue({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  await page.clock.install();
  await page.goto(shopAddress(demo, order, "lang=en&by=script"));
  await expect(state(page)).toHaveText("form");
  // The page says so before its form waits for the end.
  await expect(page.frameLocator("#pay iframe").locator("html[data-alive]")).toHaveCount(1);
  await books.expire(order);
  await page.clock.fastForward("01:01:00");
  await expect(state(page)).toHaveText("form closed");
  // The shop takes cash after all: the frame finds it where the buyer comes back to it, and stays a frame.
  await recordCash(demo, order);
  await page.clock.fastForward("00:01:00");
  await frameOf(page).evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await expect(state(page)).toHaveText(/^form closed .*success$/);
  await page.goto(shopAddress(demo, demo.orders["paid"] ?? "", "lang=en&by=script"));
  await expect(state(page)).toHaveText("success");
});

/** The merchant records that all of an order was paid in cash. */
async function recordCash(demo: Demo, orderNumber: string): Promise<void> {
  const address = `${demo.baseUrl}/api/v1/invoices/${orderNumber}`;
  const headers = {
    authorization: `Bearer ${demo.apiKey}`,
    "idempotency-key": randomUUID(),
    "content-type": "application/json",
  };
  const { total } = (await (await fetch(address, { headers })).json()) as { readonly total: string };
  const body = JSON.stringify({ way: "cash", amount: total });
  const response = await fetch(`${address}/payments`, { method: "POST", headers, body });
  if (response.status !== 201) throw new Error(await response.text());
}

function frameOf(page: Page): Frame {
  const [, frame] = page.frames();
  if (!frame) throw new Error("no frame");
  return frame;
}

/** The shop makes the frame as high as it says it is. */
async function expectNothingScrolls(frame: FrameLocator): Promise<void> {
  await expect(async () => {
    const inner = await frame.locator("html").evaluate((root) => [root.scrollHeight, root.clientHeight]);
    expect(inner[0]).toBe(inner[1]);
  }).toPass();
}
