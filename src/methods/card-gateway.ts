/**
 * From a merchant account at the card gateway to a payment provider: what its methods have in common. Cards and
 * American Express are two accounts; a session of one is unknown to the other.
 */
import { z } from "zod";
import type { CardMethod } from "#core/card/card-brands.ts";
import { Secret } from "#core/secret/secret.ts";
import { createCardProvider } from "#gateways/mpgs/card-steps.ts";
import { createMpgsClient } from "#gateways/mpgs/client.ts";
import { asking } from "./account-settings.ts";
import { brandRuleOf } from "./card/brand-rule.ts";
import { prepareCardSession } from "./card/prepare-session.ts";
import ar from "./card-gateway.ar.json" with { type: "json" };
import en from "./card-gateway.en.json" with { type: "json" };
import { isTestAddress, readBaseUrl, readVariable, readVariables } from "./environment.ts";
import type { MethodCall, MethodServer } from "./method-server.ts";
import type { PagelessProvider, ProviderPorts } from "./payment-method.ts";

/** One account at the gateway. */
export type GatewaySettings = {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly version: string;
  readonly merchantId: string;
  readonly password: Secret;
  /** Sent with every notification of this account. */
  readonly webhookSecret: Secret;
};

/** Hosts of the gateway: the regional ones and the banks' own below the same name. */
const gatewayHost =
  /^https:\/\/([a-z0-9-]+\.)*gateway\.mastercard\.com$|^https:\/\/[a-z]{2}-gateway\.mastercard\.com$/;

const ask = asking(ar, en);

/** Settings that a merchant stored. The address must be the gateway's: our server calls no address that a merchant can choose. */
export const gatewaySettings: z.ZodType<GatewaySettings> = z
  .strictObject({
    baseUrl: ask(z.string().regex(gatewayHost), {
      name: "baseUrl",
      kind: "text",
      usual: "https://ksa.gateway.mastercard.com",
    }),
    version: z
      .string()
      .regex(/^\d{2,3}$/)
      .default("100"),
    merchantId: ask(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), { name: "merchantId", kind: "text" }),
    password: ask(z.string().min(8).max(256), { name: "password", kind: "secret" }),
    webhookSecret: ask(z.string().min(16).max(256), { name: "webhookSecret", kind: "secret" }),
  })
  .transform((stored) => ({
    ...stored,
    password: new Secret(stored.password),
    webhookSecret: new Secret(stored.webhookSecret),
  }));

/** Order ids at the gateway are unique within one merchant there: accounts that share it share its books. */
export function gatewayAccount({ merchantId }: Pick<GatewaySettings, "merchantId">): string {
  return `mpgs/${merchantId}`;
}

type AccountVariables = {
  /** Beginning of the account's variables: `MPGS` or `MPGS_AMEX`. */
  readonly prefix: string;
  /** The simulator's account, which is public. */
  readonly simulated: {
    readonly merchantId: string;
    readonly password: string;
    readonly webhookSecret: string;
  };
};

/**
 * The installation's account: `<prefix>_MERCHANT_ID`, `<prefix>_PASSWORD`, `<prefix>_WEBHOOK_SECRET`, with
 * `MPGS_BASE_URL` and `MPGS_VERSION` shared by both accounts.
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function gatewayFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
  { prefix, simulated }: AccountVariables,
): GatewaySettings | null {
  const names = [`${prefix}_MERCHANT_ID`, `${prefix}_PASSWORD`, `${prefix}_WEBHOOK_SECRET`] as const;
  const given = readVariables(environment, names);
  const account =
    given === null
      ? simulated
      : {
          merchantId: given[names[0]] ?? "",
          password: given[names[1]] ?? "",
          webhookSecret: given[names[2]] ?? "",
        };
  if (given === null && simulatorUrl === null) return null;
  const standardUrl = simulatorUrl === null ? "" : `${simulatorUrl}/mpgs`;
  const baseUrl = readBaseUrl(environment, "MPGS_BASE_URL", standardUrl);
  if (
    environment["WASL_ENV"] === "live" &&
    (account.merchantId.startsWith("TEST") || !baseUrl.startsWith("https://"))
  ) {
    throw new Error(
      `In the live environment MPGS_BASE_URL must begin with https:// and ${names[0]} not with TEST.`,
    );
  }
  return {
    baseUrl,
    version: readVariable(environment, "MPGS_VERSION") ?? "100",
    merchantId: account.merchantId,
    password: new Secret(account.password),
    webhookSecret: new Secret(account.webhookSecret),
  };
}

/** The sign of a test account at the gateway: the bank gives those names that begin with TEST. */
export function gatewayTestMark({ merchantId, baseUrl }: GatewaySettings): string | null {
  if (/^TEST/i.test(merchantId)) return "its merchantId begins with TEST";
  return isTestAddress(baseUrl) ? `its address is ${baseUrl}` : null;
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

export type GatewayProviderOptions = {
  /** Name kept on every attempt, so that checks and refunds go to the account that was charged. */
  readonly id: string;
  readonly method: CardMethod;
};

/** A method with an account of its own at the gateway, as the server's list of methods has it. */
export function gatewayMethod(
  options: GatewayProviderOptions,
  account: AccountVariables,
  calls: readonly MethodCall[],
): MethodServer<GatewaySettings> {
  return {
    settings: gatewaySettings,
    fromEnvironment: (environment, simulatorUrl) =>
      gatewayFromEnvironment(environment, simulatorUrl, account),
    testAccountMark: gatewayTestMark,
    createProvider: (settings, ports) => createGatewayProvider(settings, ports, options),
    calls,
  };
}

/** The provider of one account. */
export function createGatewayProvider(
  settings: GatewaySettings,
  ports: ProviderPorts,
  options: GatewayProviderOptions,
): PagelessProvider {
  const { baseUrl, version, merchantId, password, webhookSecret } = settings;
  const client = createMpgsClient({
    http: ports.http,
    log: ports.log,
    baseUrl,
    version,
    merchantId,
    password,
  });
  const steps = createCardProvider({
    id: options.id,
    brandRule: brandRuleOf(options.method),
    client,
    clock: ports.clock,
    // mada demands it, and without it the merchant pays every dispute.
    threeDSecurePolicy: "required",
    webhookSecret,
  });
  return {
    ...steps,
    // A call's input arrives without its type; `calls.ts` makes it, so a failure here is a bug.
    start: (context, input) => steps.start(context, cardStart.parse(input)),
    confirmIsRepeatable: true,
    account: gatewayAccount(settings),
    cardSessions: {
      scriptUrl: `${baseUrl}/form/version/${version}/merchant/${merchantId}/session.js`,
      prepare: (request) => prepareCardSession(client, options.method, request),
    },
  };
}
