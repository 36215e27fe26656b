/** What developers of a shop find in the console: webhooks and the outcome of each delivery. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";

const texts = {
  ar: {
    new: "وجهة جديدة",
    wrong: "العنوان غير صحيح",
    test: "إرسال حدث تجريبي",
    answered: "رد خادمك: HTTP 500",
    again: "سيُعاد الإرسال",
    delivered: "سُلّمت",
    redo: "إعادة التسليم",
    off: "متوقفة",
    turnOff: "إيقاف",
  },
  en: {
    new: "New endpoint",
    wrong: "Not an address",
    test: "Send a test event",
    answered: "Your server answered: HTTP 500",
    again: "Will be tried again",
    delivered: "Delivered",
    redo: "Deliver again",
    off: "Off",
    turnOff: "Turn off",
  },
} as const;

/** A shop's receiver that fails until it is fixed. */
async function startReceiver() {
  const receiver = { isBroken: true, ids: [] as string[] };
  const server = createServer((request, response) => {
    receiver.ids.push(String(request.headers["webhook-id"]));
    request.resume();
    response.writeHead(receiver.isBroken ? 500 : 204).end(receiver.isBroken ? "database is down" : "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}/hooks`, receiver },
    close: () => server.close().closeAllConnections(),
  };
}

test.use({ isMobile: false, hasTouch: false });

for (const { language, viewport } of [
  { language: "ar", viewport: { width: 390, height: 844 } },
  { language: "en", viewport: { width: 1280, height: 900 } },
] as const) {
  const t = texts[language];
  test.describe(language, () => {
    test.use({ viewport });

    test("an endpoint is made, its secret shown once, and each failed delivery says why and is delivered again", async ({
      page,
      demo,
    }) => {
      const { problems } = watchConsole(page);
      const { url, receiver, close } = await startReceiver();
      await openConsole(page, demo, { language, path: "/developers/webhooks" });
      await page.getByRole("button", { name: t.new }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator("[name=url]").fill("shop");
      await dialog.locator("[type=submit]").click();
      await expect(dialog.getByText(t.wrong)).toBeVisible();
      await dialog.locator("[name=url]").fill(url);
      await dialog.locator("[value=some]").check();
      // A type that no other test of the shared shop causes: what arrives here is the test event alone.
      await dialog.locator("[name='tax_unit.stopped']").check();
      await expectAccessible(page);
      await dialog.locator("[type=submit]").click();
      await expect(dialog.locator(".made-key")).toHaveText(/^whsec_/);
      await page.keyboard.press("Escape");

      await page.getByRole("link", { name: url }).click();
      await expect(page.locator(".made-key")).toHaveCount(0);
      await page.getByRole("button", { name: t.test }).click();
      const delivery = page.locator("li.card").filter({ has: page.locator(".tries") });
      await expect(delivery).toContainText(t.again);
      await expect(delivery).toContainText(t.answered);
      await delivery.locator("summary").click();
      await expect(delivery.getByText("database is down")).toBeVisible();
      await expect(delivery.getByText("webhook-signature:")).toBeVisible();
      await expectInside(page);
      await expectAccessible(page);

      receiver.isBroken = false;
      await delivery.getByRole("button", { name: t.redo }).click();
      // The first delivery is tried again automatically after five seconds: both may have arrived. All are of this endpoint.
      const arrived = page
        .locator(".tries")
        .locator("..")
        .locator(".chip-paid")
        .filter({ hasText: t.delivered });
      await expect(arrived.first()).toBeVisible();
      expect(new Set(receiver.ids).size, "the id stays the same").toBe(1);

      await page.getByRole("button", { name: t.turnOff }).click();
      await expect(page.locator(".panel .chip").first()).toHaveText(t.off);
      close();
      expect(problems).toEqual([]);
    });
  });
}

test("a refused call of a program is found by its key, and the key says from where it was used", async ({
  page,
  demo,
  language,
}) => {
  const headers = { authorization: `Bearer ${demo.apiKey}` };
  const answer = await fetch(`${demo.baseUrl}/api/v1/refunds/987654321`, { headers });
  expect(answer.status).toBe(404);
  await openConsole(page, demo, { language, path: "/developers" });
  await expectInside(page);
  const opening = page.waitForEvent("popup");
  await page.locator('a[href="/docs"]').click();
  const guide = await opening;
  await expect(guide).toHaveURL(new RegExp(`/docs/${language}$`));
  await expect(guide.locator("h1")).toBeVisible();
  await guide.close();
  const prefix = demo.apiKey.slice(0, "wasl_local_".length + 4);
  const card = page.locator("li.card").filter({ hasText: prefix });
  await expect(card).toContainText("127.0.0.1");
  await card.locator("a[href*=requests]").click();
  await page.getByRole("checkbox").check();
  const entry = page.locator("li.card").filter({ hasText: "/api/v1/refunds/:refundId" }).first();
  await expect(entry).toContainText("GET /api/v1/refunds/:refundId");
  await expect(entry).toContainText(answer.headers.get("x-request-id") ?? "no id");
  await expect(page).toHaveURL(/key=\d+&show=refused/);
  await expectInside(page);
  await expectAccessible(page);
});
