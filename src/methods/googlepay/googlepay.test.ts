import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import { passChallenge } from "#test/card-gateway-driver.ts";
import {
  type DeviceWallet,
  openDeviceWallet,
  type WalletSituation,
  walletDeclines,
} from "#test/device-wallet-driver.ts";
import { googleToken } from "#test/wallet-tokens.ts";
import type { AttemptContext } from "../payment-method.ts";
import { continued, inStep } from "../provider-run.ts";
import { askProvider } from "../provider-suite.ts";
import { googlePayServer } from "./server.ts";

const open = () => openDeviceWallet(googlePayServer, googleToken);

askProvider({
  name: "googlepay",
  way: "ready",
  open,
  amounts: [1, 100, 123_456, 99_999_999],
  declines: walletDeclines,
});

async function start(t: TestContext, situation: WalletSituation) {
  const wallet = await open();
  t.after(wallet.close);
  const { context, input } = await wallet.prepare(situation);
  const outcome = await wallet.provider.start(context, input);
  return { wallet, outcome, context: continued(context, outcome) };
}

async function confirm({ provider }: DeviceWallet, context: AttemptContext): Promise<Outcome> {
  assert.ok(provider.confirm);
  return await provider.confirm(inStep(context, provider), undefined);
}

const panOnly = (number: string) => ({ card: { number, authMethod: "PAN_ONLY" } as const });

test("a number of the device pays without 3-D Secure", async (t) => {
  const { wallet, outcome, context } = await start(t, { card: { authMethod: "CRYPTOGRAM_3DS" } });
  assert.equal(outcome.kind, "ready");
  assert.equal((await confirm(wallet, context)).kind, "captured");
});

test("a card's own number is proven by its bank first, and takes nothing until then", async (t) => {
  const { wallet, outcome, context } = await start(t, panOnly("5123450000000008"));
  assert.ok(outcome.kind === "challenge", outcome.kind);
  assert.equal((await wallet.provider.check(context)).kind, "pending");
  assert.deepEqual(await wallet.movements(context.order.orderNumber), []);
  await passChallenge(outcome.html, "successful");
  const proven = await wallet.provider.check(context);
  assert.equal(proven.kind, "ready");
  assert.equal((await confirm(wallet, context)).kind, "captured");
  assert.equal((await wallet.movements(context.order.orderNumber)).length, 1);
});

test("a buyer who fails at the bank's page is declined and cannot be charged", async (t) => {
  const { wallet, outcome, context } = await start(t, panOnly("5123450000000008"));
  assert.ok(outcome.kind === "challenge", outcome.kind);
  await passChallenge(outcome.html, "failed");
  const checked = await wallet.provider.check(context);
  assert.equal(checked.kind === "declined" && checked.reason, "three_ds_failed");
  assert.equal((await confirm(wallet, context)).kind, "declined");
  assert.deepEqual(await wallet.movements(context.order.orderNumber), []);
});

test("a card's own number that its bank approves at once pays", async (t) => {
  const { wallet, outcome, context } = await start(t, panOnly("5123456789012346"));
  assert.equal(outcome.kind, "ready");
  assert.equal((await confirm(wallet, context)).kind, "captured");
});

test("a card's own number without 3-D Secure is refused: the merchant would pay every dispute", async (t) => {
  const { wallet, outcome, context } = await start(t, panOnly("4012000033330026"));
  assert.equal(outcome.kind === "declined" && outcome.reason, "three_ds_not_enabled");
  assert.deepEqual(await wallet.movements(context.order.orderNumber), []);
});

test("a token made for another account at the gateway pays nothing", async (t) => {
  const { wallet, outcome, context } = await start(t, { card: { gatewayMerchantId: "SOMEONE" } });
  assert.equal(outcome.kind, "not_sent");
  assert.deepEqual(await wallet.movements(context.order.orderNumber), []);
});
