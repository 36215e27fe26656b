/** The test page of 3-D Secure: each case in one press. */
import { expect, expectAccessible, keepPicture, languages, test, watchConsole } from "./fixtures.ts";

for (const language of languages) {
  test(`every case can be tried on one page, and the last one pays (${language})`, async ({
    page,
    demo,
    issue,
  }) => {
    const watched = watchConsole(page);
    const address = `${demo.baseUrl}/pay/info3/${await issue()}?lang=${language}`;
    await page.goto(address);
    await keepPicture(page, `info3-${language}`);
    await expectAccessible(page);
    const receipt = page.waitForRequest((request) => request.method() === "PUT");
    await page.locator('[data-case="failed"]').click();
    expect(Object.keys((await receipt).postDataJSON() as object)).toEqual(["apiResponse"]);
    expect((await (await receipt).response())?.status()).toBe(200);
    await expect(page.getByRole("alert").first()).not.toBeEmpty();

    await page.locator('[data-case="challenge"]').click();
    await page.waitForURL(/get3DPage/);
    await page.frameLocator("iframe").first().locator('button[value="failed"]').click();
    await page.waitForURL(/\/pay\/(process3DSecure|displayPayment)/);

    await page.goto(address);
    await page.locator('[data-case="frictionless"]').click();
    await page.waitForURL(/\/pay\/displayPayment/);
    await page.goto(address);
    await expect(page.locator("[data-case]")).toHaveCount(0);
    expect(watched.problems).toEqual([]);
  });
}

test("a card without 3-D Secure is refused with that reason", async ({ page, demo, issue }) => {
  await page.goto(`${demo.baseUrl}/pay/info3/${await issue()}?lang=en`);
  await page.locator('[data-case="notEnrolled"]').click();
  await page.waitForURL(/\/pay\/error\/s3d-not-enabled/);
});
