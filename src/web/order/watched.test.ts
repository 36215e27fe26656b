/** What the marks of a page say of its order: another text whenever the page would show something else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { payableMarks, standingMarks } from "./watched.ts";

const order = orderPage();

const changes = {
  "the total": orderPage({ total: order.total + 1 }),
  "what was paid back": orderPage({ refundedTotal: 1 }),
  "a surplus": orderPage({ hasSurplus: !order.hasSurplus }),
  "its status, where that is not to be paid,": orderPage({
    order: { ...order.order, orderStatus: "COMPLETED_INVOICE" },
  }),
} as const;

for (const [what, changed] of Object.entries(changes))
  test(`a page that follows its order is loaded again once ${what} has changed, though the standing has not`, () => {
    const shownOf = (model: typeof order) => [
      standingMarks(model, "payable")["data-standing"],
      payableMarks(model, "checking")["data-standing"],
    ];
    const [before, after] = [shownOf(order), shownOf(changed)];
    assert.notEqual(after[0], before[0], "a page without a form to pay");
    assert.notEqual(after[1], before[1], "a notice in the form's place");
  });

test("a payment that begins changes nothing that an open page shows", () => {
  const begun = orderPage({ order: { ...order.order, orderStatus: "PENDING" } });
  const created = orderPage({ order: { ...order.order, orderStatus: "CREATED" } });
  assert.deepEqual(standingMarks(begun, "payable"), standingMarks(created, "payable"));
});

test("a page that follows its order is loaded again once a bill is out, or no longer", () => {
  const shown = [[], ["sadad"], ["sadad", "a2a"]].map(
    (ways) => standingMarks(order, "payable", ways)["data-standing"],
  );
  assert.equal(new Set(shown).size, 3);
});
