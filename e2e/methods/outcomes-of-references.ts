/** SADAD bills and transfers: the buyer pays at the bank, with numbers from our page. */
import type { ReferenceMethod } from "#methods/allowed.ts";
import { expect } from "../fixtures.ts";
import { kept, press } from "../simulated-providers.ts";
import {
  amountOf,
  type Buyer,
  choose,
  expectPaid,
  type Outcomes,
  openInfo,
  pay,
  payByCard,
  shownIn,
} from "./buyer.ts";

type Bank = {
  readonly id: ReferenceMethod;
  readonly simulator: string;
  readonly store: string;
  readonly fields: Readonly<Record<string, string>>;
};

function outcomesOf(bank: Bank): Outcomes {
  const { id, simulator, store } = bank;
  const ask = async ({ page }: Buyer): Promise<void> => {
    await choose(page, id);
    for (const [field, value] of Object.entries(bank.fields)) await page.locator(`#${field}`).fill(value);
    await pay(page);
  };
  /** Gives the number that the page shows for the bank. */
  const issued = async (buyer: Buyer): Promise<string> => {
    await ask(buyer);
    await expect(buyer.page.locator(".reference h2")).toBeFocused();
    return (await buyer.page.locator('.reference-value[dir="ltr"]').first().textContent()) ?? "";
  };
  const actAtBank = async ({ demo }: Buyer, order: string, action: string): Promise<void> => {
    const [newest] = await kept(demo, { simulator, store }, order);
    await press(demo, `/${simulator}/bank/${newest?.id}`, action);
  };
  /** The buyer comes back to the page from the bank's app: it asks at once, where it was not notified and has led on. */
  const comeBack = ({ page }: Buyer) =>
    page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange"))).catch(() => {});
  const inAnotherWay = ({ page }: Buyer) => page.locator(".reference .cancel-link").click();
  const open = (buyer: Buyer, invoice: object = {}) =>
    openInfo(buyer, { allowedMethods: [id, "creditcard"], ...invoice });
  return {
    paid: shownIn("pay-by-reference.spec.ts", id),
    declined: async (buyer) => {
      await open(buyer, amountOf("499.99"));
      await ask(buyer);
      await expect(buyer.page.locator(".pay-message")).not.toBeEmpty();
      await payByCard(buyer);
    },
    abandoned: async (buyer) => {
      await open(buyer);
      await issued(buyer);
      await inAnotherWay(buyer);
      await payByCard(buyer);
    },
    expired: async (buyer) => {
      const order = await open(buyer);
      const first = await issued(buyer);
      await actAtBank(buyer, order, "expire");
      await inAnotherWay(buyer);
      // The next one has a number of its own.
      expect(await issued(buyer)).not.toBe(first);
      await actAtBank(buyer, order, "pay");
      await comeBack(buyer);
      await expectPaid(buyer);
    },
    late: async (buyer) => {
      const order = await open(buyer);
      await issued(buyer);
      await actAtBank(buyer, order, "pay");
      await comeBack(buyer);
      await expectPaid(buyer);
    },
  };
}

export const outcomesOfReferences = {
  sadad: outcomesOf({
    id: "sadad",
    simulator: "moyasar",
    store: "bills",
    fields: { sadadNationalId: "١٠٠٠٠٠٠٠٠٨" },
  }),
  a2a: outcomesOf({
    id: "a2a",
    simulator: "viban",
    store: "accounts",
    fields: { a2aEmail: "noura@example.com" },
  }),
} satisfies Record<ReferenceMethod, Outcomes>;
