/** Tamara's adapter against its simulator: the suite, and what the suite cannot ask. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { openRedirect, type RedirectUnderTest } from "#test/redirect-driver.ts";
import type { AttemptContext } from "../payment-method.ts";
import { continued, toSend } from "../provider-run.ts";
import { askProvider } from "../provider-suite.ts";
import { tamaraServer } from "./server.ts";
import { tamaraSimulator } from "./simulator/simulator.ts";

const buyer = {
  mobile: "+966544337866",
  email: "noura@example.com",
  city: "الرياض",
  line1: "طريق الملك فهد 1",
};

const open = () =>
  openRedirect({
    simulator: tamaraSimulator,
    server: tamaraServer,
    input: buyer,
    choice: (declines) => (declines === "rejected_by_provider" ? "decline" : "approve"),
    decliningAmounts: { limit_exceeded: 500_001 },
    operations: { confirm: "AUTHORISE", capture: "CAPTURE", check: "GET_ORDER", refund: "REFUND" },
    paidNotification: '"approved"',
    forgeries: (genuine) => [
      { ...genuine, headers: { ...genuine.headers, authorization: "Bearer a.b.c" } },
      { ...genuine, headers: { ...genuine.headers, authorization: `${genuine.headers["authorization"]}x` } },
    ],
    secrets: ({ apiToken, notificationToken }) => [apiToken.reveal(), notificationToken.reveal()],
  });

askProvider({
  name: "tamara",
  way: "redirect",
  open,
  amounts: [100, 11_500, 33_333, 500_000],
  declines: ["limit_exceeded", "rejected_by_provider"],
});

async function openFor(t: TestContext): Promise<RedirectUnderTest> {
  const subject = await open();
  t.after(subject.close);
  return subject;
}

/** An approved order whose approval was found, as the core has it before it confirms. */
async function approved(subject: RedirectUnderTest): Promise<AttemptContext> {
  const { context, outcome } = await subject.begin();
  await subject.choose(outcome, "approve");
  return continued(context, await subject.provider.check(context));
}

const confirm = ({ provider }: RedirectUnderTest, context: AttemptContext): PromiseLike<Outcome> =>
  provider.confirm?.(context, undefined) ?? assert.fail("tamara confirms");
const capture = ({ provider }: RedirectUnderTest, context: AttemptContext): PromiseLike<Outcome> =>
  provider.capture?.(context) ?? assert.fail("tamara captures");
const cancel = ({ provider }: RedirectUnderTest, context: AttemptContext): PromiseLike<Outcome> =>
  provider.cancel?.(context) ?? assert.fail("tamara cancels");
const refund = ({ provider }: RedirectUnderTest, context: AttemptContext, id: string, amount: number) =>
  provider.refund?.(context, toSend({ id, amount: minor(amount) })) ?? assert.fail("tamara refunds");

const hourMs = 60 * 60_000;

test("the buyer goes to the checkout page and comes back by our own address", async (t) => {
  const subject = await openFor(t);
  const { context, outcome } = await subject.begin();
  assert.ok(outcome.kind === "redirect");
  assert.ok(
    outcome.url.startsWith(`${subject.simulatorUrl}/tamara/checkout/${outcome.reference}?locale=ar_SA`),
  );
  const { orderId } = context.attempt.data;
  const back = await subject.choose(outcome, "approve");
  assert.equal(back, `${context.returnUrl}?paymentStatus=approved&orderId=${orderId}`);
});

test("an approved order is ready, authorised behind the fence, and captured by the job", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  const { orderId } = context.attempt.data;
  const money = { amount: context.attempt.amount, currency: "SAR" };
  assert.deepEqual(await subject.provider.check(context), {
    kind: "ready",
    reference: orderId,
    data: { orderId },
  });
  assert.deepEqual(await subject.movements(context.order.orderNumber), []);
  assert.deepEqual(await confirm(subject, context), { kind: "authorised", reference: orderId, money });
  assert.deepEqual(await subject.provider.check(context), { kind: "authorised", reference: orderId, money });
  assert.deepEqual(await subject.movements(context.order.orderNumber), []);
  assert.deepEqual(await capture(subject, context), { kind: "captured", reference: orderId, money });
  assert.equal(subject.provider.confirmIsRepeatable, true);
});

test("return and webhook authorise at once: both find the order authorised", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  const outcomes = await Promise.all([confirm(subject, context), confirm(subject, context)]);
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ["authorised", "authorised"],
  );
});

for (const fault of ["drop_after_commit", "500_after_commit"]) {
  test(`an authorisation whose answer was lost (${fault}) is unknown, and a question finds it`, async (t) => {
    const subject = await openFor(t);
    const context = await approved(subject);
    await subject.control("faults", { simulator: "tamara", fault, operation: "AUTHORISE" });
    assert.equal((await confirm(subject, context)).kind, "unknown");
    assert.equal((await subject.provider.check(context)).kind, "authorised");
  });
}

for (const fault of ["drop_before", "status_503"]) {
  test(`an authorisation that did not arrive (${fault}) is tried again, not given up`, async (t) => {
    const subject = await openFor(t);
    const context = await approved(subject);
    await subject.control("faults", { simulator: "tamara", fault, operation: "AUTHORISE" });
    assert.equal((await confirm(subject, context)).kind, "unknown");
    assert.equal((await subject.provider.check(context)).kind, "ready");
    assert.equal((await confirm(subject, context)).kind, "authorised");
  });
}

test("an authorisation with a status that no document lists is pending", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  const fault = { simulator: "tamara", fault: "unlisted_status", operation: "AUTHORISE" };
  await subject.control("faults", fault);
  assert.equal((await confirm(subject, context)).kind, "pending");
});

/** How the buyer leaves, where the browser is sent, and what a question says then. */
const ends: readonly [string, string, Outcome["kind"]][] = [
  ["approve", "approved", "ready"],
  ["decline", "declined", "declined"],
  ["cancel", "canceled", "pending"],
  ["expire", "canceled", "closed"],
];

for (const [choice, paymentStatus, kind] of ends) {
  test(`a buyer who leaves by ${choice} is ${kind}, and nothing is taken`, async (t) => {
    const subject = await openFor(t);
    const { context, outcome } = await subject.begin();
    const back = new URL(await subject.choose(outcome, choice));
    assert.equal(back.searchParams.get("paymentStatus"), paymentStatus);
    assert.equal((await subject.provider.check(context)).kind, kind);
    assert.deepEqual(await subject.movements(context.order.orderNumber), []);
  });
}

test("only the address of buyers who cancelled says that they left", async (t) => {
  const subject = await openFor(t);
  const hints: unknown[] = [];
  for (const choice of ["approve", "decline", "cancel"]) {
    const { outcome } = await subject.begin();
    const back = new URL(await subject.choose(outcome, choice));
    hints.push(subject.provider.readReturn?.(Object.fromEntries(back.searchParams)));
  }
  assert.deepEqual(hints, [null, null, "left"]);
  assert.equal(subject.provider.readReturn?.({ paymentStatus: "cancelled" }), "left");
});

test("an unfinished checkout expires after half an hour", async (t) => {
  const subject = await openFor(t);
  const { context } = await subject.begin();
  await subject.advance(hourMs / 2 - 1_000);
  assert.equal((await subject.provider.check(context)).kind, "pending");
  await subject.advance(1_000);
  assert.deepEqual(await subject.provider.check(context), {
    kind: "closed",
    as: "expired",
    providerCode: "expired",
  });
});

test("an approval that is not authorised within 72 hours is closed, and the attempt waits as long", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await subject.advance(72 * hourMs - 1_000);
  assert.equal((await subject.provider.check(context)).kind, "ready");
  await subject.advance(1_000);
  assert.equal((await subject.provider.check(context)).kind, "closed");
  assert.equal((await confirm(subject, context)).kind, "closed");
  assert.ok((subject.provider.awaitingLifetimeMs ?? 0) > 72 * hourMs);
});

test("what Tamara captures automatically after 21 days is found", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await confirm(subject, context);
  await subject.advance(21 * 24 * hourMs);
  assert.equal((await subject.provider.check(context)).kind, "captured");
  assert.equal((await capture(subject, context)).kind, "captured");
  assert.equal((await subject.movements(context.order.orderNumber)).length, 1);
});

test("a checkout whose answer was lost is unknown, and is closed since no buyer has its address", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", { simulator: "tamara", fault: "drop_after_commit", operation: "CHECKOUT" });
  const { context, outcome } = await subject.begin();
  assert.equal(outcome.kind, "unknown");
  assert.deepEqual(await subject.provider.check(context), {
    kind: "closed",
    as: "cancelled",
    providerCode: "checkout_address_lost",
  });
});

test("a checkout that never arrived is not found", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", { simulator: "tamara", fault: "drop_before", operation: "CHECKOUT" });
  const { context, outcome } = await subject.begin();
  assert.equal(outcome.kind, "unknown");
  assert.deepEqual(await subject.provider.check(context), { kind: "not_found" });
});

test("an order of another attempt proves nothing", async (t) => {
  const subject = await openFor(t);
  const first = await subject.begin();
  const second = await subject.begin();
  const { orderId = "" } = second.context.attempt.data;
  const mixed = { ...first.context, attempt: { ...first.context.attempt, data: { orderId } } };
  await subject.choose(second.outcome, "approve");
  assert.equal((await subject.provider.check(mixed)).kind, "unknown");
});

const cancellations: readonly [
  string,
  (subject: RedirectUnderTest) => Promise<AttemptContext>,
  Outcome["kind"],
][] = [
  ["an open checkout", async (subject) => (await subject.begin()).context, "closed"],
  ["an approved order", approved, "closed"],
  [
    "an authorised order",
    async (subject) => {
      const context = await approved(subject);
      await confirm(subject, context);
      return context;
    },
    "closed",
  ],
  [
    "a captured order",
    async (subject) => {
      const context = await approved(subject);
      await confirm(subject, context);
      await capture(subject, context);
      return context;
    },
    "captured",
  ],
];

for (const [what, bring, kind] of cancellations) {
  test(`giving up ${what} ends in ${kind}, again and again`, async (t) => {
    const subject = await openFor(t);
    const context = await bring(subject);
    const before = await subject.movements(context.order.orderNumber);
    for (let repetition = 0; repetition < 2; repetition += 1) {
      assert.equal((await cancel(subject, context)).kind, kind);
    }
    assert.deepEqual(await subject.movements(context.order.orderNumber), before);
  });
}

test("a checkout that was given up can no longer be approved", async (t) => {
  const subject = await openFor(t);
  const { context, outcome } = await subject.begin();
  await cancel(subject, context);
  await subject.choose(outcome, "approve");
  assert.equal((await subject.provider.check(context)).kind, "closed");
});

test("a refund that stands at Tamara under our id is not sent again", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await confirm(subject, context);
  await capture(subject, context);
  const first = await refund(subject, context, "rf01", 2_500);
  assert.deepEqual(await refund(subject, context, "rf01", 2_500), first);
  const sent = (await subject.operations()).filter((operation) => operation === "REFUND");
  assert.equal(sent.length, 1);
});

test("a refund is not sent while the order cannot be read: it could be there already", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await confirm(subject, context);
  await capture(subject, context);
  await subject.control("faults", { simulator: "tamara", fault: "drop_before", operation: "GET_ORDER" });
  assert.equal((await refund(subject, context, "rf01", 2_500)).kind, "not_sent");
  assert.equal((await subject.movements(context.order.orderNumber)).length, 1);
});

test("wrong credentials are no decline: nothing was begun", async (t) => {
  const subject = await openFor(t);
  const settings = tamaraServer.fromEnvironment(
    { TAMARA_API_TOKEN: "another", TAMARA_NOTIFICATION_TOKEN: "another-notification-token" },
    null,
  );
  assert.ok(settings);
  const baseUrl = `${subject.simulatorUrl}/tamara`;
  const provider = tamaraServer.createProvider({ ...settings, baseUrl }, subject.ports);
  const { context, input } = await subject.prepare();
  assert.deepEqual(await provider.start(context, input), { kind: "not_sent", why: "HTTP 401" });
});

test("lines that cannot be divided by their quantity still sum to the total", async (t) => {
  const subject = await openFor(t);
  const lines = [
    { title: "قهوة", qty: wholeQuantity(7), unitPrice: minor(142), lineTotal: minor(1_001) },
    { title: "شاي", qty: wholeQuantity(3), unitPrice: minor(333), lineTotal: minor(1_000) },
    { title: "هدية", qty: wholeQuantity(1), unitPrice: minor(0), lineTotal: minor(0) },
  ];
  const { outcome } = await subject.begin({ amount: minor(2_001), lines });
  assert.equal(outcome.kind, "redirect");
});

test("an order number stands for the order everywhere at Tamara, the attempt's id for us", async (t) => {
  const subject = await openFor(t);
  const { context } = await subject.begin();
  const state = JSON.stringify(await subject.control("state"));
  assert.ok(state.includes(`"reference":"${context.attempt.id}"`));
  assert.ok(state.includes(`"number":"${context.order.orderNumber}"`));
});
