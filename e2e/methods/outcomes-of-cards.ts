/** Cards on our page: mada, Visa and Mastercard, American Express. */
import { expect } from "../fixtures.ts";
import {
  amountOf,
  type Buyer,
  choose,
  expectDecline,
  expectExpiredLink,
  expectPaid,
  expectPaidByItself,
  type Outcomes,
  type OutcomesByName,
  openInfo,
  pay,
  payByCard,
  type Reason,
} from "./buyer.ts";

type Card = {
  /** The one name under which an order allows it: a card of another kind is refused. */
  readonly allowed: string;
  readonly panel: "card" | "amex";
  readonly number: string;
  /** Its bank asks on a page of its own. */
  readonly challenged: string;
  readonly securityCode: string;
  /** An amount that its bank declines, and why. */
  readonly decline: readonly [amount: string, reason: Reason];
};

function outcomesOf(card: Card): Outcomes {
  const fill = async ({ page }: Buyer, number: string): Promise<void> => {
    await choose(page, card.panel);
    await page.locator(`#${card.panel}-number`).fill(number);
    await page.locator(`#${card.panel}-expiry`).fill("01/39");
    await page.locator(`#${card.panel}-securityCode`).fill(card.securityCode);
    await page.locator(`#${card.panel}-nameOnCard`).fill("NOURA ALOTAIBI");
  };
  const only = { allowedMethods: [card.allowed] };
  return {
    paid: async (buyer) => {
      await openInfo(buyer, only);
      await fill(buyer, card.number);
      await pay(buyer.page);
      await expectPaid(buyer);
    },
    declined: async (buyer) => {
      const [amount, reason] = card.decline;
      await openInfo(buyer, { ...only, ...amountOf(amount) });
      await fill(buyer, card.number);
      await pay(buyer.page);
      await expectDecline(buyer, reason);
    },
    abandoned: async (buyer) => {
      await openInfo(buyer, { allowedMethods: [card.allowed, "creditcard"] });
      await fill(buyer, card.challenged);
      await pay(buyer.page);
      await buyer.page.waitForURL(/get3DPage/);
      await expect(buyer.page.frameLocator("iframe").first().locator("button").first()).toBeVisible();
      await buyer.page.goBack();
      await payByCard(buyer);
    },
    expired: async (buyer) => {
      const order = await openInfo(buyer, only);
      await fill(buyer, card.number);
      await buyer.books.expire(order);
      await pay(buyer.page);
      await expectExpiredLink(buyer);
    },
    late: async (buyer) => {
      // The bank answers in time for the gateway's books alone.
      const order = await openInfo(buyer, { ...only, ...amountOf("1077.68") });
      await fill(buyer, card.number);
      await expectPaidByItself(buyer, order, { act: () => pay(buyer.page) });
    },
  };
}

export const outcomesOfCards = {
  mada: outcomesOf({
    allowed: "mada",
    panel: "card",
    number: "4860940000000008",
    challenged: "4228180191362993",
    securityCode: "100",
    decline: ["1077.51", "insufficient_funds"],
  }),
  creditcard: outcomesOf({
    allowed: "creditcard",
    panel: "card",
    number: "4440000042200014",
    challenged: "4440000009900010",
    securityCode: "100",
    decline: ["1077.54", "expired_card"],
  }),
  amex: outcomesOf({
    allowed: "amex",
    panel: "amex",
    number: "371881887105009",
    challenged: "371881733404002",
    securityCode: "1000",
    decline: ["1077.65", "limit_exceeded"],
  }),
} satisfies OutcomesByName;
