/** A merchant's account for UR Pay: through Al Rajhi's gateway, or directly (decision K18). */
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking } from "../account-settings.ts";
import { isTestAddress, readBaseUrl, readOrigins, readVariable, readVariables } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };
import type { TrandataOptions } from "./arb/trandata.ts";

export type ArbSettings = {
  readonly driver: "arb";
  /** Without a final slash. */
  readonly baseUrl: string;
  /** The guide does not say which of the gateway's addresses takes UR Pay, so an account may. */
  readonly purchasePath: string;
  readonly tranportalId: string;
  readonly tranportalPassword: Secret;
  /** Encrypts purchases. */
  readonly requestKey: Secret;
  /** Encrypts inquiries and refunds, both ways; the same one for accounts with a single key. */
  readonly supportKey: Secret;
  readonly trandata: TrandataOptions;
  /** Origins of the gateway's pages: buyers are sent nowhere else. */
  readonly pageOrigins: readonly string[];
  /** In the address that is registered for the gateway's messages; null when none is. */
  readonly webhookKey: Secret | null;
};

export type DirectSettings = {
  readonly driver: "direct";
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly merchantId: string;
  readonly terminalId: string;
};

export type UrpaySettings = ArbSettings | DirectSettings;

const publishedHosts = [
  "https://digitalpayments.alrajhibank.com.sa",
  "https://digitalpayments.neoleap.com.sa",
  "https://securepayments.alrajhibank.com.sa",
  "https://securepayments.neoleap.com.sa",
] as const;

const paths = ["/pg/payment/hosted.htm", "/pg/payment/tranportal.htm"] as const;

/** The guide's initialisation vector; some accounts must use zeros. */
const vectors = { standard: Buffer.from("PGKEYENCDECIVSPC"), zero: Buffer.alloc(16) };

/** The cipher takes the key's characters as they are: 32 of them. */
const resourceKey = z.string().regex(/^[\x21-\x7e]{32}$/);

const ask = asking(ar, en);

/**
 * Settings that a merchant stored: an account at the gateway, at one of its published addresses. The direct contract
 * has no public address, so only the installation can have such an account.
 */
export const urpaySettings: z.ZodType<UrpaySettings> = z
  .strictObject({
    baseUrl: z.enum(publishedHosts).default("https://digitalpayments.alrajhibank.com.sa"),
    purchasePath: z.enum(paths).default("/pg/payment/hosted.htm"),
    tranportalId: ask(z.string().regex(/^[A-Za-z0-9]{1,40}$/), { name: "tranportalId", kind: "text" }),
    tranportalPassword: ask(z.string().min(1).max(256), { name: "tranportalPassword", kind: "secret" }),
    resourceKey: ask(resourceKey, { name: "resourceKey", kind: "secret" }),
    supportResourceKey: resourceKey.optional(),
    initialisationVector: z.enum(["standard", "zero"]).default("standard"),
    isUrlEncoded: z.boolean().default(true),
    webhookKey: ask(z.string().min(16).max(256).optional(), { name: "webhookKey", kind: "own_secret" }),
  })
  .transform((stored) => ({
    driver: "arb" as const,
    baseUrl: stored.baseUrl,
    purchasePath: stored.purchasePath,
    tranportalId: stored.tranportalId,
    tranportalPassword: new Secret(stored.tranportalPassword),
    requestKey: new Secret(stored.resourceKey),
    supportKey: new Secret(stored.supportResourceKey ?? stored.resourceKey),
    trandata: { iv: vectors[stored.initialisationVector], isUrlEncoded: stored.isUrlEncoded },
    pageOrigins: publishedHosts,
    webhookKey: stored.webhookKey === undefined ? null : new Secret(stored.webhookKey),
  }));

type Environment = Readonly<Record<string, string | undefined>>;

const arbNames = [
  "URPAY_ARB_TRANPORTAL_ID",
  "URPAY_ARB_TRANPORTAL_PASSWORD",
  "URPAY_ARB_RESOURCE_KEY",
] as const;

const directNames = [
  "URPAY_DIRECT_CLIENT_ID",
  "URPAY_DIRECT_CLIENT_SECRET",
  "URPAY_DIRECT_MERCHANT_ID",
  "URPAY_DIRECT_TERMINAL_ID",
] as const;

/**
 * The installation's settings. `URPAY_DRIVER` is `arb` or `direct`; left out, it is the one that has an account, and
 * with simulators alone the direct one, which asks for the code on our page as Spec 4 shows it.
 *
 * `arb`: `URPAY_ARB_TRANPORTAL_ID`, `URPAY_ARB_TRANPORTAL_PASSWORD`, `URPAY_ARB_RESOURCE_KEY`, and optionally
 * `URPAY_ARB_RESOURCE_KEY_2`, `URPAY_ARB_BASE_URL`, `URPAY_ARB_PURCHASE_PATH`, `URPAY_ARB_IV` (standard or zero),
 * `URPAY_ARB_URL_ENCODE` (true or false), `URPAY_ARB_PAGE_ORIGINS`, `URPAY_ARB_WEBHOOK_KEY`.
 * `direct`: `URPAY_DIRECT_BASE_URL`, `URPAY_DIRECT_CLIENT_ID`, `URPAY_DIRECT_CLIENT_SECRET`,
 * `URPAY_DIRECT_MERCHANT_ID`, `URPAY_DIRECT_TERMINAL_ID`.
 * @param simulatorUrl where the simulators are; their accounts are used when no other is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function urpayFromEnvironment(
  environment: Environment,
  simulatorUrl: string | null,
): UrpaySettings | null {
  const arb = readVariables(environment, arbNames);
  const direct = readVariables(environment, directNames);
  const driver = readVariable(environment, "URPAY_DRIVER");
  if (driver !== undefined && driver !== "arb" && driver !== "direct")
    throw new Error("URPAY_DRIVER must be arb or direct.");
  if (driver === undefined && arb !== null && direct !== null)
    throw new Error("URPAY_DRIVER must say which of the two accounts is used, arb or direct.");
  const chosen = driver ?? (arb === null ? "direct" : "arb");
  const settings =
    chosen === "arb"
      ? readArb(environment, arb, simulatorUrl)
      : readDirect(environment, direct, simulatorUrl);
  if (settings === null && driver !== undefined) {
    const [first] = chosen === "arb" ? arbNames : directNames;
    throw new Error(`${first} and its companions must be set, because URPAY_DRIVER is ${chosen}.`);
  }
  return settings;
}

function readArb(
  environment: Environment,
  account: Readonly<Record<(typeof arbNames)[number], string>> | null,
  simulatorUrl: string | null,
): ArbSettings | null {
  const given = account ?? (simulatorUrl === null ? null : simulatedArb);
  if (given === null) return null;
  const standardUrl = account === null && simulatorUrl !== null ? `${simulatorUrl}/arb` : publishedHosts[0];
  const baseUrl = readBaseUrl(environment, "URPAY_ARB_BASE_URL", standardUrl);
  const requestKey = readKey("URPAY_ARB_RESOURCE_KEY", given.URPAY_ARB_RESOURCE_KEY);
  const second = readVariable(environment, "URPAY_ARB_RESOURCE_KEY_2");
  const webhookKey =
    readVariable(environment, "URPAY_ARB_WEBHOOK_KEY") ??
    (account === null ? simulatedWebhookKey : undefined);
  return {
    driver: "arb",
    baseUrl: requireTls(environment, "URPAY_ARB_BASE_URL", baseUrl),
    purchasePath: readChoice(environment, "URPAY_ARB_PURCHASE_PATH", paths),
    tranportalId: given.URPAY_ARB_TRANPORTAL_ID,
    tranportalPassword: new Secret(given.URPAY_ARB_TRANPORTAL_PASSWORD),
    requestKey,
    supportKey: second === undefined ? requestKey : readKey("URPAY_ARB_RESOURCE_KEY_2", second),
    trandata: {
      iv: vectors[readChoice(environment, "URPAY_ARB_IV", ["standard", "zero"] as const)],
      isUrlEncoded: readChoice(environment, "URPAY_ARB_URL_ENCODE", ["true", "false"] as const) === "true",
    },
    pageOrigins: readOrigins(environment, "URPAY_ARB_PAGE_ORIGINS", [new URL(baseUrl).origin]),
    webhookKey: webhookKey === undefined ? null : new Secret(webhookKey),
  };
}

function readDirect(
  environment: Environment,
  account: Readonly<Record<(typeof directNames)[number], string>> | null,
  simulatorUrl: string | null,
): DirectSettings | null {
  const given = account ?? (simulatorUrl === null ? null : simulatedDirect);
  if (given === null) return null;
  if (account !== null && readVariable(environment, "URPAY_DIRECT_BASE_URL") === undefined)
    throw new Error("URPAY_DIRECT_BASE_URL must be set: the direct contract has no public address.");
  const baseUrl = readBaseUrl(environment, "URPAY_DIRECT_BASE_URL", simulatorUrl ?? "");
  return {
    driver: "direct",
    baseUrl: requireTls(environment, "URPAY_DIRECT_BASE_URL", baseUrl),
    clientId: given.URPAY_DIRECT_CLIENT_ID,
    clientSecret: new Secret(given.URPAY_DIRECT_CLIENT_SECRET),
    merchantId: given.URPAY_DIRECT_MERCHANT_ID,
    terminalId: given.URPAY_DIRECT_TERMINAL_ID,
  };
}

/** The accounts of the simulators; public. */
const simulatedArb = {
  URPAY_ARB_TRANPORTAL_ID: "TESTWASLURPAY01",
  URPAY_ARB_TRANPORTAL_PASSWORD: "simulator-arb-password",
  URPAY_ARB_RESOURCE_KEY: "simulator-arb-resource-key-00032",
} as const;
const simulatedWebhookKey = "simulator-arb-webhook-key";
const simulatedDirect = {
  URPAY_DIRECT_CLIENT_ID: "wasl",
  URPAY_DIRECT_CLIENT_SECRET: "simulator-urpay-client-secret",
  URPAY_DIRECT_MERCHANT_ID: "UR100200",
  URPAY_DIRECT_TERMINAL_ID: "T1",
} as const;

function readKey(name: string, text: string): Secret {
  if (!resourceKey.safeParse(text).success)
    throw new Error(`${name} must have 32 characters, all of them ASCII.`);
  return new Secret(text);
}

/** The value of a variable that has to be one of these; the first one when it is not set. */
function readChoice<Choice extends string>(
  environment: Environment,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = readVariable(environment, name) ?? choices[0];
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new Error(`${name} must be ${choices.join(" or ")}.`);
  return found;
}

function requireTls(environment: Environment, name: string, baseUrl: string): string {
  if (environment["WASL_ENV"] === "live" && !baseUrl.startsWith("https://"))
    throw new Error(`In the live environment ${name} must begin with https://.`);
  return baseUrl;
}

/** Where the bank lets shops try its gateway; the other two take real money. */
const testHosts: ReadonlySet<string> = new Set([
  "securepayments.alrajhibank.com.sa",
  "securepayments.neoleap.com.sa",
]);

/** What shows that an account is for tests. */
export function urpayTestMark({ baseUrl }: UrpaySettings): string | null {
  const isTest = isTestAddress(baseUrl) || testHosts.has(new URL(baseUrl).hostname);
  return isTest ? `its address is ${baseUrl}` : null;
}
