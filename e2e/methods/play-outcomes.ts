/** Makes the tests of a table of methods and ends. */
import type { test as Test } from "../fixtures.ts";
import type { Buyer, Outcomes } from "./buyer.ts";

const promises = {
  paid: "pays the invoice",
  declined: "is declined, and the buyer is told why",
  abandoned: "is left by the buyer, who pays by card",
  expired: "runs out, and what is not paid in time takes nothing",
  late: "is answered late: the page waits, offers no second payment, and becomes paid by itself",
} as const satisfies Record<keyof Outcomes, string>;

/** Where an end is played once alone: each method's and each kind of end come to both windows, which change nothing in how it ends. */
const windows = ["@phone", "@desktop"] as const;

/** One test for each end that is not shown elsewhere; after each of them the order's books must agree. */
export function playOutcomes(test: typeof Test, methods: Readonly<Record<string, Outcomes>>): void {
  for (const [place, [method, outcomes]] of Object.entries(methods).entries()) {
    for (const [end, outcome] of (["paid", "declined", "abandoned", "expired", "late"] as const).entries()) {
      const play = outcomes[outcome];
      if (typeof play !== "function") continue;
      const tag = outcome === "paid" ? [] : [windows[(place + end) % windows.length] ?? ""];
      test(`${method} ${promises[outcome]}`, { tag }, async ({ page, demo, language, books, issue }) => {
        const issued: string[] = [];
        const issueOne: Buyer["issue"] = async (invoice) => {
          const order = await issue(invoice);
          issued.push(order);
          return order;
        };
        await play({ page, demo, language, books, issue: issueOne });
        for (const order of issued) await books.agree(demo, order);
      });
    }
  }
}
