/** Where the lines of a product's description begin: a shop may write it in either language, or in both. */
import { expect, keepPicture, test } from "./fixtures.ts";
import { sell } from "./product-offer.ts";

test.use({ viewport: { width: 360, height: 780 } });

for (const language of ["ar", "en"] as const)
  test(`each line of a description begins at the side of its own language (${language})`, async ({
    page,
    demo,
  }) => {
    const description = "تمر سكري من القصيم\nSukkari dates\nفي علبة هدية";
    const sold = await sell(demo, { product: { description } });
    await page.goto(`${demo.baseUrl}/pay/product/${sold.linkIdentity}?lang=${language}`);
    const paragraph = page.locator(".offer-description");
    await expect(paragraph).toHaveText(description);
    const sides = await paragraph.evaluate((element) => {
      const block = element.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = Array.from(range.getClientRects()).filter(({ width }) => width > 1);
      return lines.map(({ left, right }) => (block.right - right < left - block.left ? "right" : "left"));
    });
    expect(sides).toEqual(["right", "left", "right"]);
    await keepPicture(page, `product-description-${language}`);
  });
