/** SADAD bills and transfers: the buyer pays at the bank, with numbers from our page. */
import type { ReferenceMethod } from "#methods/allowed.ts";
import { listName } from "#test/list-names.ts";
import { referenceServices } from "#test/reference-services.ts";
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

function outcomesOf(id: ReferenceMethod): Outcomes {
  const { simulator, store, typed } = referenceServices[id];
  const ask = async ({ page }: Buyer): Promise<void> => {
    await choose(page, id);
    for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
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
    openInfo(buyer, { allowedMethods: [listName(id), "creditcard"], ...invoice });
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
      await comeBack(buyer);
      await expect(buyer.page.locator(".reference")).toHaveCount(0);
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
  sadad: outcomesOf("sadad"),
  a2a: outcomesOf("a2a"),
} satisfies Record<ReferenceMethod, Outcomes>;
