import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import { codeTyper } from "#test/code-typer.ts";
import { attemptContext, openSimulated, type SimulatedProvider } from "#test/simulated-provider.ts";
import { continued, inStep } from "../../provider-run.ts";
import {
  askProvider,
  type MoneyStep,
  type ProviderFault,
  type ProviderUnderTest,
} from "../../provider-suite.ts";
import { urpayServer } from "../server.ts";
import { urpaySimulator } from "../simulator/direct/simulator.ts";

const mobile = "+966500000001";
const goodCode = "123456";

const buyers = codeTyper(
  { mobile, code: goodCode },
  {
    insufficient_funds: { code: "111111" },
    limit_exceeded: { code: "222222" },
    otp_expired: { code: "333333" },
    otp_wrong: { code: "999999" },
    suspected_fraud: { code: "777777" },
    rejected_by_provider: { mobile: "+966500000003" },
  },
);

const operations: Readonly<Record<MoneyStep, string>> = {
  confirm: "CONFIRM",
  capture: "CONFIRM",
  check: "FIND",
  refund: "REFUND",
};

const openDirect = (): Promise<SimulatedProvider> =>
  openSimulated({
    simulator: urpaySimulator(),
    create: (url, ports) => {
      const settings = urpayServer.fromEnvironment({}, url);
      assert.ok(settings);
      return urpayServer.createProvider(settings, ports);
    },
  });

async function open(): Promise<ProviderUnderTest> {
  const wallet = await openDirect();
  return {
    provider: wallet.provider,
    prepare: async ({ amount, declines }) => {
      const context = attemptContext(wallet.clock.now(), { ...(amount !== undefined && { amount }) });
      return { context, input: { mobile: buyers.typedFor(declines).mobile }, declines };
    },
    buyerActs: async ({ declines }) => ({ code: new Secret(buyers.typedFor(declines).code) }),
    movements: wallet.movements,
    arm: (fault: ProviderFault, step: MoneyStep) => wallet.arm("urpay", fault, operations[step]),
    advance: wallet.advance,
    secrets: () => [`"${goodCode}"`, '"111111"', "simulator-urpay-client-secret"],
    written: wallet.written,
    close: wallet.close,
  };
}

askProvider({
  name: "urpay-direct",
  way: "otp_sent",
  open,
  amounts: [1, 100, 115_00, 123_456_78],
  declines: buyers.declines,
});

/** A payment whose code was sent, ready to be confirmed. */
async function startPayment(t: TestContext) {
  const wallet = await openDirect();
  t.after(wallet.close);
  const first = attemptContext(wallet.clock.now());
  const started = await wallet.provider.start(first, { mobile });
  const context = inStep(continued(first, started), wallet.provider);
  const confirm = async (code = goodCode): Promise<Outcome> =>
    (await wallet.provider.confirm?.(context, { code: new Secret(code) })) ?? { kind: "not_found" };
  return { wallet, first, started, context, confirm, check: () => wallet.provider.check(context) };
}

test("the browser gets our own name of the payment, never the provider's", async (t) => {
  const { started, first } = await startPayment(t);
  assert.ok(started.kind === "otp_sent");
  assert.equal(started.reference, first.attempt.id);
});

test("a wrong code may be typed again, and the right one then pays once", async (t) => {
  const { wallet, context, confirm } = await startPayment(t);
  const wrong = await confirm("999999");
  assert.ok(wrong.kind === "declined" && wrong.reason === "otp_wrong" && wrong.retryable === true);
  assert.equal(wrong.providerCode, "IPAY0100093");
  assert.equal((await confirm()).kind, "captured");
  assert.equal((await wallet.movements(context.order.orderNumber)).length, 1);
});

test("no other decline may be tried again with the same payment", async (t) => {
  const { confirm } = await startPayment(t);
  const declined = await confirm("555555");
  assert.ok(declined.kind === "declined" && declined.retryable === undefined);
});

test("a payment whose code ran out is closed as expired", async (t) => {
  const { wallet, confirm, check } = await startPayment(t);
  await wallet.advance(301_000);
  const late = await confirm();
  assert.ok(late.kind === "declined" && late.reason === "otp_expired");
  assert.deepEqual(await check(), { kind: "closed", as: "expired", providerCode: "EXPIRED" });
});

test("a payment that is being worked on is settled by asking", async (t) => {
  const { wallet, confirm, check } = await startPayment(t);
  assert.equal((await confirm("666666")).kind, "pending");
  await wallet.advance(30_000);
  assert.equal((await check()).kind, "captured");
});

test("a code that could not be asked for leaves nothing in doubt", async (t) => {
  for (const [fault, operation] of [
    ["drop_after_commit", "CREATE"],
    ["500_after_commit", "CREATE"],
    ["status_503", "TOKEN"],
    ["drop_before", "TOKEN"],
  ] as const) {
    const wallet = await openDirect();
    t.after(wallet.close);
    await wallet.arm("urpay", fault, operation);
    const outcome = await wallet.provider.start(attemptContext(wallet.clock.now()), { mobile });
    assert.equal(outcome.kind, "not_sent", `${fault} ${operation}`);
  }
});

test("one token serves until it runs out, and calls at once fetch one together", async (t) => {
  const wallet = await openDirect();
  t.after(wallet.close);
  const tokens = async () => {
    const { entries } = (await wallet.control("journal?simulator=urpay")) as {
      entries: { operation: string }[];
    };
    return entries.filter(({ operation }) => operation === "TOKEN").length;
  };
  const ask = () => wallet.provider.check(attemptContext(wallet.clock.now()));
  for (const { kind } of await Promise.all([ask(), ask(), ask()])) assert.equal(kind, "not_found");
  assert.equal(await tokens(), 1);
  await wallet.advance(571_000);
  await ask();
  assert.equal(await tokens(), 2);
});

test("the token is written down nowhere", async (t) => {
  const { wallet } = await startPayment(t);
  assert.match(wallet.written(), /http\.request/);
  assert.doesNotMatch(wallet.written(), /bearer|access_token/i);
});

test("a token that was taken back is replaced, and the call is made", async (t) => {
  const { wallet, check } = await startPayment(t);
  // The simulator forgets its tokens by its own clock; the adapter still believes in its one.
  await wallet.control("clock", { advanceMs: 601_000 });
  assert.equal((await check()).kind, "closed");
});

test("riyals only: another currency is refused without asking", async (t) => {
  const wallet = await openDirect();
  t.after(wallet.close);
  const outcome = await wallet.provider.start(attemptContext(wallet.clock.now(), { currency: "USD" }), {
    mobile,
  });
  assert.ok(outcome.kind === "declined" && outcome.providerCode === "currency_not_supported");
  assert.equal(wallet.written(), "");
});

test("a tester's desk pays a payment whose buyer has left", async (t) => {
  const { wallet, context, check } = await startPayment(t);
  const page = await (await fetch(`${wallet.url}/urpay/desk?lang=ar`)).text();
  assert.ok(page.includes(context.order.orderNumber));
  await fetch(`${wallet.url}/urpay/desk/${context.attempt.id}`, {
    method: "POST",
    body: new URLSearchParams({ action: "pay" }),
    redirect: "manual",
  });
  const outcome = await check();
  assert.ok(outcome.kind === "captured" && outcome.money.amount === context.attempt.amount);
});
