/** Tabby's adapter against its simulator: the suite, and what the suite cannot ask. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import { openRedirect, type RedirectUnderTest } from "#test/redirect-driver.ts";
import type { AttemptContext } from "../payment-method.ts";
import { askProvider } from "../provider-suite.ts";
import { infoAddress } from "./info-address.ts";
import { tabbyServer } from "./server.ts";
import { tabbySimulator } from "./simulator/simulator.ts";

const buyer = { mobile: "+966500000001", email: "otp.success@tabby.ai", language: "ar" };

const open = () =>
  openRedirect({
    simulator: tabbySimulator,
    server: tabbyServer,
    input: buyer,
    choice: (declines) => (declines === "rejected_by_provider" ? "reject" : "approve"),
    decliningAmounts: { limit_exceeded: 500_001 },
    pageFields: { otp: "8888" },
    operations: { confirm: "GET_PAYMENT", capture: "CAPTURE", check: "GET_PAYMENT", refund: "REFUND" },
    paidNotification: '"authorized"',
    forgeries: (genuine) => [
      { ...genuine, headers: { ...genuine.headers, "x-wasl-webhook-secret": "simulator-tabby-webhook" } },
      { ...genuine, headers: { ...genuine.headers, "x-wasl-webhook-secret": "" } },
    ],
    secrets: ({ secretKey, webhookSecret }) => [secretKey.reveal(), webhookSecret.reveal()],
  });

askProvider({
  name: "tabby",
  way: "redirect",
  open,
  amounts: [1_000, 11_500, 33_333, 500_000],
  declines: ["limit_exceeded", "rejected_by_provider"],
});

async function openFor(t: TestContext): Promise<RedirectUnderTest> {
  const subject = await open();
  t.after(subject.close);
  return subject;
}

async function approved(subject: RedirectUnderTest): Promise<AttemptContext> {
  const { context, outcome } = await subject.begin();
  await subject.choose(outcome, "approve");
  return context;
}

async function captured(subject: RedirectUnderTest): Promise<AttemptContext> {
  const context = await approved(subject);
  assert.equal((await capture(subject, context)).kind, "captured");
  return context;
}

const capture = ({ provider }: RedirectUnderTest, context: AttemptContext): PromiseLike<Outcome> =>
  provider.capture?.(context) ?? assert.fail("tabby captures");
const cancel = ({ provider }: RedirectUnderTest, context: AttemptContext): PromiseLike<Outcome> =>
  provider.cancel?.(context) ?? assert.fail("tabby cancels");
const register = ({ provider }: RedirectUnderTest, url: string): PromiseLike<boolean> =>
  provider.registerWebhook?.(url) ?? assert.fail("tabby registers");

const minuteMs = 60_000;

test("the buyer goes to the checkout page and comes back by our own address", async (t) => {
  const subject = await openFor(t);
  const { context, outcome } = await subject.begin();
  assert.ok(outcome.kind === "redirect");
  assert.ok(outcome.url.startsWith(`${subject.simulatorUrl}/tabby/checkout?sessionId=${outcome.reference}`));
  assert.equal(context.attempt.data["sessionId"], outcome.reference);
  const back = await subject.choose(outcome, "approve");
  assert.equal(back, `${context.returnUrl}?payment_id=${context.attempt.data["paymentId"]}`);
});

test("an approval guarantees the money, and the job captures it", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  const reference = context.attempt.data["paymentId"];
  const money = { amount: context.attempt.amount, currency: "SAR" };
  assert.deepEqual(await subject.provider.check(context), { kind: "authorised", reference, money });
  assert.deepEqual(await subject.movements(context.order.orderNumber), []);
  assert.deepEqual(await capture(subject, context), { kind: "captured", reference, money });
});

const rejections: readonly [string, object, number | undefined, string][] = [
  ["above the limit", {}, 500_001, "limit_exceeded order_amount_too_high"],
  ["below the limit", {}, 999, "limit_exceeded order_amount_too_low"],
  [
    "of a buyer it does not take",
    { mobile: "+966500000002" },
    undefined,
    "rejected_by_provider not_available",
  ],
];

for (const [what, input, amount, expected] of rejections) {
  test(`a payment ${what} is declined with Tabby's own reason`, async (t) => {
    const subject = await openFor(t);
    const situation = { input, ...(amount !== undefined && { amount: minor(amount) }) };
    const { outcome } = await subject.begin(situation);
    assert.equal(outcome.kind === "declined" && `${outcome.reason} ${outcome.providerCode}`, expected);
  });
}

test("a buyer whom Tabby rejects on its page is declined", async (t) => {
  const subject = await openFor(t);
  const { context, outcome } = await subject.begin({ input: { email: "otp.rejected@tabby.ai" } });
  await subject.choose(outcome, "approve");
  assert.deepEqual(await subject.provider.check(context), {
    kind: "declined",
    reason: "rejected_by_provider",
    providerCode: "REJECTED",
  });
});

/** How the buyer leaves, and what a question says then. */
const ends: readonly [string, Outcome["kind"]][] = [
  ["approve", "authorised"],
  ["reject", "declined"],
  ["cancel", "pending"],
  ["expire", "closed"],
];

for (const [choice, kind] of ends) {
  test(`a buyer who leaves by ${choice} is ${kind}, and nothing is taken`, async (t) => {
    const subject = await openFor(t);
    const { context, outcome } = await subject.begin();
    await subject.choose(outcome, choice);
    assert.equal((await subject.provider.check(context)).kind, kind);
    assert.deepEqual(await subject.movements(context.order.orderNumber), []);
  });
}

test("only the address of buyers who cancelled says that they left", async (t) => {
  const subject = await openFor(t);
  const hints: unknown[] = [];
  for (const choice of ["approve", "reject", "cancel"]) {
    const { outcome } = await subject.begin();
    const back = new URL(await subject.choose(outcome, choice));
    hints.push(subject.provider.readReturn?.(Object.fromEntries(back.searchParams)));
  }
  assert.deepEqual(hints, [null, null, "left"]);
});

test("a payment without an approval expires half an hour after it began", async (t) => {
  const subject = await openFor(t);
  const { context } = await subject.begin();
  await subject.advance(30 * minuteMs - 1_000);
  assert.equal((await subject.provider.check(context)).kind, "pending");
  await subject.advance(1_000);
  assert.deepEqual(await subject.provider.check(context), {
    kind: "closed",
    as: "expired",
    providerCode: "EXPIRED",
  });
});

test("what Tabby captures automatically after 21 days is found, and is not captured again", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await subject.advance(21 * 24 * 60 * minuteMs);
  assert.equal((await subject.provider.check(context)).kind, "captured");
  assert.equal((await capture(subject, context)).kind, "captured");
  assert.equal((await subject.movements(context.order.orderNumber)).length, 1);
});

for (const fault of ["drop_after_commit", "drop_before"]) {
  test(`a session whose answer was lost (${fault}) is unknown, and a question finds nothing that a buyer could pay`, async (t) => {
    const subject = await openFor(t);
    await subject.control("faults", { simulator: "tabby", fault, operation: "CHECKOUT" });
    const { context, outcome } = await subject.begin();
    assert.equal(outcome.kind, "unknown");
    assert.deepEqual(await subject.provider.check(context), { kind: "not_found" });
    await subject.control("faults", { simulator: "tabby", fault: "status_503", operation: "GET_PAYMENT" });
    assert.equal((await subject.provider.check(context)).kind, "unknown", "no end without Tabby's word");
    assert.equal((await cancel(subject, context)).kind, "closed");
  });
}

test("a payment of another attempt proves nothing, and is not captured for this one", async (t) => {
  const subject = await openFor(t);
  const first = await subject.begin();
  const paid = await approved(subject);
  const data = { ...first.context.attempt.data, paymentId: paid.attempt.data["paymentId"] ?? "" };
  const mixed = { ...first.context, attempt: { ...first.context.attempt, data } };
  assert.equal((await subject.provider.check(mixed)).kind, "unknown");
});

const cancellations: readonly [
  string,
  (subject: RedirectUnderTest) => Promise<AttemptContext>,
  Outcome["kind"],
][] = [
  ["an open session", async (subject) => (await subject.begin()).context, "closed"],
  ["an approval", approved, "closed"],
  ["a captured payment", captured, "captured"],
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

test("an approval that was given up is no longer captured", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await cancel(subject, context);
  assert.deepEqual(await capture(subject, context), {
    kind: "closed",
    as: "cancelled",
    providerCode: "CLOSED",
  });
  assert.deepEqual(await subject.movements(context.order.orderNumber), []);
});

test("an approval whose giving up was not answered is unknown or reported as it is", async (t) => {
  const subject = await openFor(t);
  const context = await approved(subject);
  await subject.control("faults", { simulator: "tabby", fault: "drop_after_commit", operation: "CLOSE" });
  assert.equal((await cancel(subject, context)).kind, "closed");
});

test("our address is registered once, and a changed secret is put right", async (t) => {
  const subject = await openFor(t);
  const url = "http://127.0.0.1:9/rest/pay/notify/tabby";
  assert.equal(await register(subject, url), true);
  assert.equal(await register(subject, url), true);
  const made = (await subject.operations()).filter((operation) => operation === "CREATE_WEBHOOK");
  // The receiver of this test is the other one.
  assert.equal(made.length, 2);
  const settings = tabbyServer.fromEnvironment({ TABBY_WEBHOOK_SECRET: "" }, subject.simulatorUrl);
  assert.ok(settings);
  const webhookSecret = new Secret("another-secret-of-ours");
  const changed = tabbyServer.createProvider({ ...settings, webhookSecret }, subject.ports);
  assert.equal(await changed.registerWebhook?.(url), true);
  assert.ok((await subject.operations()).includes("CHANGE_WEBHOOK"));
  assert.match(JSON.stringify(await subject.control("state")), /another-secret-of-ours/);
});

test("a service that cannot be reached has not taken our address", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", { simulator: "tabby", fault: "drop_before", operation: "LIST_WEBHOOKS" });
  assert.equal(await register(subject, "http://127.0.0.1:9/notify"), false);
});

test("wrong credentials are no decline: nothing was begun", async (t) => {
  const subject = await openFor(t);
  const settings = tabbyServer.fromEnvironment({}, subject.simulatorUrl);
  assert.ok(settings);
  const { context, input } = await subject.prepare();
  const wrongKey = { ...settings, secretKey: new Secret("sk_test_another") };
  const outcome = await tabbyServer.createProvider(wrongKey, subject.ports).start(context, input);
  assert.deepEqual(outcome, { kind: "not_sent", why: "HTTP 401" });
  const wrongShop = { ...settings, merchantCode: "ANOTHER" };
  const refused = await tabbyServer.createProvider(wrongShop, subject.ports).start(context, input);
  assert.equal(refused.kind, "not_sent");
});

test("the page about Tabby that the panel asks for is there", async (t) => {
  const subject = await openFor(t);
  const settings = tabbyServer.fromEnvironment({}, subject.simulatorUrl);
  const order = { total: 115, currencyName: "SAR" };
  const shown = settings && tabbyServer.publicSettings?.(settings);
  const address = infoAddress(shown ?? undefined, order, "en", "https://pay.example");
  const response = await fetch(address ?? "");
  assert.equal(response.status, 200);
  assert.match(await response.text(), /115\.00 SAR/);
});

test("a delivery address goes along; without one a stand-in does", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare();
  const payer = { ...context.payer, city: "جدة", address: "شارع التحلية" };
  assert.equal((await subject.provider.start({ ...context, payer }, input)).kind, "redirect");
});
