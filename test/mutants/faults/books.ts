/** Faults that part what belongs together: a refund from its order, a key from its call. */
import type { Mutant } from "../mutant.ts";

export const books: readonly Mutant[] = [
  {
    id: "refund-in-two",
    kind: "books",
    what: "a refund is marked in one transaction and booked in the next",
    file: "src/server/payments/refund.ts",
    search: `    if (to === "refunded") await bookRefund(services, trx, order, after);
    return after;
  });`,
    replace: `    return to === "refunded" ? { ...after, isMade: order.id > 0 } : after;
  }).then(async (after) => {
    if ("isMade" in after)
      await runInTransaction(services.db.kysely, async (trx) =>
        bookRefund(services, trx, await lockOrder(trx, after.order_id), after),
      );
    return after;
  });`,
    tests: ["src/server/payments/refund.test.ts"],
  },
  {
    id: "idempotency-path",
    kind: "books",
    what: "an idempotency key is compared without the path of its call",
    file: "src/server/merchant-api/idempotency.ts",
    search: 'const path = request.url.split("?", 1)[0];',
    replace: 'const path = request.url.split("/", 1)[0];',
    tests: ["src/server/merchant-api/idempotency.test.ts"],
  },
  {
    id: "aged-in-doubt",
    kind: "books",
    what: "a buyer is erased for age while money of the order is in doubt",
    file: "src/server/privacy/erase-by-age.ts",
    search: "and (a.state = any(",
    replace: "and (a.state = 'captured' and a.state = any(",
    tests: ["src/server/privacy/erase-by-age.test.ts"],
  },
  {
    id: "aged-by-birth",
    kind: "books",
    what: "the age of an order counts from its issue, whatever happened since",
    file: "src/server/privacy/erase-by-age.ts",
    search: "and o.created_at < period.start and o.updated_at < period.start",
    replace: "and o.created_at < period.start",
    tests: ["src/server/privacy/erase-by-age.test.ts"],
  },
  {
    id: "surplus-told-as-refund",
    kind: "books",
    what: "a declined refund of surplus is told to the shop as one of the order's own money",
    file: "src/server/payments/book-refund.ts",
    search: 'refund.is_surplus ? "surplus_refund"',
    replace: 'refund.amount < 0 ? "surplus_refund"',
    tests: ["src/server/payments/declined-refund.test.ts"],
  },
  {
    id: "declined-for-ever",
    kind: "books",
    what: "home names a declined refund also after the money was given back",
    file: "src/server/reports/home-attention.ts",
    search: "order by l.created_at desc, l.id desc limit 1)`;",
    replace: "and l.state = 'declined' order by l.created_at desc, l.id desc limit 1)`;",
    tests: ["src/server/payments/declined-refund.test.ts"],
  },
];
