/** Faults that let two in where there is room for one. */
import type { Mutant } from "../mutant.ts";

export const locks: readonly Mutant[] = [
  {
    id: "order-unlocked",
    kind: "lock",
    what: "the order is read without its lock",
    file: "src/server/orders/order-moves.ts",
    search: "    ])\n    .forUpdate();",
    replace: "    ]);",
    tests: ["src/server/payments/races/starts.test.ts"],
  },
  {
    id: "no-version",
    kind: "lock",
    what: "an attempt is moved without comparing its version",
    file: "src/server/payments/attempt-store.ts",
    search: '        .where("event_count", "=", attempt.event_count)\n',
    replace: "",
    tests: ["src/server/payments/fence.test.ts"],
  },
  {
    id: "short-lease",
    kind: "lock",
    what: "who asks about a due attempt leases it for one second",
    file: "src/server/payments/due-attempts.ts",
    search: "const leaseEnd = new Date(services.clock.now() + timing.attemptLeaseMs);",
    replace: "const leaseEnd = new Date(services.clock.now() + timing.attemptLeaseMs / 90);",
    tests: ["src/server/payments/races/janitors.test.ts"],
  },
  {
    id: "stock-released-twice",
    kind: "lock",
    what: "stock is given back although the hold is over",
    file: "src/server/orders/close-holds.ts",
    search:
      'state: as === "kept" ? "sold" : "released" })\n    .where("merchant_id", "=", order.merchant_id)\n    .where("order_id", "=", order.id)\n    .where("state", "=", "held")\n',
    replace:
      'state: as === "kept" ? "sold" : "released" })\n    .where("merchant_id", "=", order.merchant_id)\n    .where("order_id", "=", order.id)\n',
    tests: ["src/server/products/holds.test.ts"],
  },
  {
    id: "buyer-unlocked",
    kind: "lock",
    what: "the lock per buyer is taken only where no checkout key is sent",
    file: "src/server/products/checkout.ts",
    search: "    await lockBuyer(trx, link, input);\n",
    replace: "    if (input.checkoutKey === null) await lockBuyer(trx, link, input);\n",
    tests: ["src/server/products/checkout-again.test.ts"],
  },
  {
    id: "number-read-then-written",
    kind: "lock",
    what: "the number of a tax document is read first and written afterwards",
    file: "src/server/tax-documents/next-number.ts",
    search: `      last_sequence: sql<number>\`last_sequence + 1\`,`,
    replace: `      last_sequence: before + 1,`,
    also: [
      {
        file: "src/server/tax-documents/next-number.ts",
        search: "  const next = trx\n",
        replace: `  const counter = trx.selectFrom("document_counters").select("last_sequence");
  const before = (await counter.where("merchant_id", "=", merchantId).where("kind", "=", kind).executeTakeFirst())?.last_sequence ?? 0;
  const next = trx\n`,
      },
    ],
    tests: ["src/server/tax-documents/numbering.test.ts"],
  },
  {
    id: "paylink-twins",
    kind: "lock",
    what: "two requests of one shop's number do not wait for each other",
    file: "src/server/paylink-api/add-invoice.ts",
    search: "await lockShopNumber(trx, number);",
    replace: 'await lockShopNumber(trx, { ...number, shopNumber: "" + Math.random() });',
    tests: ["src/server/paylink-api/shop-numbers.test.ts"],
  },
  {
    id: "conflict-not-retried",
    kind: "lock",
    what: "of two transactions that wait for each other the one that the database ended is not run again",
    file: "src/db/open.ts",
    search: "if (conflictsLeft === 0 || !isConflict(error)) throw error;",
    replace: "if (conflictsLeft >= 0 || !isConflict(error)) throw error;",
    tests: ["src/db/open.test.ts"],
  },
  {
    id: "owed-starts",
    kind: "lock",
    what: "a payment begins while surplus of its order is owed back",
    file: "src/server/payments/claim-attempt.ts",
    search: 'if (blocksOthers(facts)) throw new Problem("payment_in_progress");',
    replace: 'if (facts.blocksStart) throw new Problem("payment_in_progress");',
    tests: ["src/server/payments/races/surplus.test.ts"],
  },
];
