/** The provider of a wallet: the account of the cards at the gateway, with the wallet's token in place of a card. */
import { createMpgsClient } from "#gateways/mpgs/client.ts";
import { createWalletProvider, type WalletProviderOptions } from "#gateways/mpgs/wallet-steps.ts";
import { type GatewaySettings, gatewayAccount } from "../card-gateway.ts";
import type { PagelessProvider, ProviderPorts } from "../payment-method.ts";
import { walletStart } from "./wallet-call.ts";

/** Builds it. `id` is kept on every attempt, so that checks and refunds go to the account that was charged. */
export function createDeviceWalletProvider(
  settings: GatewaySettings,
  ports: ProviderPorts,
  options: Pick<WalletProviderOptions, "id" | "walletProvider" | "numbers">,
): PagelessProvider {
  const { webhookSecret, ...account } = settings;
  const client = createMpgsClient({ http: ports.http, log: ports.log, ...account });
  const steps = createWalletProvider({
    ...options,
    client,
    clock: ports.clock,
    // A card's own number from a wallet is a card like any: without 3-D Secure the merchant pays every dispute.
    threeDSecurePolicy: "required",
    webhookSecret,
  });
  return {
    ...steps,
    // A call's input arrives without its type; `wallet-call.ts` makes it, so a failure here is a bug.
    start: (context, input) => steps.start(context, walletStart.parse(input)),
    confirmIsRepeatable: true,
    account: gatewayAccount(settings),
  };
}
