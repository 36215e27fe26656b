/**
 * The suite's driver for wallets of devices: the real adapter and HTTP client against the simulated card gateway,
 * with a buyer whose wallet gives tokens.
 */
import { minor } from "#core/money.ts";
import type { DeclineReason } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import { mpgsSimulator } from "#gateways/mpgs/simulator/simulator.ts";
import type { MethodServer } from "#methods/method-server.ts";
import { payableAmount } from "#methods/payable-amount.ts";
import type { AttemptContext } from "#methods/payment-method.ts";
import type { MoneyStep, PreparedPayment, ProviderUnderTest, Situation } from "#methods/provider-suite.ts";
import { startNotificationReceiver } from "./notification-receiver.ts";
import { attemptContext, openSimulated } from "./simulated-provider.ts";
import { longTextsOf } from "./token-texts.ts";
import type { TokenCard } from "./wallet-tokens.ts";

export type WalletSituation = Situation & { readonly card?: TokenCard };

export type DeviceWallet = Omit<ProviderUnderTest, "prepare"> & {
  readonly prepare: (situation: WalletSituation) => Promise<PreparedPayment>;
  readonly control: (path: string, body?: object) => Promise<unknown>;
};

/** Minor units whose last four digits make the simulated bank decline with a reason. */
const decliningAmounts: Readonly<Partial<Record<DeclineReason, number>>> = {
  card_declined: 107_705,
  insufficient_funds: 107_751,
  expired_card: 107_754,
  card_not_supported: 107_757,
  suspected_fraud: 107_759,
  limit_exceeded: 107_765,
  rejected_by_provider: 107_791,
};

/** Reasons that an amount can cause. There is no security code, so it cannot be wrong. */
export const walletDeclines = Object.keys(decliningAmounts) as readonly DeclineReason[];

const operations: Readonly<Record<MoneyStep, string>> = {
  confirm: "PAY",
  capture: "CAPTURE",
  check: "RETRIEVE_TRANSACTION",
  refund: "REFUND",
};

/** Starts a gateway of its own for one test. `token` makes what the wallet gives, as the gateway receives it. */
export async function openDeviceWallet<Settings>(
  server: MethodServer<Settings>,
  token: (card: TokenCard) => string,
): Promise<DeviceWallet> {
  const receiver = await startNotificationReceiver();
  const wallet = await openSimulated({
    simulator: mpgsSimulator(),
    create: (url, ports) => {
      const settings = server.fromEnvironment({}, url);
      if (!settings) throw new Error("the simulators have an account");
      return server.createProvider(settings, ports);
    },
  });
  const prepare = async ({ amount, declines, card = {} }: WalletSituation): Promise<PreparedPayment> => {
    const byReason = declines && decliningAmounts[declines];
    const context: AttemptContext = {
      ...attemptContext(wallet.clock.now(), { amount: amount ?? minor(byReason ?? payableAmount) }),
      notificationUrl: receiver.url,
    };
    return { context, input: { paymentToken: new Secret(token(card)) } };
  };
  return {
    provider: wallet.provider,
    control: wallet.control,
    prepare,
    buyerActs: async () => undefined,
    movements: wallet.movements,
    arm: (fault, step) => wallet.arm("mpgs", fault, operations[step]),
    advance: wallet.advance,
    notifications: ({ context }) =>
      receiver.received({ mentions: context.order.orderNumber, including: '"PAYMENT"' }),
    forgeries: (genuine) => [
      { ...genuine, headers: { ...genuine.headers, "x-notification-secret": "x".repeat(32) } },
    ],
    secrets: ({ context, input }) => [
      ...longTextsOf(Object(input).paymentToken.reveal()),
      "simulator-card-password",
      context.attempt.data["sessionId"] ?? "none",
    ],
    written: wallet.written,
    close: async () => {
      await wallet.close();
      await receiver.close();
    },
  };
}
