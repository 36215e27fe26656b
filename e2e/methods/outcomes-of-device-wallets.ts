/** Apple Pay, with the stand-in for the device, and Google Pay, with the simulator's script and sheet. */
import type { WalletMethod } from "#methods/allowed.ts";
import { installApplePaySession } from "#test/browser/apple-pay-session.ts";
import { expect } from "../fixtures.ts";
import {
  amountOf,
  type Buyer,
  expectDecline,
  expectExpiredLink,
  expectPaidByItself,
  openInfo,
  payByCard,
  shownIn,
  shownOnPages,
  type WalletOutcomes,
} from "./buyer.ts";
import { pressInSheet } from "./google-pay-sheet.ts";

const slowBank = amountOf("1077.68");

/** The page says so where the buyer sees it, however far below the button that is. */
async function expectClosed({ page }: Buyer, wallet: string): Promise<void> {
  const message = page.locator(".pay-message p");
  await expect(message).toContainText(wallet);
  await expect(message).toBeInViewport({ ratio: 0.9 });
}

async function openApplePay(buyer: Buyer, invoice: object = {}): Promise<string> {
  await buyer.page.addInitScript(installApplePaySession, {});
  return await openInfo(buyer, { allowedMethods: ["applepay", "creditcard"], ...invoice });
}

async function openSheet({ page }: Buyer): Promise<void> {
  await page.getByRole("button", { name: "Apple Pay" }).click();
  await expect.poll(() => page.evaluate(() => window.applePayDevice.isOpen())).toBe(true);
}

async function approve(buyer: Buyer): Promise<void> {
  await openSheet(buyer);
  await buyer.page.evaluate(() => window.applePayDevice.approve());
}

const applePay: WalletOutcomes = {
  paid: shownOnPages("applepay", {
    info: "methods/applepay.spec.ts",
    simple: "simple-page.spec.ts",
    frame: "checklist/wallets.spec.ts",
    applePay: "methods/applepay.spec.ts",
  }),
  declined: shownIn("methods/applepay.spec.ts", "applepay"),
  abandoned: async (buyer) => {
    await openApplePay(buyer);
    await openSheet(buyer);
    await buyer.page.evaluate(() => window.applePayDevice.dismiss());
    await expectClosed(buyer, "Apple Pay");
    await payByCard(buyer);
  },
  expired: async (buyer) => {
    const order = await openApplePay(buyer);
    await openSheet(buyer);
    await buyer.books.expire(order);
    await buyer.page.evaluate(() => window.applePayDevice.approve());
    await expectExpiredLink(buyer);
  },
  late: async (buyer) => {
    const order = await openApplePay(buyer, slowBank);
    await expectPaidByItself(buyer, order, { act: () => approve(buyer) });
  },
};

const googlePayOrder = { allowedMethods: ["googlepay", "creditcard"] };

/** Opens the sheet and presses one of its buttons; by number, because their texts differ by language. */
async function choose({ page }: Buyer, button: "device" | "deviceDeclined" | "close"): Promise<void> {
  const opened = page.waitForEvent("popup");
  await page.frameLocator(".google-pay-frame").getByRole("button", { name: "Google Pay" }).click();
  const buttons = (await opened).getByRole("button");
  await expect(buttons.first()).toBeVisible();
  await pressInSheet(button === "close" ? buttons.last() : buttons.nth(button === "device" ? 0 : 1));
}

const googlePay: WalletOutcomes = {
  paid: shownOnPages("googlepay", { info: "methods/googlepay.spec.ts" }),
  declined: async (buyer) => {
    await openInfo(buyer, googlePayOrder);
    await choose(buyer, "deviceDeclined");
    await expectDecline(buyer, "card_declined");
  },
  abandoned: async (buyer) => {
    await openInfo(buyer, googlePayOrder);
    await choose(buyer, "close");
    await expectClosed(buyer, "Google Pay");
    await payByCard(buyer);
  },
  expired: async (buyer) => {
    const order = await openInfo(buyer, googlePayOrder);
    await buyer.books.expire(order);
    await choose(buyer, "device");
    await expectExpiredLink(buyer);
  },
  late: async (buyer) => {
    const order = await openInfo(buyer, { ...googlePayOrder, ...slowBank });
    await expectPaidByItself(buyer, order, { act: () => choose(buyer, "device") });
  },
};

export const outcomesOfDeviceWallets = {
  applepay: applePay,
  googlepay: googlePay,
} satisfies Readonly<Record<WalletMethod, WalletOutcomes>>;
