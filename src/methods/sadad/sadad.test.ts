/** SADAD's adapter against the simulated Moyasar: the suite, and what the suite cannot ask. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isEndOfDay } from "#core/end-of-day.ts";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import { openReferences, type References } from "#test/reference-driver.ts";
import { until } from "#test/until.ts";
import type { AttemptContext } from "../payment-method.ts";
import { continued } from "../provider-run.ts";
import { askProvider } from "../provider-suite.ts";
import { paymentIdOf } from "./payment-id.ts";
import { createSadadProvider } from "./provider.ts";
import { sadadServer } from "./server.ts";
import type { MoyasarAccount } from "./simulator/account.ts";
import { magicAmounts } from "./simulator/bills.ts";
import { moyasarSimulator } from "./simulator/simulator.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const open = (account: Partial<MoyasarAccount> = {}) =>
  openReferences({
    simulator: () => moyasarSimulator(account),
    server: sadadServer,
    input: undefined,
    refusedAmount: magicAmounts.fails,
    operations: { check: "GET_PAYMENT", buyer: "PAY_BILL" },
    paidNotification: '"payment_',
    secrets: ({ secretKey, webhookSecret }) => [
      secretKey.reveal(),
      Buffer.from(`${secretKey.reveal()}:`).toString("base64"),
      webhookSecret.reveal(),
    ],
  });

askProvider({
  name: "sadad",
  way: "reference_issued",
  hasOwnTestsOfNotifications: true,
  open: () => open(),
  amounts: [1, 10_000, 123_456, 99_999_999],
  declines: ["rejected_by_provider"],
});

async function openFor(t: TestContext, account?: Partial<MoyasarAccount>): Promise<References> {
  const subject = await open(account);
  t.after(subject.close);
  return subject;
}

/** A bill as the core has it once it is out. */
async function issued(subject: References, amount = 15_000) {
  const { context, input } = await subject.prepare({ amount: minor(amount) });
  const outcome = await subject.provider.start(context, input);
  assert.ok(outcome.kind === "reference_issued", JSON.stringify(outcome));
  return { outcome, context: continued(context, outcome) };
}

test("a bill tells what the buyer needs at the bank, and its last day", async (t) => {
  const subject = await openFor(t);
  const { outcome, context } = await issued(subject);
  assert.match(outcome.reference, /^\d{12}$/);
  assert.deepEqual(outcome.details, {
    billerCode: "001",
    billerName: "sandbox-اختبار",
    amount: "150.00",
    currency: "SAR",
  });
  assert.ok(outcome.expiresAt !== null && isEndOfDay(outcome.expiresAt));
  assert.ok(outcome.expiresAt > context.attempt.createdAt + 29 * dayMs - minuteMs);
});

/** What a person does at the bank, and what a question says then. */
const payments: readonly [string, string, number][] = [
  ["pay", "captured", 15_000],
  ["partial", "captured", 7_500],
  ["over", "captured", 16_500],
];

for (const [action, kind, amount] of payments) {
  test(`a bill that is paid by "${action}" is ${kind} with ${amount} halalas, as Moyasar states it`, async (t) => {
    const subject = await openFor(t);
    const { outcome, context } = await issued(subject);
    await subject.press(context, action);
    const money = { amount: minor(amount), currency: "SAR" };
    assert.deepEqual(await subject.provider.check(context), { kind, reference: outcome.reference, money });
    assert.deepEqual(await subject.movements(context.order.orderNumber), [{ kind: "capture", ...money }]);
  });
}

test("a bill that runs out is expired; money that was on its way is found afterwards", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "expire");
  const expired = { kind: "closed", as: "expired", providerCode: "expired" };
  assert.deepEqual(await subject.provider.check(context), expired);
  await subject.press(context, "late");
  assert.equal((await subject.provider.check(context)).kind, "captured");
});

test("an unpaid bill expires after 29 days", async (t) => {
  const subject = await openFor(t, { settlesAfterMs: null });
  const { context } = await issued(subject);
  await subject.advance(29 * dayMs - minuteMs);
  assert.equal((await subject.provider.check(context)).kind, "pending");
  await subject.advance(minuteMs);
  assert.equal((await subject.provider.check(context)).kind, "closed");
});

/** The sandbox's own rule, from Moyasar's guide to testing. */
const settled: readonly [number, Outcome["kind"], string][] = [
  [15_000, "captured", "payment_paid"],
  [magicAmounts.expires, "closed", "payment_expired"],
];

for (const [amount, kind, message] of settled) {
  test(`five minutes after issue the sandbox sends ${message} for ${amount} halalas`, async (t) => {
    const subject = await openFor(t);
    const { context } = await issued(subject, amount);
    await subject.advance(5 * minuteMs);
    await until(async () => JSON.stringify(await subject.control("journal")).includes("WEBHOOK"));
    assert.equal((await subject.provider.check(context)).kind, kind);
    const { event, body } = await lastMessage(subject, context, message);
    assert.deepEqual([event.attemptId, body.type], [context.attempt.id, message]);
  });
}

test("a bill that cannot be issued is refused, and nothing can be paid", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare({ amount: minor(magicAmounts.fails) });
  assert.deepEqual(await subject.provider.start(context, input), {
    kind: "declined",
    reason: "rejected_by_provider",
    providerCode: "failed",
    providerText: "The bill could not be issued",
  });
});

test("an answer to the issue that got lost is unknown, and a question finds the bill with its number", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", {
    simulator: "moyasar",
    fault: "drop_after_commit",
    operation: "CREATE_PAYMENT",
  });
  const { context, input } = await subject.prepare();
  assert.equal((await subject.provider.start(context, input)).kind, "unknown");
  const found = await subject.provider.check(context);
  assert.ok(found.kind === "reference_issued" && found.details["billerCode"] === "001");
  const again = await subject.provider.start(context, input);
  assert.deepEqual(again, found, "sent again, it is the same bill");
});

test("an issue that never arrived is not found", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", {
    simulator: "moyasar",
    fault: "drop_before",
    operation: "CREATE_PAYMENT",
  });
  const { context, input } = await subject.prepare();
  assert.equal((await subject.provider.start(context, input)).kind, "unknown");
  assert.deepEqual(await subject.provider.check(context), { kind: "not_found" });
});

test("a status that no document lists leaves a new bill without a number, to be asked about again", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", {
    simulator: "moyasar",
    fault: "unlisted_status",
    operation: "CREATE_PAYMENT",
  });
  const { context, input } = await subject.prepare();
  assert.equal((await subject.provider.start(context, input)).kind, "unknown");
  assert.equal((await subject.provider.check(context)).kind, "reference_issued");
});

test("another currency than the riyal is refused before anything is sent", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare();
  const dollars = { ...context, attempt: { ...context.attempt, currency: "USD" } };
  const outcome = await subject.provider.start(dollars, input);
  assert.equal(outcome.kind === "declined" && outcome.providerCode, "currency_not_supported");
  assert.ok(!(await subject.operations()).includes("CREATE_PAYMENT"));
});

test("wrong credentials are no decline: nothing was begun", async (t) => {
  const subject = await openFor(t);
  const settings = {
    baseUrl: `${subject.simulatorUrl}/moyasar/v1`,
    secretKey: new Secret("sk_test_another"),
    webhookSecret: new Secret("another-secret-of-16"),
  };
  const provider = createSadadProvider(settings, subject.ports);
  const { context, input } = await subject.prepare();
  assert.deepEqual(await provider.start(context, input), { kind: "not_sent", why: "HTTP 401" });
  assert.deepEqual(await provider.check(context), { kind: "not_sent", why: "HTTP 401" });
});

test("an answer about another payment proves nothing", async (t) => {
  const subject = await openFor(t);
  const settings = sadadServer.fromEnvironment({}, subject.simulatorUrl);
  assert.ok(settings);
  const another = {
    id: "another",
    status: "paid",
    amount: 1,
    currency: "SAR",
    source: { type: "sadadbill" },
  };
  const answer = { kind: "answer", headers: {}, body: JSON.stringify(another) } as const;
  const http = async ({ method }: { method: string }) => ({
    ...answer,
    status: method === "POST" ? 201 : 200,
  });
  const provider = createSadadProvider(settings, { ...subject.ports, http });
  const { context, input } = await subject.prepare();
  const expected = { kind: "unknown", why: "answer about something else" };
  assert.deepEqual(await provider.start(context, input), expected);
  assert.deepEqual(await provider.check(context), expected);
});

/** What Moyasar's firewall and a wrong account answer, and what that proves. */
const refusals: readonly [number, string, object][] = [
  [403, "<h1>1010</h1>", { kind: "not_sent", why: "HTTP 403 unnamed" }],
  [405, '{"type":"account_inactive_error"}', { kind: "not_sent", why: "HTTP 405 account_inactive_error" }],
  [429, "", { kind: "not_sent", why: "HTTP 429" }],
  [
    400,
    '{"type":"invalid_request_error","message":"Validation Failed","errors":"amount"}',
    {
      kind: "declined",
      reason: "rejected_by_provider",
      providerCode: "invalid_request_error",
      providerText: "Validation Failed",
    },
  ],
  [502, "", { kind: "unknown", why: "HTTP 502" }],
  [201, "{}", { kind: "unknown", why: "unexpected shape at id" }],
];

for (const [status, body, expected] of refusals) {
  test(`an issue that is answered with ${status} ${body} is ${JSON.stringify(expected)}`, async (t) => {
    const subject = await openFor(t);
    const settings = sadadServer.fromEnvironment({}, subject.simulatorUrl);
    assert.ok(settings);
    const http = async () => ({ kind: "answer", status, headers: {}, body }) as const;
    const provider = createSadadProvider(settings, { ...subject.ports, http });
    const { context, input } = await subject.prepare();
    assert.deepEqual(await provider.start(context, input), expected);
  });
}

test("an attempt's payment id is a UUID, always the same, and never another attempt's", () => {
  const id = paymentIdOf("01j9zk3w8v0000000000000001");
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(paymentIdOf("01j9zk3w8v0000000000000001"), id);
  assert.notEqual(paymentIdOf("01j9zk3w8v0000000000000002"), id);
});

async function lastMessage(subject: References, context: AttemptContext, type: string) {
  const messages = await subject.notified({ context, input: undefined });
  const message = messages.findLast(({ body }) => body.includes(type));
  assert.ok(message && subject.provider.readWebhook);
  const event = subject.provider.readWebhook(message);
  assert.ok(event !== "forged");
  return { event, message, body: JSON.parse(message.body) };
}

test("a message names its attempt, reads the same when replayed, and is worth nothing without the secret", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "pay");
  const { event, message, body } = await lastMessage(subject, context, "payment_paid");
  const read = subject.provider.readWebhook;
  assert.deepEqual(event, { attemptId: context.attempt.id });
  assert.deepEqual(read?.(message), event);
  const forgeries = [
    { ...body, secret_token: "another-secret-of-16" },
    { ...body, secret_token: "" },
    { ...body, secret_token: undefined },
  ].map((forged) => JSON.stringify(forged));
  for (const forged of [...forgeries, "", "{}", "[]", "null"])
    assert.equal(read?.({ ...message, body: forged }), "forged", forged);
});

test("a message about another merchant's payment names nothing", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "pay");
  const { message, body } = await lastMessage(subject, context, "payment_paid");
  for (const metadata of [null, {}, { attempt: "../x" }, { attempt: "" }]) {
    const foreign = JSON.stringify({ ...body, data: { ...body.data, metadata } });
    assert.deepEqual(subject.provider.readWebhook?.({ ...message, body: foreign }), {});
  }
});

test("the list of a day is read to its last page, and has the bills that were paid on it and no others", async (t) => {
  const subject = await openFor(t, {});
  const bills = await Promise.all(Array.from({ length: 21 }, () => issued(subject)));
  for (const { context } of bills) await subject.press(context, "pay");
  await issued(subject);
  const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const list = await subject.provider.report?.(day);
  assert.ok(list?.kind === "stated", JSON.stringify(list));
  assert.deepEqual(
    list.payments.map(({ attemptId }) => attemptId).toSorted(),
    bills.map(({ context }) => context.attempt.id).toSorted(),
  );
});

test("an address whose code never came back is registered again, and a verified one is left alone", async (t) => {
  const subject = await openFor(t, { verifiesWebhooks: true });
  const url = (await subject.prepare()).context.notificationUrl;
  const listed = async () => {
    const { simulators } = Object(await subject.control("state"));
    return simulators.moyasar.stores.webhooks.entries;
  };
  await subject.provider.registerWebhook?.(url);
  const [lost] = await listed();
  assert.equal(await subject.provider.registerWebhook?.(url), true);
  const [again, ...others] = await listed();
  assert.deepEqual(others, []);
  assert.notEqual(again.id, lost.id);
  const data = { webhook_id: again.id, verification_code: again.code };
  const body = { id: "m1", type: "webhook_verification", secret_token: again.secret, data };
  const event = subject.provider.readWebhook?.({ headers: {}, query: {}, body: JSON.stringify(body) });
  assert.ok(event !== undefined && event !== "forged");
  await event.followUp?.();
  assert.equal(await subject.provider.registerWebhook?.(url), true);
  assert.equal((await listed())[0].id, again.id);
});

test("our address is registered once, and verified by its code before messages come", async (t) => {
  const subject = await openFor(t, { verifiesWebhooks: true });
  const { context } = await issued(subject);
  const url = (await subject.prepare()).context.notificationUrl;
  assert.equal(await subject.provider.registerWebhook?.(url), true);
  const listed = async () => {
    const { simulators } = Object(await subject.control("state"));
    return simulators.moyasar.stores.webhooks.entries;
  };
  const [registration, ...others] = await listed();
  assert.deepEqual(others, []);
  const data = { webhook_id: registration.id, verification_code: registration.code };
  const body = { id: "m1", type: "webhook_verification", secret_token: registration.secret, data };
  const event = subject.provider.readWebhook?.({ headers: {}, query: {}, body: JSON.stringify(body) });
  assert.ok(event !== undefined && event !== "forged" && event.attemptId === undefined);
  await event.followUp?.();
  assert.equal((await listed())[0].code, null);
  await subject.press(context, "pay");
  await lastMessage(subject, context, "payment_paid");
});
