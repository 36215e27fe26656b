/** From a merchant profile of the card gateway to a payment provider: what its methods have in common. */
import { z } from "zod";
import type { Clock, Http, Log } from "#core/ports.ts";
import type { Secret } from "#core/secret.ts";
import type { BrandRule } from "#gateways/mpgs/card-start.ts";
import { createCardProvider } from "#gateways/mpgs/card-steps.ts";
import { createMpgsClient, type MpgsClient } from "#gateways/mpgs/client.ts";
import type { PaymentProvider } from "./payment-method.ts";

/** One merchant account at the gateway. */
export type MpgsProfile = {
  readonly merchantId: string;
  readonly password: Secret;
  /** Comes with every notification of this account. */
  readonly webhookSecret: Secret;
};

/** Settings of the card gateway. Cards and American Express are two accounts; sessions of one mean nothing to the other. */
export type MpgsConfig = {
  readonly baseUrl: string;
  readonly version: string;
  readonly cards: MpgsProfile;
  readonly amex: MpgsProfile;
};

export type ProviderPorts = { readonly http: Http; readonly clock: Clock; readonly log?: Log | undefined };

/** The client of one account. */
export function createGatewayClient(
  config: MpgsConfig,
  profile: MpgsProfile,
  ports: ProviderPorts,
): MpgsClient {
  const { baseUrl, version } = config;
  const { merchantId, password } = profile;
  return createMpgsClient({ http: ports.http, log: ports.log, baseUrl, version, merchantId, password });
}

const cardStart = z.object({
  sessionId: z.string(),
  browser: z
    .object({
      colorDepth: z.number().optional(),
      language: z.string().optional(),
      screenHeight: z.number().optional(),
      screenWidth: z.number().optional(),
      timeZone: z.number().optional(),
    })
    .optional(),
});

/**
 * The provider of one account.
 * @param options.id name kept on every attempt, so that checks and refunds go to the account that was charged
 */
export function createGatewayProvider(
  config: MpgsConfig,
  profile: MpgsProfile,
  ports: ProviderPorts,
  options: { readonly id: string; readonly brandRule: BrandRule },
): PaymentProvider {
  const steps = createCardProvider({
    ...options,
    client: createGatewayClient(config, profile, ports),
    clock: ports.clock,
    // mada demands it, and without it the merchant bears every dispute.
    threeDSecurePolicy: "required",
    webhookSecret: profile.webhookSecret,
  });
  return {
    ...steps,
    // A call's input arrives without its type; `calls.ts` makes it, so a failure here is a bug.
    start: (context, input) => steps.start(context, cardStart.parse(input)),
    confirmIsRepeatable: true,
  };
}
