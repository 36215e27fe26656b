/**
 * Payments on a device: allowed once, sent to its push service, turned off again. The service is the test's own; what the worker shows is in
 * src/server/console/push-worker.test.ts.
 */
import { demoCaller } from "#cli/demo-caller.ts";
import { startPushService } from "#test/push-service.ts";
import { expect, expectAccessible, keepPicture, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole, windows } from "./open-console.ts";

const texts = {
  ar: {
    turnOn: "إظهار الدفعات على هذا الجهاز",
    turnOff: "إيقاف",
    title: "تم دفع فاتورة",
    this: "هذا الجهاز",
  },
  en: {
    turnOn: "Show payments on this device",
    turnOff: "Turn off",
    title: "An invoice was paid",
    this: "This device",
  },
} as const;

for (const [language, window] of [
  ["ar", "phone"],
  ["en", "desk"],
] as const)
  test.describe(`${language}, ${window}`, () => {
    const t = texts[language];
    test.use({ viewport: windows[window], isMobile: false, hasTouch: false });

    test("a device that asks is shown a payment, and none after it was turned off", async ({
      page,
      ownShop: { owner },
    }) => {
      test.slow();
      const { problems } = watchConsole(page);
      await using service = await startPushService();
      const { origin } = new URL(owner.person.address);
      await page.exposeFunction("subscribeAtService", (key: string) => service.subscribe(key));
      // Without a window the browser has no push service and allows no notices; what the console asks it goes to ours.
      await page.addInitScript(() => {
        Object.defineProperty(Notification, "permission", { get: () => "granted" });
        Notification.requestPermission = async () => "granted";
        let made: PushSubscription | null = null;
        const own = globalThis as unknown as {
          subscribeAtService: (key: string) => Promise<PushSubscriptionJSON>;
        };
        PushManager.prototype.getSubscription = async () => made;
        PushManager.prototype.subscribe = async (options) => {
          const key = String(options?.applicationServerKey);
          const given = await own.subscribeAtService(key);
          const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
            one.charCodeAt(0),
          );
          made = {
            endpoint: given.endpoint,
            options: { applicationServerKey: bytes.buffer },
            toJSON: () => given,
            unsubscribe: async () => true,
          } as unknown as PushSubscription;
          return made;
        };
      });
      await openConsole(page, owner, { language, path: "/account" });
      const section = page.locator("section[aria-labelledby=push]");
      await section.getByRole("button", { name: t.turnOn }).click();
      await expect(section.locator("li.card .chip")).toBeVisible();
      await expectInside(page);
      await expectAccessible(page);
      await keepPicture(page, `console-push-${language}`);

      const caller = demoCaller(owner.baseUrl, owner.apiKey);
      const sell = async (): Promise<string> => {
        const orderNumber = await caller.issue({
          lines: [{ title: "تمر", quantity: 1, unitPrice: "100.00" }],
        });
        await caller.pay(orderNumber, {});
        return orderNumber;
      };
      const orderNumber = await sell();
      await expect.poll(() => service.messages.length).toBe(1);
      const [message] = service.messages;
      expect(message?.content).toMatchObject({ title: t.title, lang: language, tag: `paid-${orderNumber}` });

      const worker = await page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        return active && { address: active.scriptURL, controls: navigator.serviceWorker.controller !== null };
      });
      expect(worker, "the worker is there, and no request of the screens goes through it").toEqual({
        address: `${origin}/push-worker.js`,
        controls: false,
      });

      await section.getByRole("button", { name: t.turnOff }).click();
      await expect(section.locator("li.card")).toHaveCount(0);
      await sell();
      const watched = await fetch(`${owner.baseUrl}/api/v1/invoices?limit=1&status=PAID`, {
        headers: { authorization: `Bearer ${owner.apiKey}` },
      });
      expect(watched.status).toBe(200);
      expect(service.messages.length).toBe(1);
      expect(problems).toEqual([]);
    });
  });
