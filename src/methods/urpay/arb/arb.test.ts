import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { codeTyper } from "#test/code-typer.ts";
import { startNotificationReceiver } from "#test/notification-receiver.ts";
import {
  attemptContext,
  openMethod,
  openSimulated,
  type SimulatedProvider,
} from "#test/simulated-provider.ts";
import { payableText } from "../../payable-amount.ts";
import type { AttemptContext } from "../../payment-method.ts";
import { continued } from "../../provider-run.ts";
import {
  askProvider,
  type MoneyStep,
  type ProviderFault,
  type ProviderUnderTest,
} from "../../provider-suite.ts";
import { urpayServer } from "../server.ts";
import { refundByHandMs } from "../simulator/arb/payments.ts";
import { arbSimulator } from "../simulator/arb/simulator.ts";

const mobile = "+966500000001";
const goodCode = "123456";

const buyers = codeTyper(
  { mobile, code: goodCode },
  {
    insufficient_funds: { code: "111111" },
    limit_exceeded: { code: "222222" },
    suspected_fraud: { code: "333333" },
    rejected_by_provider: { mobile: "+966500000003" },
  },
);

/** The buyer pays on the gateway's page; faults of the question are about the inquiry, that of the amount is not. */
function operationOf(fault: ProviderFault, step: MoneyStep): string {
  if (step === "refund") return "REFUND";
  return fault === "amount_mismatch" ? "PAGE" : "INQUIRY";
}

const openArb = (): Promise<SimulatedProvider> =>
  openSimulated({
    simulator: arbSimulator(),
    create: (url, ports) => {
      const settings = urpayServer.fromEnvironment({ URPAY_DRIVER: "arb" }, url);
      assert.ok(settings);
      return urpayServer.createProvider(settings, ports);
    },
  });

/** What the buyer does on the page, and what the page answers. */
async function typeOnPage(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
  const page = new URL(url);
  const PaymentID = page.searchParams.get("PaymentID") ?? "";
  return await fetch(new URL(page.pathname, page), {
    method: "POST",
    body: new URLSearchParams({ PaymentID, action: "pay", ...form }),
  });
}

async function open(): Promise<ProviderUnderTest> {
  const wallet = await openArb();
  return {
    provider: wallet.provider,
    prepare: async ({ amount, declines }) => {
      const context = attemptContext(wallet.clock.now(), { ...(amount !== undefined && { amount }) });
      return { context, input: { mobile: buyers.typedFor(declines).mobile }, declines };
    },
    buyerActs: async ({ declines }, started) => {
      assert.ok(started.kind === "redirect");
      await typeOnPage(started.url, { otp: buyers.typedFor(declines).code });
    },
    movements: wallet.movements,
    arm: (fault, step) => wallet.arm("arb", fault, operationOf(fault, step)),
    secrets: () => [
      "simulator-arb-password",
      "simulator-arb-resource-key-00032",
      "simulator-arb-webhook-key",
    ],
    written: wallet.written,
    advance: wallet.advance,
    close: wallet.close,
  };
}

askProvider({
  name: "urpay-arb",
  way: "redirect",
  hasOwnTestsOfNotifications: true,
  open,
  amounts: [1, 100, 115_00, 123_456_78],
  declines: buyers.declines,
  laterRefundMs: refundByHandMs,
});

/** A payment whose page is prepared. */
async function startPayment(t: TestContext, changes: Partial<AttemptContext["payer"]> = {}) {
  const wallet = await openArb();
  t.after(wallet.close);
  const first = attemptContext(wallet.clock.now());
  const told = { ...first, payer: { ...first.payer, ...changes } };
  const started = await wallet.provider.start(told, { mobile });
  const context = continued(told, started);
  const check = () => wallet.provider.check(context);
  const url = started.kind === "redirect" ? started.url : "";
  return { wallet, started, context, check, url };
}

test("the buyer is sent to the gateway's page of this payment, and the page sends him back to our address", async (t) => {
  const { context, url } = await startPayment(t);
  assert.match(url, /\/arb\/pg\/URPaypage\.htm\?PaymentID=\d{18}$/);
  const shown = await (await fetch(url)).text();
  assert.ok(shown.includes(`${payableText} SAR`) && shown.includes(context.order.orderNumber));
  const back = await (await typeOnPage(url, { otp: goodCode })).text();
  assert.ok(back.includes(`action="${context.returnUrl}"`));
});

test("a wrong code may be typed again on the page; after three the payment has failed", async (t) => {
  const { check, url } = await startPayment(t);
  for (let tries = 0; tries < 2; tries += 1) await typeOnPage(url, { otp: "987654" });
  assert.equal((await check()).kind, "pending");
  await typeOnPage(url, { otp: "987654" });
  const failed = await check();
  assert.ok(failed.kind === "declined" && failed.reason === "rejected_by_provider");
});

test("a buyer who leaves the page without paying has paid nothing, and the payment stays open", async (t) => {
  const { wallet, context, check, url } = await startPayment(t);
  await typeOnPage(url, { action: "cancel" });
  assert.equal((await check()).kind, "pending");
  assert.deepEqual(await wallet.movements(context.order.orderNumber), []);
});

test("a payment that was paid while the buyer's browser was gone is found by asking", async (t) => {
  const { check, url } = await startPayment(t);
  await assert.rejects(typeOnPage(url, { otp: "444444" }));
  assert.equal((await check()).kind, "captured");
});

test("a time-out inside of the gateway is unknown until the gateway knows", async (t) => {
  const { wallet, check, url } = await startPayment(t);
  await typeOnPage(url, { otp: "666666" });
  assert.equal((await check()).kind, "unknown");
  await wallet.advance(30_000);
  assert.equal((await check()).kind, "captured");
});

test("a page that ran out is closed as expired", async (t) => {
  const { wallet, check } = await startPayment(t);
  await wallet.advance(15 * 60_000);
  assert.deepEqual(await check(), { kind: "closed", as: "expired", providerCode: "IPAY0100042" });
});

test("a purchase says where the buyer is: the risk rules decline one that does not", async (t) => {
  const { started } = await startPayment(t, { ipAddress: null });
  assert.ok(started.kind === "declined" && started.reason === "suspected_fraud");
});

test("a page that could not be asked for leaves nothing in doubt", async (t) => {
  for (const fault of ["drop_before", "drop_after_commit", "status_503", "500_after_commit"]) {
    const wallet = await openArb();
    t.after(wallet.close);
    await wallet.arm("arb", fault, "PURCHASE");
    const context = attemptContext(wallet.clock.now());
    const outcome = await wallet.provider.start(context, { mobile });
    assert.equal(outcome.kind, "not_sent", fault);
    assert.equal((await wallet.provider.check(context)).kind, "not_found", fault);
  }
});

test("an older page is dead once the same payment was asked for again", async (t) => {
  const { wallet, context, url } = await startPayment(t);
  const again = await wallet.provider.start(context, { mobile });
  assert.ok(again.kind === "redirect");
  assert.equal((await typeOnPage(url, { otp: goodCode })).status, 404);
  await typeOnPage(again.url, { otp: goodCode });
  assert.equal((await wallet.movements(context.order.orderNumber)).length, 1);
});

test("a message of the gateway names its payment when its address carries the key, and is acknowledged as it wants", async (t) => {
  const { wallet, context, url } = await startPayment(t);
  const receiver = await startNotificationReceiver();
  t.after(receiver.close);
  await fetch(`${wallet.url}/arb/portal`, {
    method: "POST",
    body: new URLSearchParams({ webhookUrl: receiver.url }),
  });
  await typeOnPage(url, { otp: goodCode });
  const { id } = context.attempt;
  const [message] = await receiver.received({ mentions: id, including: "PAYMENT" });
  const { readWebhook } = wallet.provider;
  assert.ok(message && readWebhook);
  const read = (query: Record<string, string>, body = message.body) =>
    readWebhook({ ...message, query, body });
  const event = read({ key: "simulator-arb-webhook-key" });
  assert.ok(event !== "forged");
  assert.equal(event.attemptId, id);
  assert.deepEqual(event.acknowledgement, [{ status: "1" }]);
  assert.deepEqual(read({ key: "simulator-arb-webhook-key" }), event, "a replay reads the same");
  for (const query of [{}, { key: "" }, { key: "simulator-arb-webhook-kez" }, { token: "x" }])
    assert.equal(read(query), "forged", JSON.stringify(query));
  for (const body of ["", "[]", "{}", '[{"type":"PAYMENT","payLoad":"text"}]'])
    assert.equal(read({ key: "simulator-arb-webhook-key" }, body), "forged", body);
});

test("messages go to the address that stands in the portal from the start, until none is entered there", async (t) => {
  const wallet = await openMethod({
    simulator: arbSimulator,
    server: {
      ...urpayServer,
      fromEnvironment: (_, url) => urpayServer.fromEnvironment({ URPAY_DRIVER: "arb" }, url),
    },
    ...{ operations: {}, paidNotification: "PAYMENT", secrets: () => [] },
  });
  t.after(wallet.close);
  const pay = async (context: AttemptContext) => {
    const started = await wallet.provider.start(context, { mobile });
    assert.ok(started.kind === "redirect");
    await typeOnPage(started.url, { otp: goodCode });
  };
  const context = wallet.contextOf({});
  await pay(context);
  const [message] = await wallet.notifications({ context, input: { mobile } });
  assert.ok(message?.body.includes(context.attempt.id));
  const portal = `${wallet.simulatorUrl}/arb/portal`;
  await fetch(portal, { method: "POST", body: new URLSearchParams({ webhookUrl: "" }) });
  await pay(wallet.contextOf({}));
  const operations = await wallet.operations();
  assert.equal(operations.filter((operation) => operation === "WEBHOOK").length, 1);
});

test("an account without a key for messages reads none", () => {
  const settings = urpayServer.fromEnvironment(
    {
      URPAY_ARB_TRANPORTAL_ID: "TP01",
      URPAY_ARB_TRANPORTAL_PASSWORD: "password",
      URPAY_ARB_RESOURCE_KEY: "0123456789abcdef0123456789abcdef",
    },
    null,
  );
  assert.ok(settings);
  const http = async () => ({ kind: "not_sent", reason: "" }) as const;
  const clock = { now: () => 0, sleep: async () => undefined };
  assert.equal(urpayServer.createProvider(settings, { http, clock }).readWebhook, undefined);
});

test("a tester's desk pays, declines and lets pages run out", async (t) => {
  for (const [action, kind] of [
    ["pay", "captured"],
    ["decline", "declined"],
    ["expire", "closed"],
    ["cancel", "pending"],
  ] as const) {
    const { wallet, context, check } = await startPayment(t);
    await fetch(`${wallet.url}/arb/desk/${context.attempt.id}`, {
      method: "POST",
      body: new URLSearchParams({ action }),
      redirect: "manual",
    });
    assert.equal((await check()).kind, kind, action);
  }
});
