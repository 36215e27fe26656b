/** Names of 200 letters without a space: no page grows sideways, and nothing is cut on a phone. */
import { expect, languages, test } from "./fixtures.ts";

const letters = { ar: "نخيل", en: "Palm" } as const;

for (const language of languages)
  test(`long names of shop, buyer and product break no page (${language})`, async ({ page, demo, issue }) => {
    const name = letters[language].repeat(25);
    const order = await issue({
      client: { name, mobile: "0551234567", countryCode: "SA" },
      lines: [{ title: letters[language].repeat(50), quantity: 2, unitPrice: "50.00", vatRate: "15" }],
      note: letters[language].repeat(50),
    });
    // The shop of the demo is shared: its name is made long on the way to this browser alone.
    await page.route(`${demo.baseUrl}/pay/**`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll("متجر النخيل", letters[language].repeat(50));
      await route.fulfill({ response, body });
    });
    const msg = Buffer.from(JSON.stringify({ orderNumber: order })).toString("base64");
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      for (const path of [
        `order/${order}`,
        `info/${order}`,
        `print/${order}`,
        `simple/${order}`,
        `frame/${order}`,
        `applePay/${order}`,
        `displayPayment?${new URLSearchParams({ msg })}&`,
      ]) {
        await page.goto(`${demo.baseUrl}/pay/${path}${path.includes("?") ? "" : "?"}lang=${language}`);
        for (const details of await page.locator("details:visible").all())
          await details.evaluate((one) => one.setAttribute("open", ""));
        await expect(page.locator("main")).toContainText(letters[language].repeat(50));
        const sticking = await page.evaluate(() => {
          const isOut = (one: Element): boolean => {
            const { left, right, width: wide } = one.getBoundingClientRect();
            return wide > 1 && (left < -1 || right > window.innerWidth + 1);
          };
          // A name that ends in dots is as wide as it is written, within a box that cuts it.
          const isCut = (one: Element): boolean =>
            one.parentElement !== null &&
            (getComputedStyle(one.parentElement).overflowX !== "visible"
              ? !isOut(one.parentElement)
              : isCut(one.parentElement));
          return [...document.querySelectorAll("body *")]
            .filter((one) => one.checkVisibility() && !one.closest("dialog, svg, .skip-link"))
            .filter((one) => isOut(one) && !isCut(one))
            .map((one) => one.outerHTML.slice(0, 80));
        });
        expect(sticking, `${path} ${width}`).toEqual([]);
      }
    }
  });
