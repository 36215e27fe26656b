import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import { type DeviceWallet, openDeviceWallet, walletDeclines } from "#test/device-wallet-driver.ts";
import { appleToken, type TokenCard } from "#test/wallet-tokens.ts";
import { continued, inStep } from "../provider-run.ts";
import { askProvider } from "../provider-suite.ts";
import { applePayServer } from "./server.ts";

const open = () => openDeviceWallet(applePayServer, (card) => JSON.stringify(appleToken(card).paymentData));

askProvider({
  name: "applepay",
  way: "ready",
  open,
  amounts: [1, 100, 123_456, 99_999_999],
  declines: walletDeclines,
});

async function pay(t: TestContext, card: TokenCard): Promise<{ wallet: DeviceWallet; outcome: Outcome }> {
  const wallet = await open();
  t.after(wallet.close);
  const { provider, prepare } = wallet;
  const { context, input } = await prepare({ card });
  const started = await provider.start(context, input);
  const confirming = inStep(continued(context, started), provider);
  assert.ok(provider.confirm);
  return { wallet, outcome: await provider.confirm(confirming, undefined) };
}

const cards: readonly [string, string, string][] = [
  ["a mada card", "4860940000000008", "mada"],
  ["a Visa card, whose bank would ask in a browser", "4508750015741019", "visa"],
  ["a Mastercard", "5123450000000008", "mastercard"],
];

for (const [what, number, brand] of cards) {
  test(`${what} pays at once: the device has proven the buyer`, async (t) => {
    const { outcome } = await pay(t, { number });
    assert.ok(outcome.kind === "captured", JSON.stringify(outcome));
    assert.deepEqual(outcome.paidWith, { brand, lastFour: number.slice(-4) });
  });
}

test("no 3-D Secure is begun for a token of Apple Pay", async (t) => {
  const { wallet } = await pay(t, {});
  const { entries } = (await wallet.control("journal?simulator=mpgs")) as {
    entries: { operation: string }[];
  };
  const operations = entries.map(({ operation }) => operation);
  assert.ok(operations.includes("PAY"));
  assert.deepEqual(
    operations.filter((operation) => /AUTHENTICAT/.test(operation)),
    [],
  );
});

test("a card that its bank declines is declined with the bank's reason", async (t) => {
  const { outcome } = await pay(t, { expiry: "05/39" });
  assert.equal(outcome.kind === "declined" && outcome.reason, "card_declined");
});
