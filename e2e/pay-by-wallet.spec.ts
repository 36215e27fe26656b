/** Each wallet with a code in the browser: the mobile, the code, what may go wrong with it, and the way to the result. */
import { otpMethods } from "#methods/allowed.ts";
import { listName } from "#test/list-names.ts";
import { wrongCode } from "#test/otp-services.ts";
import {
  editPayer,
  expect,
  expectAccessible,
  keepPicture,
  languages,
  seen,
  test,
  watchConsole,
} from "./fixtures.ts";

const words = {
  ar: {
    pay: /ادفع/,
    send: "أرسل رمز التحقق",
    wrong: /رمز التحقق غير صحيح/,
    success: /اكتملت عملية دفع|تم الدفع بنجاح/,
  },
  en: {
    pay: /^Pay/,
    send: "Send the code",
    wrong: /The code is not right/,
    success: /processed|Paid Successfully/,
  },
} as const;

for (const language of languages) {
  for (const id of otpMethods) {
    test(`${id}: a wrong code is typed again, and the right one pays (${language})`, async ({
      page,
      demo,
      issue,
    }) => {
      const watched = watchConsole(page);
      const text = words[language];
      const order = await issue({ allowedMethods: [listName(id), "mada"] });
      await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=${language}`);
      await page.locator(`input[name="method"][value="${id}"]`).check();
      const mobile = page.locator(`#${id}Mobile`);
      const code = page.locator(`#${id}Otp`);
      const button = page.locator('button[type="submit"]:visible');
      await expect(mobile).toHaveValue("551234567");
      await expect(button).toHaveText(text.send);
      await keepPicture(page, `${id}-mobile-${language}`);

      await button.click();
      await expect(code).toBeFocused();
      await expect(mobile).toHaveAttribute("readonly");
      await expect(code).toHaveAttribute("placeholder", "XXXXXX");
      await expect(button).toHaveText(text.pay);
      await keepPicture(page, `${id}-code-${language}`);
      await expectAccessible(page);

      await code.fill(wrongCode);
      await button.click();
      await expect(page.locator(`#${id}Otp-error`)).toHaveText(text.wrong);
      await expect(code).toBeFocused();
      await expect(code).toHaveValue("");
      await expect(button).toHaveText(text.pay);
      await keepPicture(page, `${id}-wrong-${language}`);

      await code.pressSequentially("١٢٣٤٥٦");
      await expect(code).toHaveValue("123456");
      await code.press("Enter");
      await page.waitForURL(/\/pay\/displayPayment/);
      await expect(seen(page, text.success)).toBeVisible();
      expect(watched.problems).toEqual([]);
    });
  }
}

test("an empty mobile is asked for in a toast, and the wallet's mobile is the buyer's own when that is empty", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({
    allowedMethods: ["stcpay"],
    client: { name: "Noura", mobile: "0551234567", countryCode: "SA" },
  });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator("#stcpayMobile").fill("");
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator(".toast")).toHaveText("Please enter stcpay mobile number");
  await expect(page.locator("#stcpayMobile-error")).toHaveText("Please provide a mobile number");
  await editPayer(page);
  await page.locator("#clientMobile").fill("");
  await page.locator("#stcpayMobile").fill("0512345678");
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator("#stcpayOtp")).toBeVisible();
  await expect(page.locator("#clientMobile")).toHaveValue("+966512345678");
});

test("a mobile without a wallet is shown below the mobile; a changed one gets a code", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["stcpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator("#stcpayMobile").fill("500000008");
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator("#stcpayMobile-error")).toHaveText(
    "There is no STC Pay wallet with this mobile number.",
  );
  await expect(page.locator("#stcpayMobile")).toBeFocused();
  await page.locator("#stcpayMobile").fill("0512345678");
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator("#stcpayOtp")).toBeFocused();
  await page.getByRole("button", { name: "Change the mobile number" }).click();
  await expect(page.locator("#stcpayOtp")).toHaveCount(0);
  await expect(page.locator("#stcpayMobile")).toBeFocused();
  await expect(page.locator("#stcpayMobile")).not.toHaveAttribute("readonly");
  await expect(page.locator('button[type="submit"]:visible')).toHaveText("Send the code");
});

test("another code can be asked for after a while, and pays", async ({ page, demo, issue }) => {
  await page.clock.install();
  const order = await issue({ allowedMethods: ["urpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator("#urpayMobile").fill("500000001");
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator("#urpayOtp")).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page.locator("#urpayOtp")).toBeFocused();
  await expect(page.getByRole("button", { name: "Send a new code" })).toHaveCount(0);
  await page.locator("#urpayOtp").fill("12");
  await page.clock.runFor(31_000);
  await page.getByRole("button", { name: "Send a new code" }).click();
  await expect(page.getByText(/You can ask for a new one in/)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page.locator("#urpayOtp")).toHaveValue("");
  await page.locator("#urpayOtp").fill("123456");
  await page.locator('button[type="submit"]:visible').click();
  await page.clock.resume();
  await page.waitForURL(/\/pay\/displayPayment/);
});

test("the code's step belongs to its wallet: another method's button still sends one", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["stcpay", "urpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator("#stcpayOtp")).toBeFocused();
  await page.locator('input[name="method"][value="urpay"]').check();
  await expect(page.locator('button[type="submit"]:visible')).toHaveText("Send the code");
  await page.locator('input[name="method"][value="stcpay"]').check();
  await expect(page.locator('button[type="submit"]:visible')).toHaveText(/^Pay SAR\s115\.00$/);
  await page.locator("#stcpayOtp").fill("111111");
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator(".pay-message")).toHaveText(/not enough/);
  await expect(page.locator("#stcpayOtp")).toHaveCount(0);
  await expect(page.locator('button[type="submit"]:visible')).toHaveText("Send the code");
});

test("an answer that is lost after the code says that the payment is being checked, then finds it", async ({
  page,
  demo,
  issue,
}) => {
  const order = await issue({ allowedMethods: ["stcpay"] });
  await page.goto(`${demo.baseUrl}/pay/info/${order}?lang=en`);
  await page.locator('button[type="submit"]:visible').click();
  await expect(page.locator("#stcpayOtp")).toBeFocused();
  await page.locator("#stcpayOtp").fill("444444");
  await page.locator('button[type="submit"]:visible').click();
  await page.waitForURL(/\/pay\/displayPayment/);
  await expect(seen(page, /processed|Paid Successfully/)).toBeVisible({ timeout: 30_000 });
});
