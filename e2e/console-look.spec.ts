/** The theme studio: a picture is enough, the real pages stand beside every setting, and nothing is shown to buyers before it is saved. */
import type { Page } from "@playwright/test";
import { type Demo, expect, expectAccessible, languages, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";
import { picture } from "./picture.ts";

async function read({ baseUrl, apiKey }: Demo, path: string): Promise<Record<string, unknown>> {
  const reply = await fetch(`${baseUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Record<string, unknown>;
}

async function putTheme({ baseUrl, apiKey }: Demo, theme: object): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify(theme);
  const reply = await fetch(`${baseUrl}/api/v1/theme`, { method: "PUT", headers, body });
  expect(reply.status).toBe(200);
}

/** The page that is shown now, not the one that is coming. */
const shown = (page: Page) => page.frameLocator(".look-page:not(.is-coming)");

const property = (page: Page, name: string) => () =>
  shown(page)
    .locator(":root")
    .evaluate((root, asked) => getComputedStyle(root).getPropertyValue(asked), name)
    .catch(() => null);

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("a picture gives logo and colours in two presses, is seen by no buyer before the second, and a third takes them back", async ({
  page,
  ownShop: { owner },
}) => {
  const { problems } = watchConsole(page);
  await openConsole(page, owner, { language: "ar", path: "/shop/look" });
  await expect(shown(page).locator(".shop-bar")).toBeVisible();
  await page
    .locator(".look input[type=file]")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture([120, 20, 90]) });
  await expect.poll(property(page, "--button")).toBe("#78145a");
  await expect(shown(page).locator('img[src^="data:image/"]').first()).toBeVisible();
  expect({ theme: await read(owner, "theme"), logo: await read(owner, "merchant/logo") }).toEqual({
    theme: {},
    logo: { imageId: null, url: null },
  });
  await page.getByRole("button", { name: "حفظ", exact: true }).click();
  await expect(page.getByText("تم الحفظ، ويراه المشترون الآن")).toBeVisible();
  expect(await read(owner, "theme")).toEqual({ primaryColor: "#78145a", showLogo: "merchant" });
  expect((await read(owner, "merchant/logo"))["imageId"]).not.toBeNull();
  await page.getByRole("button", { name: "التراجع" }).click();
  await expect(page.getByText("عاد المظهر كما كان")).toBeVisible();
  expect(await read(owner, "theme")).toEqual({});
  expect((await read(owner, "merchant/logo"))["imageId"]).toBeNull();
  await page.goto(`${owner.person.address}/shop/steps`);
  await expect(page.locator("ol.menu .menu-item")).toHaveCount(6);
  await expectInside(page);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test("what cannot be read is said in words before it is saved, with what pages show, and a press takes that", async ({
  page,
  ownShop: { owner },
}) => {
  await openConsole(page, owner, { language: "en", path: "/shop/look" });
  await page.getByText("Buttons", { exact: true }).click();
  await page.locator("[name=buttonTextColor]").fill("#ffffff");
  await page.locator("[name=primaryColor]").fill("#F5C842");
  const told = page.locator(".look-repair").filter({ hasText: "The button's text cannot be read" });
  await expect(told).toContainText("contrast 1.6, 4.5 is needed");
  await expect(page.getByText("2 colours cannot be read everywhere")).toBeVisible();
  const [proposal = ""] = /#[0-9a-f]{6}/.exec((await told.textContent()) ?? "") ?? [];
  await expect.poll(property(page, "--button")).toBe(proposal);
  await page.getByRole("button", { name: `Use ${proposal}` }).click();
  await expect(page.locator("[name=primaryColor]")).toHaveValue(proposal);
  await expect(told).toHaveCount(0);
  await expectAccessible(page, { except: ".look-page" });
  await expectInside(page);

  // A reload, and another day: the draft is there.
  await page.reload();
  await expect(page.locator("[name=primaryColor]")).toHaveValue(proposal);
  await page.locator("[name=primaryColor]").fill("gold");
  await page.locator("[name=secondaryColor]").click();
  await expect(page.getByText("Type a colour such as")).toBeVisible();
  await page.locator("[name=primaryColor]").fill(proposal);

  // A colleague has saved another setting meanwhile: it stays. The same setting is asked about.
  await putTheme(owner, { textColor: "#101010", primaryColor: "#123456" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Someone else has changed these settings meanwhile")).toBeVisible();
  expect((await read(owner, "theme"))["primaryColor"]).toBe("#123456");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved: buyers see it now")).toBeVisible();
  expect(await read(owner, "theme")).toEqual({
    textColor: "#101010",
    primaryColor: proposal,
    buttonTextColor: "#ffffff",
  });
});

for (const language of languages)
  test(`the buyers' pages are tried in both languages, light and dark, on a phone and at a desk (${language})`, async ({
    page,
    ownShop: { owner },
  }) => {
    const { problems } = watchConsole(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openConsole(page, owner, { language, path: "/shop/look" });
    const which = page.locator(".look-ways select");
    const marks = {
      payment: ".info-head h1",
      invoice: ".invoice-main",
      product: ".product-panel h1",
      paid: "main h1",
      declined: "main h1",
    } as const;
    for (const [name, mark] of Object.entries(marks)) {
      await which.selectOption(name);
      await expect(shown(page).locator(mark).first()).toBeVisible();
    }
    await which.selectOption("payment");
    await expect(shown(page).locator("[data-island=payment] [type=submit]:visible").first()).toBeVisible();
    await expect(shown(page).locator(".order-summary")).toHaveCount(1);
    await page.getByText(language === "ar" ? "ما يراه المشتري" : "What buyers see", { exact: true }).click();
    await page.locator("[name=hideInvoiceSummery]").check();
    await expect(shown(page).locator(".order-summary")).toHaveCount(0);
    const [other, dark, desk] = [0, 1, 2].map((index) => page.locator(".look-ways button").nth(index));
    const surface = property(page, "--surface");
    const light = await surface();
    await dark?.click();
    await expect.poll(surface).not.toBe(light);
    await other?.click();
    await expect(shown(page).locator(":root")).toHaveAttribute("lang", language === "ar" ? "en" : "ar");
    await desk?.click();
    await expect
      .poll(() =>
        shown(page)
          .locator(":root")
          .evaluate(() => innerWidth)
          .catch(() => 0),
      )
      .toBe(1280);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectInside(page);
    await expectAccessible(page, { except: ".look-page" });
    expect(await read(owner, "theme")).toEqual({});
    expect(problems).toEqual([]);
  });

test("the address of a trial shows nothing that was not signed, and no other site frames it", async ({
  demo,
}) => {
  const headers = { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ theme: { primaryColor: "#0f6b5c" } });
  const reply = await fetch(`${demo.baseUrl}/api/v1/theme/preview`, { method: "POST", headers, body });
  const { pages } = (await reply.json()) as { pages: Record<string, string> };
  const address = pages["payment"] ?? "";
  const page = await fetch(`${address}&lang=en`);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("content-security-policy")).toContain(
    `frame-ancestors ${new URL(demo.person.address).origin}`,
  );
  expect(await page.text()).not.toContain("<script");
  for (const forged of [
    address.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
    address.replace("payment", "order"),
    address.split("?")[0] ?? "",
  ])
    expect((await fetch(forged)).status, forged).toBe(404);
});
