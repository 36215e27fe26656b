/** A merchant's account at Tabby: its keys, and where Tabby is. */
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking } from "../account-settings.ts";
import { isTestAddress, readBaseUrl, readOrigins, readVariable, readVariables } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };

export type TabbySettings = {
  /** Without a final slash. The Kingdom and the other countries have hosts of their own. */
  readonly baseUrl: string;
  readonly secretKey: Secret;
  /** For Tabby's own pages about itself; not secret. */
  readonly publicKey: string;
  /** Names the shop; one per country and currency. */
  readonly merchantCode: string;
  /** Comes back with every message of Tabby, in the header that we registered. */
  readonly webhookSecret: Secret;
  /** Origins of Tabby's checkout page: buyers are sent nowhere else. */
  readonly checkoutOrigins: readonly string[];
  /** Tabby's page about its instalments, without the language and the amount. */
  readonly infoUrl: string;
};

const publishedHosts = ["https://api.tabby.sa", "https://api.tabby.ai"] as const;
const checkoutOrigins = ["https://checkout.tabby.sa", "https://checkout.tabby.ai"];
const infoUrl = "https://checkout.tabby.ai/promos/product-page/installments";

const ask = asking(ar, en);

/**
 * Settings that a merchant stored. The addresses are Tabby's published ones: an account may not point our server at
 * an address of its choice.
 */
export const tabbySettings: z.ZodType<TabbySettings> = z
  .strictObject({
    baseUrl: z.enum(publishedHosts).default("https://api.tabby.sa"),
    secretKey: ask(z.string().min(1).max(512), { name: "secretKey", kind: "secret" }),
    publicKey: ask(z.string().min(1).max(512), { name: "publicKey", kind: "text" }),
    merchantCode: ask(z.string().min(1).max(100), { name: "merchantCode", kind: "text" }),
    webhookSecret: ask(z.string().min(16).max(512), { name: "webhookSecret", kind: "own_secret" }),
  })
  .transform(({ secretKey, webhookSecret, ...plain }) => ({
    ...plain,
    secretKey: new Secret(secretKey),
    webhookSecret: new Secret(webhookSecret),
    checkoutOrigins,
    infoUrl,
  }));

const required = [
  "TABBY_SECRET_KEY",
  "TABBY_PUBLIC_KEY",
  "TABBY_MERCHANT_CODE",
  "TABBY_WEBHOOK_SECRET",
] as const;

/**
 * The installation's settings: the four of `required`, and optionally `TABBY_BASE_URL`, `TABBY_CHECKOUT_ORIGINS` and
 * `TABBY_INFO_URL`.
 * @param simulatorUrl where the simulators are; their account is used when no other is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function tabbyFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
): TabbySettings | null {
  const given = readVariables(environment, required) ?? (simulatorUrl === null ? null : simulated);
  if (given === null) return null;
  const usesSimulator = simulatorUrl !== null && readVariable(environment, "TABBY_SECRET_KEY") === undefined;
  const standard = usesSimulator
    ? {
        baseUrl: `${simulatorUrl}/tabby`,
        checkoutOrigins: [new URL(simulatorUrl).origin],
        infoUrl: `${simulatorUrl}/tabby/promos/product-page/installments`,
      }
    : { baseUrl: "https://api.tabby.sa", checkoutOrigins, infoUrl };
  return {
    baseUrl: readBaseUrl(environment, "TABBY_BASE_URL", standard.baseUrl),
    secretKey: new Secret(given.TABBY_SECRET_KEY),
    publicKey: given.TABBY_PUBLIC_KEY,
    merchantCode: given.TABBY_MERCHANT_CODE,
    webhookSecret: new Secret(given.TABBY_WEBHOOK_SECRET),
    checkoutOrigins: readOrigins(environment, "TABBY_CHECKOUT_ORIGINS", standard.checkoutOrigins),
    infoUrl: readBaseUrl(environment, "TABBY_INFO_URL", standard.infoUrl),
  };
}

/** The account of the simulator; public. */
const simulated = {
  TABBY_SECRET_KEY: "sk_test_simulator-tabby-secret-key",
  TABBY_PUBLIC_KEY: "pk_test_simulator-tabby-public-key",
  TABBY_MERCHANT_CODE: "WASL-SA",
  TABBY_WEBHOOK_SECRET: "simulator-tabby-webhook-secret",
} as const;

/** What shows that an account is for tests. */
export function tabbyTestMark({ baseUrl, secretKey, publicKey }: TabbySettings): string | null {
  if (secretKey.reveal().startsWith("sk_test_")) return "its secretKey begins with sk_test_";
  if (publicKey.startsWith("pk_test_")) return "its publicKey begins with pk_test_";
  return isTestAddress(baseUrl) ? `its address is ${baseUrl}` : null;
}
