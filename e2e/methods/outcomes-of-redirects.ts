/** Each method that continues on a page of the provider: the buyer chooses there and comes back. */
import { type RedirectMethod, redirectMethods } from "#methods/allowed.ts";
import { listName } from "#test/list-names.ts";
import { redirectServices } from "#test/redirect-services.ts";
import { kept, press } from "../simulated-providers.ts";
import {
  type Buyer,
  choose,
  expectPaidByItself,
  type Outcomes,
  openInfo,
  pay,
  payByCard,
  type Reason,
  shownIn,
  tryAgainAfter,
} from "./buyer.ts";

type Service = {
  /** Where the simulator keeps what its desk has. */
  readonly store: string;
  /** What the desk's address calls such an entry (`/<id>/desk/<that>`): the provider's own id of it, never our reference. */
  readonly deskId: (entry: object) => string;
  /** The page's button of a buyer who is declined, and what the buyer sees. */
  readonly decline: readonly [choice: string, reason: Reason];
  /** Where the service sends an approved buyer, from what its simulator keeps. */
  readonly returnAddress: (entry: object) => string;
};

function outcomesOf(id: RedirectMethod, service: Service): Outcomes {
  const { typed } = redirectServices[id];
  const visit = async ({ page }: Buyer): Promise<void> => {
    await choose(page, id);
    for (const [field, value] of Object.entries(typed)) await page.locator(`#${field}`).fill(value);
    await pay(page);
    await page.waitForURL(/\/checkout/);
  };
  const leaveBy = async ({ page }: Buyer, choice: string): Promise<void> => {
    await page.locator(`button[value="${choice}"]`).click();
  };
  const open = (buyer: Buyer) => openInfo(buyer, { allowedMethods: [listName(id), "creditcard"] });
  return {
    paid: shownIn("methods/redirects.spec.ts", id),
    declined: async (buyer) => {
      const [choice, reason] = service.decline;
      await open(buyer);
      await visit(buyer);
      await leaveBy(buyer, choice);
      await tryAgainAfter(buyer, reason);
    },
    abandoned: async (buyer) => {
      await open(buyer);
      await visit(buyer);
      await leaveBy(buyer, "cancel");
      await tryAgainAfter(buyer, "cancelled_by_buyer");
      await visit(buyer);
      // Without a word to the service, too.
      await buyer.page.goBack();
      await payByCard(buyer);
    },
    expired: async (buyer) => {
      await open(buyer);
      await visit(buyer);
      await leaveBy(buyer, "expire");
      await tryAgainAfter(buyer, "cancelled_by_buyer");
      await payByCard(buyer);
    },
    late: async (buyer) => {
      const order = await open(buyer);
      await visit(buyer);
      const [entry = {}] = await kept(buyer.demo, { simulator: id, store: service.store }, order);
      await expectPaidByItself(buyer, order, {
        // The browser is faster than the service's decision.
        act: async () => void (await buyer.page.goto(service.returnAddress(entry))),
        finish: () => press(buyer.demo, `/${id}/desk/${service.deskId(entry)}`, "approve"),
        isSoft: true,
      });
    },
  };
}

const services: Readonly<Record<RedirectMethod, Service>> = {
  tamara: {
    store: "orders",
    deskId: (entry) => Object(entry).orderId,
    decline: ["decline", "rejected_by_provider"],
    returnAddress: (entry) => `${Object(entry).urls.success}?paymentStatus=approved`,
  },
  tabby: {
    store: "payments",
    deskId: (entry) => Object(entry).id,
    decline: ["reject", "rejected_by_provider"],
    returnAddress: (entry) => Object(entry).urls.success,
  },
};

export const outcomesOfRedirects = Object.fromEntries(
  redirectMethods.map((id) => [id, outcomesOf(id, services[id])]),
) as Record<RedirectMethod, Outcomes>;
