/** UR Pay through Al Rajhi's gateway (decision K18): the code is typed on the bank's page. */
import { expect } from "../fixtures.ts";
import { kept, letHalfAMinutePass, press } from "../simulated-providers.ts";
import {
  type Buyer,
  expectPaid,
  expectPaidByItself,
  type Outcomes,
  openInfo,
  pay,
  payByCard,
  choose as select,
  tryAgainAfter,
} from "./buyer.ts";

const open = (buyer: Buyer) => openInfo(buyer, { allowedMethods: ["urpay", "creditcard"] });

async function visit({ page }: Buyer): Promise<void> {
  await select(page, "urpay");
  await pay(page);
  await page.waitForURL(/\/pg\/URPaypage/);
  await expect(page.locator("#otp")).toBeVisible();
}

async function typeCode({ page }: Buyer, code: string): Promise<void> {
  await page.locator("#otp").fill(code);
  await page.locator('button[value="pay"]').click();
}

export const outcomesOfUrpayPage: Outcomes = {
  paid: async (buyer) => {
    await open(buyer);
    await visit(buyer);
    await typeCode(buyer, "000000");
    await expect(buyer.page.getByRole("alert")).not.toBeEmpty();
    await typeCode(buyer, "123456");
    await expectPaid(buyer);
  },
  declined: async (buyer) => {
    await open(buyer);
    await visit(buyer);
    await typeCode(buyer, "222222");
    await tryAgainAfter(buyer, "limit_exceeded");
  },
  abandoned: async (buyer) => {
    const order = await open(buyer);
    await visit(buyer);
    await buyer.page.locator('button[value="cancel"]').click();
    await tryAgainAfter(buyer, { unpaid: order });
    await visit(buyer);
    await buyer.page.goBack();
    await payByCard(buyer);
  },
  expired: async (buyer) => {
    const order = await open(buyer);
    await visit(buyer);
    const place = { simulator: "arb", store: "pages" };
    const [page] = await kept(buyer.demo, place, order);
    await press(buyer.demo, `/arb/desk/${page?.["trackId"]}`, "expire");
    await typeCode(buyer, "123456");
    // The bank's page has expired and leads nowhere: the buyer goes back.
    await expect(buyer.page.locator("#otp")).toHaveCount(0);
    await buyer.page.goto(`${buyer.demo.baseUrl}/pay/info/${order}`);
    await payByCard(buyer);
  },
  late: async (buyer) => {
    const order = await open(buyer);
    await visit(buyer);
    await expectPaidByItself(buyer, order, {
      act: () => typeCode(buyer, "666666"),
      finish: () => letHalfAMinutePass(buyer.demo),
      isSoft: true,
    });
  },
};
