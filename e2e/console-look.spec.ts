/** Logo and colours in the console: a picture is enough, the real page stands beside it, and one press brings back what was. */
import type { Page } from "@playwright/test";
import { type Demo, expect, expectAccessible, test, watchConsole } from "./fixtures.ts";
import { expectInside, openConsole } from "./open-console.ts";
import { picture } from "./picture.ts";

async function read({ baseUrl, apiKey }: Demo, path: string): Promise<Record<string, unknown>> {
  const reply = await fetch(`${baseUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(reply.status).toBe(200);
  return (await reply.json()) as Record<string, unknown>;
}

async function put({ baseUrl, apiKey }: Demo, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const reply = await fetch(`${baseUrl}/api/v1/${path}`, {
    method: "PUT",
    headers,
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

const rootOfPage = (page: Page) => page.frameLocator(".look-page").locator(":root");

test.use({ viewport: { width: 390, height: 844 }, isMobile: false, hasTouch: false });

test("a picture gives logo and colours in two presses, on the real page in both schemes, and a third takes them back", async ({
  page,
  demo,
}) => {
  const { problems } = watchConsole(page);
  const before = { theme: await read(demo, "theme"), logo: await read(demo, "merchant/logo") };
  await openConsole(page, demo, { language: "ar", path: "/shop" });
  await page.getByRole("link", { name: "الشعار والألوان" }).click();
  await expect(page.locator(".look-page")).toBeVisible();
  try {
    await page
      .locator(".look input[type=file]")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture([120, 20, 90]) });
    const undo = page.getByRole("button", { name: "التراجع" });
    await expect(undo).toBeEnabled();
    await expect.poll(async () => (await read(demo, "theme"))["primaryColor"]).toBe("#78145a");
    await expect
      .poll(() => rootOfPage(page).evaluate((root) => getComputedStyle(root).getPropertyValue("--button")))
      .toBe("#78145a");
    const surface = () =>
      rootOfPage(page).evaluate((root) => getComputedStyle(root).getPropertyValue("--surface"));
    const light = await surface();
    await page.getByRole("button", { name: "داكن" }).click();
    await expect.poll(surface).not.toBe(light);
    await expect(rootOfPage(page)).toHaveAttribute("lang", "ar");
    await page.getByRole("button", { name: "الإنجليزية" }).click();
    await expect(rootOfPage(page)).toHaveAttribute("lang", "en");
    await expectInside(page);
    // The page in the frame runs no script, that of the checker neither; it is checked where buyers open it.
    await expectAccessible(page, ".look-page");
    await undo.click();
    await expect(undo).toHaveCount(0);
    expect({ theme: await read(demo, "theme"), logo: await read(demo, "merchant/logo") }).toEqual(before);
  } finally {
    await put(demo, "theme", before.theme);
    await put(demo, "merchant/logo", { imageId: before.logo["imageId"] });
  }
  await page.goto(`${demo.person.address}/shop/steps`);
  await expect(page.locator(".ring")).toBeVisible();
  await expect(page.locator("ol.menu .menu-item")).toHaveCount(6);
  await expectInside(page);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
