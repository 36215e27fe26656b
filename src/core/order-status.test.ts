import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isPayment,
  mayOrderBecome,
  type OrderStatus,
  orderStatuses,
  orderStatusFacts,
  orderTransitions,
  paidStatus,
} from "./order-status.ts";
import { cancellableStatuses, isFulfilled, isOpen, payableStatuses } from "./status-groups.ts";

/** The moves of decision S1, written again from the decision and not from the table. */
const moves: readonly (readonly [from: OrderStatus, to: readonly OrderStatus[]])[] = [
  ["CREATED", ["PENDING", "PAID", "PAID_LINK", "CANCELLED"]],
  ["PENDING", ["PAID", "PAID_LINK", "CANCELLED"]],
  ["PAID", ["COMPLETED_INVOICE", "COMPLETED_ORDER", "REFUNDED"]],
  ["PAID_LINK", ["COMPLETED_ORDER", "REFUNDED"]],
  ["COMPLETED_INVOICE", ["REFUNDED"]],
  ["COMPLETED_ORDER", ["REFUNDED"]],
  ["CANCELLED", []],
  ["REFUNDED", []],
];

test("an order moves only along the allowed edges", () => {
  assert.deepEqual(
    moves.map(([from]) => from).toSorted(),
    orderStatuses.toSorted(),
    "a new status has its moves here, written from its decision",
  );
  for (const [from, allowed] of moves) {
    for (const to of orderStatuses)
      assert.equal(mayOrderBecome(from, to), allowed.includes(to), `${from} -> ${to}`);
  }
});

test("nothing leaves CANCELLED or REFUNDED, and only those are final", () => {
  const final = orderStatuses.filter((status) => Object.keys(orderTransitions[status]).length === 0);
  assert.deepEqual(final.toSorted(), ["CANCELLED", "REFUNDED"]);
});

test("an order that counts as cancelled or refunded never moves: what may be left has a standing of its own", () => {
  for (const status of orderStatuses) {
    const { standing } = orderStatusFacts[status];
    if (standing === "cancelled" || standing === "refunded")
      assert.deepEqual(Object.keys(orderTransitions[status]), [], status);
  }
});

test("a final status that was never paid gives back what the order held, and what has given it back is not paid any more", () => {
  for (const status of orderStatuses) {
    const { wasPaid, payable, releases } = orderStatusFacts[status];
    const next = orderStatuses.filter((to) => mayOrderBecome(status, to));
    if (next.length === 0 && !wasPaid)
      assert.ok(releases, `${status}: stock and places are held permanently`);
    if (!releases) continue;
    assert.ok(!wasPaid && !payable, status);
    for (const to of next) assert.ok(orderStatusFacts[to].releases, `${status} -> ${to}: it holds nothing`);
  }
});

test("both tables cover every status and lead to no other", () => {
  assert.deepEqual(Object.keys(orderStatusFacts).toSorted(), orderStatuses.toSorted());
  assert.deepEqual(Object.keys(orderTransitions).toSorted(), orderStatuses.toSorted());
  const targets = orderStatuses.flatMap((status) => Object.keys(orderTransitions[status]));
  for (const target of targets)
    assert.ok(
      orderStatuses.some((status) => status === target),
      target,
    );
});

test("every status but the first one is reached, and nothing leads back to that: it says that no payment was begun", () => {
  const targets = orderStatuses.flatMap((status) => Object.keys(orderTransitions[status]));
  assert.deepEqual(
    orderStatuses.filter((status) => !targets.includes(status)),
    ["CREATED"],
    `what is payable again is PENDING; CREATED follows ${orderStatuses.filter((from) => mayOrderBecome(from, "CREATED"))}`,
  );
});

test("money makes an order paid, and a paid order is never payable again", () => {
  for (const from of orderStatuses) {
    for (const to of orderStatuses.filter((status) => mayOrderBecome(from, status))) {
      const event = orderTransitions[from][to];
      const becomesPaid = isPayment(orderStatusFacts[from], orderStatusFacts[to]);
      assert.equal(event === "captured", becomesPaid, `${from} -> ${to}`);
      if (!orderStatusFacts[from].wasPaid) continue;
      assert.ok(
        orderStatusFacts[to].wasPaid && !orderStatusFacts[to].payable,
        `${from} -> ${to}: papers and holds are of the first payment; another invoice is issued instead`,
      );
    }
  }
});

test("an order can follow its money from every status: taken while it may be paid, given back in full once it was", () => {
  for (const status of orderStatuses) {
    const { payable, paid, wasPaid, holdsMoney, refundable } = orderStatusFacts[status];
    const isFinal = Object.keys(orderTransitions[status]).length === 0;
    assert.ok(wasPaid || !holdsMoney, `${status}: money that is there was taken`);
    assert.equal(
      wasPaid && !holdsMoney,
      wasPaid && isFinal,
      `${status}: what was taken is there until it is gone for good`,
    );
    assert.ok(holdsMoney || !paid, `${status}: what counts as paid is paid for`);
    assert.ok(holdsMoney || !refundable, `${status}: what can be given back is there`);
    assert.ok(
      refundable || !paid,
      `${status}: what is kept from going back is not over, and nothing is handed out`,
    );
    const mayBePaid: readonly OrderStatus[] = ["PAID", "PAID_LINK", "CANCELLED"];
    const toBeClosed = isOpen(status) && !wasPaid ? (["CANCELLED"] as const) : [];
    const needed = payable ? mayBePaid : holdsMoney ? (["REFUNDED"] as const) : toBeClosed;
    for (const to of needed)
      assert.ok(
        mayOrderBecome(status, to),
        `${status} needs the move to ${to}: it is made after the provider's answer`,
      );
  }
});

test("only CREATED and PENDING can be paid; CANCELLED and REFUNDED do not count as paid", () => {
  const those = (fact: "payable" | "paid") =>
    orderStatuses.filter((status) => orderStatusFacts[status][fact]);
  assert.deepEqual(those("payable"), ["CREATED", "PENDING"]);
  assert.deepEqual(those("paid"), ["PAID", "PAID_LINK", "COMPLETED_INVOICE", "COMPLETED_ORDER"]);
});

/** Spec 2.1 and 4, written again from there: label, and whether the invoice shows its QR code and the "Status" block. */
const shown: Readonly<Record<OrderStatus, readonly [label: string, hasCodeAndStatus: boolean]>> = {
  CREATED: ["statusPending", false],
  PENDING: ["statusPending", false],
  PAID: ["statusPaid", true],
  PAID_LINK: ["statusPaid", true],
  COMPLETED_INVOICE: ["statusPaid", true],
  COMPLETED_ORDER: ["statusPaid", true],
  CANCELLED: ["statusCancelled", false],
  REFUNDED: ["statusPaid", true],
};

test("pages show what the specification says for each status", () => {
  for (const status of orderStatuses) {
    const { label, showsQrCode, showsStatusBlock } = orderStatusFacts[status];
    assert.deepEqual([label, showsQrCode, showsStatusBlock], [...shown[status], shown[status][1]], status);
  }
});

test("no status whose money is in doubt is labelled as paid", () => {
  for (const status of orderStatuses) {
    const { label, holdsMoney, paid } = orderStatusFacts[status];
    if (holdsMoney && !paid)
      assert.notEqual(
        label,
        "statusPaid",
        `${status}: a word of its own, in OrderStatusFacts and i18n/invoice.*.json`,
      );
  }
});

test("an order is paid once: what it goes through between two paid statuses changes neither its time nor its holds", () => {
  const disputed = { paid: false, wasPaid: true };
  assert.ok(isPayment(orderStatusFacts.PENDING, orderStatusFacts.PAID));
  assert.ok(!isPayment(disputed, orderStatusFacts.PAID));
  assert.ok(!isPayment(orderStatusFacts.PAID, orderStatusFacts.COMPLETED_ORDER));
  assert.ok(!isPayment(orderStatusFacts.PAID, disputed));
});

test("an order from a product link becomes PAID_LINK, any other PAID", () => {
  assert.equal(paidStatus("link"), "PAID_LINK");
  assert.equal(paidStatus("api"), "PAID");
});

test("an order that may not be paid has a reason, and one that may be paid has none", () => {
  for (const status of orderStatuses) {
    const { payable, refusal, standing } = orderStatusFacts[status];
    assert.equal(refusal === null, payable, status);
    assert.equal(standing === "payable", payable, status);
  }
  assert.deepEqual(payableStatuses, ["CREATED", "PENDING"]);
});

/** Whether what was sold has been handed over, written again from decision S1. */
const fulfilled: Readonly<Record<OrderStatus, boolean>> = {
  CREATED: false,
  PENDING: false,
  PAID: false,
  PAID_LINK: false,
  COMPLETED_INVOICE: true,
  COMPLETED_ORDER: true,
  CANCELLED: false,
  REFUNDED: false,
};

test("an order counts as fulfilled where a fulfilled move has led it, and one that counts as paid comes to that", () => {
  const paid = orderStatuses.filter((status) => orderStatusFacts[status].paid);
  for (const status of orderStatuses)
    assert.equal(isFulfilled(status), fulfilled[status], `${status}: follows from its moves (isFulfilled)`);
  for (const to of paid.filter(isFulfilled)) {
    const hasLed = (from: OrderStatus): boolean =>
      orderTransitions[from][to] === "fulfilled" || (isFulfilled(from) && mayOrderBecome(from, to));
    assert.ok(paid.some(hasLed), `${to}: no "fulfilled" move has led here, and none is left`);
  }
});

test("an order is open while it does not count as paid and may come to that, and over otherwise", () => {
  for (const from of orderStatuses) {
    const next = orderStatuses.filter((to) => mayOrderBecome(from, to));
    const leadsOn = next.some((to) => orderStatusFacts[to].paid || isOpen(to));
    assert.equal(
      isOpen(from),
      !orderStatusFacts[from].paid && leadsOn,
      `${from}: docs/adding-a-status.md, "Facts"`,
    );
  }
  for (const status of orderStatuses) assert.ok(isOpen(status) || !orderStatusFacts[status].payable, status);
  assert.deepEqual(cancellableStatuses, ["CREATED", "PENDING"]);
});
