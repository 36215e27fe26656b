import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { minor, zero } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import { codeTyper } from "#test/code-typer.ts";
import { attemptContext, openSimulated, type SimulatedProvider } from "#test/simulated-provider.ts";
import type { AttemptContext } from "../payment-method.ts";
import { continued, inStep, toSend } from "../provider-run.ts";
import {
  askProvider,
  type MoneyStep,
  type ProviderFault,
  type ProviderUnderTest,
} from "../provider-suite.ts";
import { stcpayServer } from "./server.ts";
import { stcPaySimulator } from "./simulator/simulator.ts";

const goodMobile = "+966539342897";
const goodCode = "483920";

const buyers = codeTyper(
  { mobile: goodMobile, code: goodCode },
  {
    insufficient_funds: { code: "111111" },
    limit_exceeded: { code: "222222" },
    otp_expired: { code: "333333" },
    otp_wrong: { code: "4444" },
    cancelled_by_buyer: { code: "777777" },
    rejected_by_provider: { mobile: "+966500000008" },
  },
);

const operations: Readonly<Record<MoneyStep, string>> = {
  confirm: "CONFIRM",
  capture: "CONFIRM",
  check: "INQUIRY",
  refund: "REFUND",
};

const openStcPay = (): Promise<SimulatedProvider> =>
  openSimulated({
    simulator: stcPaySimulator(),
    create: (url, ports) => {
      const settings = stcpayServer.fromEnvironment({}, url);
      assert.ok(settings);
      return stcpayServer.createProvider(settings, ports);
    },
  });

async function open(): Promise<ProviderUnderTest> {
  const wallet = await openStcPay();
  return {
    provider: wallet.provider,
    prepare: async ({ amount, declines }) => {
      const context = attemptContext(wallet.clock.now(), { ...(amount !== undefined && { amount }) });
      return { context, input: { mobile: buyers.typedFor(declines).mobile }, declines };
    },
    buyerActs: async ({ declines }) => ({ code: new Secret(buyers.typedFor(declines).code) }),
    movements: wallet.movements,
    arm: (fault: ProviderFault, step: MoneyStep) => wallet.arm("stcpay", fault, operations[step]),
    advance: wallet.advance,
    secrets: ({ context }) => [goodCode, "111111", context.attempt.data["paymentReference"] ?? "none"],
    written: wallet.written,
    close: wallet.close,
  };
}

askProvider({
  name: "stcpay",
  way: "otp_sent",
  open,
  amounts: [1, 100, 115_00, 123_456_78],
  declines: buyers.declines,
});

/** A payment whose code was sent, ready for Confirm. */
async function startPayment(t: TestContext, code = goodCode, mobile = goodMobile) {
  const wallet = await openStcPay();
  t.after(wallet.close);
  const first = attemptContext(wallet.clock.now());
  const started = await wallet.provider.start(first, { mobile });
  const context = inStep(continued(first, started), wallet.provider);
  const confirm = async (typed = code): Promise<Outcome> =>
    (await wallet.provider.confirm?.(context, { code: new Secret(typed) })) ?? { kind: "not_found" };
  return { wallet, first, started, context, confirm, check: () => wallet.provider.check(context) };
}

test("the browser gets our own name of the payment, never STC Pay's references", async (t) => {
  const { started, first } = await startPayment(t);
  assert.ok(started.kind === "otp_sent");
  assert.equal(started.reference, first.attempt.id);
});

test("a wrong code may be typed again, and the right one then pays once", async (t) => {
  const { wallet, context, confirm } = await startPayment(t);
  const wrong = await confirm("4444");
  assert.deepEqual(wrong, {
    kind: "declined",
    reason: "otp_wrong",
    retryable: true,
    providerCode: "2031",
    providerText: "Invalid OTP value",
  });
  assert.equal((await confirm()).kind, "captured");
  assert.equal((await wallet.movements(context.order.orderNumber)).length, 1);
});

test("no other decline may be tried again with the same code", async (t) => {
  const { confirm } = await startPayment(t);
  const declined = await confirm("111111");
  assert.ok(declined.kind === "declined" && declined.reason === "insufficient_funds");
  assert.equal(declined.retryable, undefined);
});

test("a code that has expired is reported as such, though STC Pay calls it wrong", async (t) => {
  const { wallet, confirm } = await startPayment(t);
  wallet.clock.advance(301_000);
  const late = await confirm("4444");
  assert.ok(late.kind === "declined" && late.reason === "otp_expired");
  assert.equal(late.retryable, undefined);
});

test("a payment whose code ran out is closed as expired", async (t) => {
  const { wallet, check, confirm } = await startPayment(t);
  await wallet.advance(301_000);
  const late = await confirm();
  assert.ok(late.kind === "declined" && late.reason === "otp_expired", JSON.stringify(late));
  assert.deepEqual(await check(), { kind: "closed", as: "expired", providerCode: "5" });
});

test("a pending answer is settled by asking", async (t) => {
  const { wallet, confirm, check } = await startPayment(t);
  assert.equal((await confirm("666666")).kind, "pending");
  assert.equal((await check()).kind, "pending");
  await wallet.advance(30_000);
  assert.equal((await check()).kind, "captured");
});

test("a refusal that a proxy sends with HTTP 200 is one", async (t) => {
  const { confirm } = await startPayment(t);
  const outcome = await confirm("555555");
  assert.ok(outcome.kind === "declined" && outcome.reason === "insufficient_funds");
});

test("a code that could not be asked for leaves nothing in doubt", async (t) => {
  for (const fault of ["drop_before", "drop_after_commit", "status_500", "500_after_commit"]) {
    const wallet = await openStcPay();
    t.after(wallet.close);
    await wallet.arm("stcpay", fault, "AUTHORIZE");
    const outcome = await wallet.provider.start(attemptContext(wallet.clock.now()), { mobile: goodMobile });
    assert.equal(outcome.kind, "not_sent", fault);
  }
});

test("a wrong client code is a fault of ours and no decline: empty answers prove nothing", async (t) => {
  const wallet = await openSimulated({
    simulator: stcPaySimulator("61299999999"),
    create: (url, ports) => {
      const settings = stcpayServer.fromEnvironment({}, url);
      assert.ok(settings);
      return stcpayServer.createProvider(settings, ports);
    },
  });
  t.after(wallet.close);
  const context = attemptContext(wallet.clock.now(), {
    step: "confirm",
    data: { otpReference: "A", paymentReference: "1" },
  });
  assert.equal((await wallet.provider.start(context, { mobile: goodMobile })).kind, "not_sent");
  assert.equal((await wallet.provider.check(context)).kind, "unknown");
  const confirmed = await wallet.provider.confirm?.(context, { code: new Secret(goodCode) });
  assert.equal(confirmed?.kind, "unknown");
});

test("STC Pay takes riyals only: another currency is refused without asking it", async (t) => {
  const wallet = await openStcPay();
  t.after(wallet.close);
  const context = attemptContext(wallet.clock.now(), { currency: "USD" });
  const outcome = await wallet.provider.start(context, { mobile: goodMobile });
  assert.ok(outcome.kind === "declined" && outcome.providerCode === "currency_not_supported");
  assert.equal(wallet.written(), "");
});

test("a payment that STC Pay has no record of is not there once Confirm was sent, and open while the buyer types", async (t) => {
  const wallet = await openStcPay();
  t.after(wallet.close);
  const data = { otpReference: "A", paymentReference: "1" };
  const at = (attempt: Partial<AttemptContext["attempt"]>) =>
    wallet.provider.check(attemptContext(wallet.clock.now(), attempt));
  assert.equal((await at({ step: "start", data })).kind, "pending");
  assert.equal((await at({ step: "confirm", data })).kind, "not_found");
  assert.equal((await at({ step: "start" })).kind, "not_found");
});

test("a refund is not repeated when STC Pay's books show it, and not made when they show more than ours", async (t) => {
  const { wallet, context, confirm } = await startPayment(t);
  assert.equal((await confirm()).kind, "captured");
  const refund = async (id: string, amount: number, refundedBefore?: number) =>
    await wallet.provider.refund?.(
      context,
      toSend({
        id,
        amount: minor(amount),
        ...(refundedBefore !== undefined && { refundedBefore: minor(refundedBefore) }),
      }),
    );
  assert.equal((await refund("r1", 1_000, zero))?.kind, "refunded");
  // Two refunds of one amount: only our own books tell the second from a repetition of the first.
  assert.equal((await refund("r2", 1_000, 1_000))?.kind, "refunded");
  assert.equal((await refund("r2", 1_000, 1_000))?.kind, "refunded");
  assert.equal((await refund("r3", 500, 1_000))?.kind, "unknown");
  assert.equal((await refund("r3", 500))?.kind, "unknown");
  assert.equal(
    (await refund("r3", 2_000))?.kind,
    "unknown",
    "without our books nothing is known of two thousand",
  );
  const moved = await wallet.movements(context.order.orderNumber);
  assert.deepEqual(
    moved.map(({ kind, amount }) => `${kind} ${amount}`),
    [`capture ${context.attempt.amount}`, "refund 1000", "refund 1000"],
  );
});

test("what was refunded by hand before we knew of the payment is not counted as paid", async (t) => {
  const { wallet, context, confirm, check } = await startPayment(t);
  await confirm("444444");
  const refund = (amount: number, before: number) =>
    wallet.provider.refund?.(
      context,
      toSend({ id: "r", amount: minor(amount), refundedBefore: minor(before) }),
    );
  const byHand = context.attempt.amount - 10_000;
  await refund(byHand, 0);
  const part = await check();
  assert.ok(part.kind === "captured" && part.money.amount === 10_000);
  await refund(10_000, byHand);
  assert.deepEqual(await check(), { kind: "closed", as: "cancelled", providerCode: "reversed" });
});

test("a tester's desk pays, cancels and lets payments run out", async (t) => {
  const { wallet, context, check } = await startPayment(t);
  const desk = async (action: string) =>
    await fetch(`${wallet.url}/stcpay/desk/${context.attempt.id}`, {
      method: "POST",
      body: new URLSearchParams({ action }),
      redirect: "manual",
    });
  const page = await (await fetch(`${wallet.url}/stcpay/desk?lang=en`)).text();
  assert.ok(page.includes(context.order.orderNumber));
  assert.equal((await desk("cancel")).status, 303);
  assert.deepEqual(await check(), { kind: "closed", as: "cancelled", providerCode: "4" });
  // A button of a page that is out of date does nothing.
  await desk("pay");
  assert.deepEqual(await wallet.movements(context.order.orderNumber), []);
});
