/** A2A's adapter against the simulated bank: the suite, and what the suite cannot ask. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import { isSaudiIban } from "#core/validators.ts";
import { openReferences, type References } from "#test/reference-driver.ts";
import type { AttemptContext, WebhookRequest } from "../payment-method.ts";
import { continued } from "../provider-run.ts";
import { askProvider } from "../provider-suite.ts";
import { createA2aProvider } from "./provider.ts";
import { a2aServer } from "./server.ts";
import { ibanOf } from "./simulator/iban.ts";
import { vibanSimulator } from "./simulator/simulator.ts";
import { rejectedAmount } from "./simulator/virtual-accounts.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const buyer = { mobile: "+966551234567", email: "noura@example.com" };
const header = "x-viban-signature";

const open = () =>
  openReferences({
    simulator: vibanSimulator,
    server: a2aServer,
    input: buyer,
    refusedAmount: rejectedAmount,
    operations: { check: "FIND_ACCOUNT", buyer: "TRANSFER" },
    paidNotification: '"viban.',
    forgeries: (genuine) => [
      { ...genuine, headers: { [header]: `${genuine.headers[header]}0` } },
      { ...genuine, headers: { [header]: genuine.headers[header]?.replace(/t=\d+/, "t=1") } },
      { ...genuine, headers: { [header]: "t=1,v1=" } },
      { ...genuine, body: genuine.body.replace("viban", "VIBAN") },
      { ...genuine, body: `${genuine.body} ` },
    ],
    secrets: ({ clientId, clientSecret, webhookSecret }) => [
      clientSecret.reveal(),
      Buffer.from(`${clientId}:${clientSecret.reveal()}`).toString("base64"),
      webhookSecret.reveal(),
    ],
  });

askProvider({
  name: "a2a",
  way: "reference_issued",
  open: () => open(),
  amounts: [1, 10_000, 123_456, 99_999_999],
  declines: ["rejected_by_provider"],
});

async function openFor(t: TestContext): Promise<References> {
  const subject = await open();
  t.after(subject.close);
  return subject;
}

/** A transfer as the core has it once its IBAN is out. */
async function issued(subject: References, amount = 15_000) {
  const { context, input } = await subject.prepare({ amount: minor(amount) });
  const outcome = await subject.provider.start(context, input);
  assert.ok(outcome.kind === "reference_issued", JSON.stringify(outcome));
  return { outcome, context: continued(context, outcome) };
}

const cancel = ({ provider }: References, context: AttemptContext): PromiseLike<Outcome> =>
  provider.cancel?.(context) ?? assert.fail("a2a cancels");

const movedOf = async (subject: References, { order }: AttemptContext): Promise<number[]> =>
  (await subject.movements(order.orderNumber)).map(({ amount }) => amount);

test("a transfer tells what the buyer needs at the bank, and until when", async (t) => {
  const subject = await openFor(t);
  const { outcome, context } = await issued(subject);
  assert.ok(isSaudiIban(outcome.reference));
  const expiresAt = context.attempt.createdAt + 7 * dayMs;
  assert.deepEqual(outcome.details, {
    accountNumber: outcome.reference.slice(-15),
    bankNameAr: "بنك الاختبار",
    bankNameEn: "Test Bank",
    beneficiaryName: "شركة وصل للاختبار",
    amount: "150.00",
    currency: "SAR",
  });
  assert.equal(outcome.expiresAt, expiresAt);
});

test("the bank receives no later end than the order's", async (t) => {
  const subject = await openFor(t);
  for (const days of [1, 30]) {
    const { context, input } = await subject.prepare();
    const { createdAt } = context.attempt;
    const order = { ...context.order, expiresAt: createdAt + days * dayMs };
    const outcome = await subject.provider.start({ ...context, order }, input);
    assert.equal(Object(outcome).expiresAt, createdAt + Math.min(days, 7) * dayMs);
  }
});

/** What a person sends, and what a question says then: always all that came. */
const transfers: readonly [string, number][] = [
  ["pay", 15_000],
  ["over", 16_500],
];

for (const [action, amount] of transfers) {
  test(`"${action}" is captured with ${amount} halalas, as the bank states it, again and again`, async (t) => {
    const subject = await openFor(t);
    const { outcome, context } = await issued(subject);
    await subject.press(context, action);
    const money = { amount: minor(amount), currency: "SAR" };
    for (let question = 0; question < 2; question += 1) {
      const found = await subject.provider.check(context);
      assert.deepEqual(found, { kind: "captured", reference: outcome.reference, money, mayExceed: true });
    }
    assert.deepEqual(await movedOf(subject, context), [amount]);
  });
}

const part = (reference: string, amount: number): Outcome => ({
  kind: "part_received",
  reference,
  received: { amount: minor(amount), currency: "SAR" },
});

test("a part is reported as such, however often it is asked for, and the account stays open for the rest", async (t) => {
  const subject = await openFor(t);
  const { context, outcome } = await issued(subject);
  await subject.press(context, "partial");
  for (let question = 0; question < 2; question += 1)
    assert.deepEqual(await subject.provider.check(context), part(outcome.reference, 7_500));
  await subject.press(context, "partial");
  const whole = { kind: "captured", money: { amount: 15_000, currency: "SAR" } };
  assert.partialDeepStrictEqual(await subject.provider.check(context), whole);
});

test("once the whole is there the account is closed: what comes later is sent back", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "pay");
  const found = await subject.provider.check(context);
  await subject.press(context, "pay");
  assert.deepEqual(await subject.provider.check(context), found);
  assert.deepEqual(await movedOf(subject, context), [15_000]);
});

test("money that comes between the question and the closing is reported, too", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "pay");
  await subject.press(context, "pay");
  const found = await subject.provider.check(context);
  assert.equal(found.kind === "captured" && found.money.amount, 30_000);
});

test("an account that ran out with a part on it is closed, and the part is reported as all that came", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "partial");
  await subject.press(context, "expire");
  const found = await subject.provider.check(context);
  assert.equal(found.kind === "captured" && found.money.amount, 7_500);
  await subject.press(context, "pay");
  assert.deepEqual(await movedOf(subject, context), [7_500], "sent back");
});

for (const [action, amount] of transfers) {
  test(`when the account cannot be closed, "${action}" is captured all the same`, async (t) => {
    const subject = await openFor(t);
    const { context } = await issued(subject);
    await subject.press(context, action);
    await subject.control("faults", { simulator: "viban", fault: "status_503", operation: "CLOSE_ACCOUNT" });
    const found = await subject.provider.check(context);
    assert.equal(found.kind === "captured" && found.money.amount, amount);
  });
}

test("a transfer that the bank sends back pays nothing, and the account stays open", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "returned");
  assert.equal((await subject.provider.check(context)).kind, "pending");
  await subject.press(context, "pay");
  assert.equal((await subject.provider.check(context)).kind, "captured");
});

test("no transfer comes: the account expires after seven days; money that was on its way is found afterwards", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.advance(7 * dayMs - minuteMs);
  assert.equal((await subject.provider.check(context)).kind, "pending");
  await subject.advance(minuteMs);
  const expired = { kind: "closed", as: "expired", providerCode: "EXPIRED" };
  assert.deepEqual(await subject.provider.check(context), expired);
  await subject.press(context, "late");
  assert.equal((await subject.provider.check(context)).kind, "captured");
});

/** Amounts with a meaning at the simulated bank: what an exact transfer becomes, and what a question says. */
const endings: readonly [number, Outcome["kind"], number[]][] = [
  [15_011, "part_received", [7_505]],
  [15_022, "captured", [16_524]],
  [15_033, "pending", []],
  [15_044, "captured", [15_044]],
];

for (const [amount, kind, moved] of endings) {
  test(`an exact transfer of ${amount} halalas is ${kind} with ${JSON.stringify(moved)}`, async (t) => {
    const subject = await openFor(t);
    const { context } = await issued(subject, amount);
    await subject.press(context, "pay");
    assert.equal((await subject.provider.check(context)).kind, kind);
    assert.deepEqual(await movedOf(subject, context), moved);
  });
}

const captured = (amount: number) => ({
  kind: "captured",
  money: { amount, currency: "SAR" },
  mayExceed: true,
});

/** What happened before we give up, and what giving up then says. */
const cancellations: readonly [string, string | null, object][] = [
  ["an open account", null, { kind: "closed", as: "cancelled", providerCode: "CLOSED" }],
  ["an account that ran out", "expire", { kind: "closed", as: "expired", providerCode: "EXPIRED" }],
  ["a paid account", "pay", captured(15_000)],
  ["an account with a part", "partial", captured(7_500)],
];

for (const [what, action, expected] of cancellations) {
  test(`giving up ${what} is ${JSON.stringify(expected)}, again and again, and nothing can come then`, async (t) => {
    const subject = await openFor(t);
    const { context, outcome } = await issued(subject);
    if (action) await subject.press(context, action);
    const before = await movedOf(subject, context);
    const reference = "money" in expected ? { reference: outcome.reference } : {};
    for (let repetition = 0; repetition < 2; repetition += 1)
      assert.deepEqual(await cancel(subject, context), { ...expected, ...reference });
    if (action !== "expire") await subject.press(context, "pay");
    assert.deepEqual(await movedOf(subject, context), before);
  });
}

test("giving up what was never opened closes it", async (t) => {
  const subject = await openFor(t);
  const { context } = await subject.prepare();
  assert.equal((await cancel(subject, context)).kind, "closed");
});

test("an account that the bank does not open is refused", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare({ amount: minor(rejectedAmount) });
  assert.deepEqual(await subject.provider.start(context, input), {
    kind: "declined",
    reason: "rejected_by_provider",
    providerCode: "REJECTED",
  });
});

test("an answer to the opening that got lost is unknown, and a question finds the same IBAN", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", {
    simulator: "viban",
    fault: "drop_after_commit",
    operation: "OPEN_ACCOUNT",
  });
  const { context, input } = await subject.prepare();
  assert.equal((await subject.provider.start(context, input)).kind, "unknown");
  const found = await subject.provider.check(context);
  assert.equal(found.kind, "reference_issued");
  assert.deepEqual(await subject.provider.start(context, input), found, "sent again, it is the same account");
});

test("an opening that never arrived is not found", async (t) => {
  const subject = await openFor(t);
  await subject.control("faults", { simulator: "viban", fault: "drop_before", operation: "OPEN_ACCOUNT" });
  const { context, input } = await subject.prepare();
  assert.equal((await subject.provider.start(context, input)).kind, "unknown");
  assert.deepEqual(await subject.provider.check(context), { kind: "not_found" });
});

test("another currency than the riyal is refused before anything is sent", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare();
  const dollars = { ...context, attempt: { ...context.attempt, currency: "USD" } };
  const outcome = await subject.provider.start(dollars, input);
  assert.equal(outcome.kind === "declined" && outcome.providerCode, "currency_not_supported");
  assert.deepEqual(await subject.operations(), []);
});

const count = async (subject: References, operation: string): Promise<number> =>
  (await subject.operations()).filter((each) => each === operation).length;

test("one token serves all calls, is shared by those that wait for it, and is renewed before it runs out", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare();
  await Promise.all([subject.provider.start(context, input), subject.provider.check(context)]);
  await subject.provider.check(context);
  assert.equal(await count(subject, "TOKEN"), 1);
  await subject.advance(29 * minuteMs + 1_000);
  assert.equal((await subject.provider.check(context)).kind, "reference_issued");
  assert.equal(await count(subject, "TOKEN"), 2);
});

test("a token that the bank has forgotten is replaced, once", async (t) => {
  const subject = await openFor(t);
  const { context, input } = await subject.prepare();
  await subject.provider.start(context, input);
  await subject.control("reset", {});
  assert.equal((await subject.provider.check(context)).kind, "not_found");
  assert.equal(await count(subject, "TOKEN"), 1);
});

test("wrong credentials are no decline: nothing was begun", async (t) => {
  const subject = await openFor(t);
  const settings = a2aServer.fromEnvironment({}, subject.simulatorUrl);
  assert.ok(settings);
  const wrong = { ...settings, clientSecret: new Secret("another") };
  const provider = createA2aProvider(wrong, subject.ports);
  const { context, input } = await subject.prepare();
  const expected = { kind: "not_sent", why: "no access token: HTTP 401" };
  assert.deepEqual(await provider.start(context, input), expected);
  assert.deepEqual(await provider.check(context), expected);
});

test("a message is good for five minutes, and names nothing that is not ours", async (t) => {
  const subject = await openFor(t);
  const { context } = await issued(subject);
  await subject.press(context, "pay");
  const [message] = await subject.notified({ context, input: undefined });
  const read = subject.provider.readWebhook;
  assert.ok(message && read);
  assert.notEqual(read(message), "forged");
  await subject.advance(5 * minuteMs + 2_000);
  assert.equal(read(message), "forged");
});

/** Called before anything is done to the account. */
const unreadableCredit = { kind: "unknown", why: "a credit that cannot be read" };

/** How the bank answers a question, and what that proves. */
const answers: readonly [string, object, object][] = [
  ["a wrong IBAN", { iban: "SA0099000900000000000123" }, { kind: "unknown" }],
  ["a credit in another currency", { credits: [credit({ currency: "USD" })] }, unreadableCredit],
  ["a credit of parts of halalas", { credits: [credit({ amount: "1.005" })] }, unreadableCredit],
  ["an unlisted status with money", { status: "BREWING", credits: [credit({})] }, { kind: "pending" }],
  ["a status that is a word of JavaScript", { status: "constructor" }, { kind: "pending" }],
  ["another attempt's account", { reference: "another" }, { kind: "unknown" }],
];

function credit(change: object): object {
  return { creditId: "c1", amount: "150.00", currency: "SAR", status: "BOOKED", ...change };
}

for (const [name, change, expected] of answers) {
  test(`${name} is ${JSON.stringify(expected)}`, async (t) => {
    const subject = await openFor(t);
    const settings = a2aServer.fromEnvironment({}, subject.simulatorUrl);
    assert.ok(settings);
    const { context } = await issued(subject);
    const account = {
      vibanId: "v1",
      reference: context.attempt.id,
      iban: ibanOf("900000000000123"),
      bankName: { ar: "ب", en: "B" },
      beneficiaryName: "W",
      status: "OPEN",
      credits: [],
      ...change,
    };
    const body = (url: string) =>
      JSON.stringify(url.includes("token") ? { access_token: "t", expires_in: 60 } : { accounts: [account] });
    const http = async ({ url }: { url: string }) =>
      ({ kind: "answer", status: 200, headers: {}, body: body(url) }) as const;
    const provider = createA2aProvider(settings, { ...subject.ports, http });
    assert.partialDeepStrictEqual(await provider.check(context), expected);
  });
}

test("the simulated bank's IBANs have right check digits", () => {
  assert.equal(ibanOf("900000000000123"), "SA5399000900000000000123");
  assert.equal(ibanOf("900000000000124"), "SA2699000900000000000124");
});

test("a message without a body that we know is genuine and names nothing", async (t) => {
  const subject = await openFor(t);
  const { createHmac } = await import("node:crypto");
  const seconds = Math.floor(Date.now() / 1000);
  const settings = a2aServer.fromEnvironment({}, subject.simulatorUrl);
  const sign = (body: string): WebhookRequest => {
    const v1 = createHmac("sha256", settings?.webhookSecret.reveal() ?? "")
      .update(`${seconds}.${body}`)
      .digest("hex");
    return { headers: { [header]: `t=${seconds},v1=${v1}` }, query: {}, body };
  };
  const foreign = JSON.stringify({ eventId: "e1", data: { reference: "../etc" } });
  assert.deepEqual(subject.provider.readWebhook?.(sign("[]")), {});
  assert.deepEqual(subject.provider.readWebhook?.(sign(foreign)), {});
});
