/** The gateway's own card fields on the payment page: an installation that takes no card data itself (decision K4). */
import type { Page, Route } from "@playwright/test";
import ar from "#methods/card/strings.ar.json" with { type: "json" };
import en from "#methods/card/strings.en.json" with { type: "json" };
import { expect, expectAccessible, keepPicture, test as shared, watchConsole } from "./fixtures.ts";
import { startSystem } from "./running-system.ts";

const test = shared.extend<object, { readonly dataDir: string }>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's parameters
    async ({}, use) => {
      const system = await startSystem({ WASL_DIRECT_API: "false", DATABASE_URL: undefined }, "made");
      await use(system.dataDir);
      await system.stop();
    },
    { scope: "worker" },
  ],
});

// One worker takes them all: the system is started once for each project.
test.describe.configure({ mode: "default" });

const texts = { ar, en };
const challenged = "5123450000000008";

const typed = {
  number: challenged,
  expiryMonth: "01",
  expiryYear: "39",
  securityCode: "100",
  nameOnCard: "NOURA",
};
type Place = keyof typeof typed;

const field = (page: Page, place: Place) =>
  page.locator(`[data-place="${place}"] iframe`).contentFrame().locator("#field");

const ready = (page: Page) => expect(page.locator('[data-status="ready"]')).toBeVisible();

const pay = (page: Page) => page.locator(".pay-button").click();

async function type(page: Page, changes: Partial<Record<Place, string>> = {}): Promise<void> {
  await ready(page);
  for (const [place, text] of Object.entries({ ...typed, ...changes }))
    await field(page, place as Place).fill(text);
}

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

test("pays through 3-D Secure, and the card is never in our page or on our wire", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const watched = watchConsole(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(demo.baseUrl)) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  const order = await issue();
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
  await type(page);
  await expectAccessible(page);
  await keepPicture(page, `hosted-${language}`);
  expect(await page.content()).not.toContain(challenged);
  await pay(page);
  await page.waitForURL(/get3DPage/);
  await page.frameLocator("iframe").first().locator('button[value="successful"]').click();
  await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);
  await expect(page.locator("[data-panel=success]")).toBeVisible();
  expect(sent.filter((request) => /5123450000000008|5123%20|"cvv"|cardNumber/.test(request))).toEqual([]);
  expect(watched.problems).toEqual([]);
});

test("U57: what is wrong stands at its field, and the right card pays after it (Spec 8)", async ({
  page,
  demo,
  issue,
  language,
}) => {
  const t = texts[language];
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  await type(page, { number: "5123450000000009", expiryMonth: "", expiryYear: "", securityCode: "1" });
  await pay(page);
  for (const [place, text] of [
    ["number", t.cardNumberInvalid],
    ["expiryMonth", t.expiryMonthInvalid],
    ["expiryYear", t.expiryYearInvalid],
    ["securityCode", t.securityCodeInvalid],
  ] as const)
    await expect(page.locator(`[data-place="${place}"] .field-error`)).toHaveText(text);
  await expect(page.locator('[data-place="number"] .field-box')).toHaveAttribute("data-wrong", "");
  await expect(page.locator("dialog.processing[open]")).toHaveCount(0);
  await keepPicture(page, `hosted-wrong-${language}`);
  await type(page, { number: "5123456789012346" });
  await pay(page);
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(page.locator("[data-panel=success]")).toBeVisible();
});

test("a declined card starts a fresh session, and another one pays", async ({
  page,
  demo,
  issue,
  language,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  await type(page, { number: "5123456789012346", expiryMonth: "05" });
  await pay(page);
  await expect(alert(page, language === "ar" ? "رفض البنك" : "declined").first()).toBeVisible();
  await ready(page);
  await expect(field(page, "securityCode")).toHaveValue("");
  await type(page, { number: "5123456789012346" });
  await pay(page);
  await page.waitForURL(/\/pay\/displayPayment/);
});

test("U57: the border of a field turns green while it has the focus, by its label, too (Spec 9)", async ({
  page,
  demo,
  issue,
  language,
}) => {
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  await ready(page);
  const box = (place: Place) => page.locator(`[data-place="${place}"] .field-box`);
  await field(page, "number").focus();
  await expect(box("number")).toHaveCSS("border-color", "rgb(42, 157, 73)");
  // A label leads into the gateway's frame, too.
  await page.locator('label[for="card-nameOnCard"]').click();
  await expect(box("nameOnCard")).toHaveCSS("border-color", "rgb(42, 157, 73)");
  await expect(box("number")).not.toHaveCSS("border-color", "rgb(42, 157, 73)");
});

test("a gateway that does not answer within ten seconds is given up, with the words of Spec 8", async ({
  page,
  demo,
  issue,
  language,
}) => {
  await page.clock.install();
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  await type(page, { nameOnCard: "SILENT" });
  const sent = page.waitForResponse(/\/session\/[^/]+\/fields$/);
  await pay(page);
  await sent;
  await page.clock.runFor(9_000);
  await expect(alert(page, texts[language].providedDataInvalid)).toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(alert(page, texts[language].providedDataInvalid).first()).toBeVisible();
});

for (const [name, key] of [
  ["TIMEOUT", "requestTimeout"],
  ["SYSERR", "systemError"],
] as const) {
  test(`the session status ${key} is shown`, async ({ page, demo, issue, language }) => {
    await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
    await type(page, { nameOnCard: name });
    await pay(page);
    await expect(alert(page, texts[language][key]).first()).toBeVisible();
  });
}

test("a press before the fields are there says so, and a script that fails can be asked for again", async ({
  page,
  demo,
  issue,
  language,
}) => {
  let asked = Promise.withResolvers<Route>();
  await page.route(/session\.js/, (route) => asked.resolve(route));
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  const first = await asked.promise;
  asked = Promise.withResolvers();
  await pay(page);
  await expect(alert(page, texts[language].paymentSessionNotReady).first()).toBeVisible();
  await first.abort();
  await expect(page.locator(".hosted-status")).toHaveText(texts[language].hostedSessionNotInitialized);
  await keepPicture(page, `hosted-failed-${language}`);
  await page.getByRole("button", { name: texts[language].fieldsRetry }).click();
  await (await asked.promise).continue();
  await type(page);
  await pay(page);
  await page.waitForURL(/get3DPage/);
});

test("a press before the code of the fields is there says so, too", async ({
  page,
  demo,
  issue,
  language,
}) => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/hosted-fields-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${demo.baseUrl}/pay/info/${await issue()}?lang=${language}`);
  await expect(page.locator("html[data-alive]")).toHaveCount(1);
  await expect(page.locator('[data-place="number"] label')).toBeVisible();
  await pay(page);
  await expect(alert(page, texts[language].paymentSessionNotReady).first()).toBeVisible();
  letGo();
  await type(page);
});
