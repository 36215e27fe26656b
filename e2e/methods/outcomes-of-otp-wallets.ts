/** STC Pay, and UR Pay where the code is typed on our page. */
import type { OtpMethod } from "#methods/allowed.ts";
import { listName } from "#test/list-names.ts";
import { expect } from "../fixtures.ts";
import { letHalfAMinutePass } from "../simulated-providers.ts";
import {
  type Buyer,
  choose,
  expectDecline,
  expectPaidByItself,
  type Outcomes,
  type OutcomesByName,
  openInfo,
  pay,
  payByCard,
  shownIn,
} from "./buyer.ts";

function outcomesOf(wallet: OtpMethod): Outcomes {
  const sendCode = async ({ page }: Buyer): Promise<void> => {
    await choose(page, wallet);
    await pay(page);
    await expect(page.locator(`#${wallet}Otp`)).toBeFocused();
  };
  const typeCode = async ({ page }: Buyer, code: string): Promise<void> => {
    await page.locator(`#${wallet}Otp`).fill(code);
    await pay(page);
  };
  const open = (buyer: Buyer) => openInfo(buyer, { allowedMethods: [listName(wallet), "creditcard"] });
  return {
    paid: shownIn("pay-by-wallet.spec.ts", wallet),
    declined: async (buyer) => {
      await open(buyer);
      await sendCode(buyer);
      await typeCode(buyer, "111111");
      await expectDecline(buyer, "insufficient_funds");
      await expect(buyer.page.locator(`#${wallet}Otp`)).toHaveCount(0);
    },
    abandoned: async (buyer) => {
      await open(buyer);
      await sendCode(buyer);
      await payByCard(buyer);
    },
    expired: async (buyer) => {
      await open(buyer);
      await sendCode(buyer);
      await typeCode(buyer, "333333");
      await expectDecline(buyer, "otp_expired");
      // A new one can be had and pays.
      await sendCode(buyer);
    },
    late: async (buyer) => {
      const order = await open(buyer);
      await sendCode(buyer);
      await expectPaidByItself(buyer, order, {
        act: () => typeCode(buyer, "666666"),
        finish: () => letHalfAMinutePass(buyer.demo),
      });
    },
  };
}

/** By the names of merchants' lists. */
export const outcomesOfOtpWallets = {
  stcpay: outcomesOf("stcpay"),
  urpay: outcomesOf("urpay"),
} satisfies OutcomesByName;
