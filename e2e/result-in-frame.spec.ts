/** The result page that another site has put into a frame (Spec 2.5, decision 0051). */
import { expect, test } from "./fixtures.ts";

test("a result inside a page of another site leads out of it, and shows nothing of the order there @phone", async ({
  page,
  demo,
}) => {
  const msg = Buffer.from(JSON.stringify({ orderNumber: demo.orders["paid"] })).toString("base64");
  const result = `${demo.baseUrl}/pay/displayPayment?${new URLSearchParams({ msg, lang: "ar" })}`;
  // Any page of another site: the pretend shop's stands at another host.
  await page.goto(`${demo.simulatorUrl}/shop/${demo.orders["created"]}`);
  await page.evaluate((address) => {
    const frame = document.createElement("iframe");
    frame.id = "in";
    frame.src = address;
    document.body.prepend(frame);
  }, result);
  const framed = page.frameLocator("#in");
  const way = framed.getByRole("link", { name: /عرض نتيجة الدفع/ });
  await expect(way).toBeVisible();
  expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(framed.locator("body")).not.toContainText("متجر النخيل");
  await way.click();
  await page.waitForURL(result);
  await expect(page.locator('[data-panel="success"]')).toBeVisible();
});
