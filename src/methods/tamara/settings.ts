/** A merchant's account at Tamara: its keys, and where Tamara is. */
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking } from "../account-settings.ts";
import { isTestAddress, readBaseUrl, readOrigins, readVariable, readVariables } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };

export type TamaraSettings = {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly apiToken: Secret;
  /** Signs Tamara's messages to us. */
  readonly notificationToken: Secret;
  /** Origins of Tamara's checkout page: buyers are sent nowhere else. */
  readonly checkoutOrigins: readonly string[];
};

const publishedHosts = ["https://api.tamara.co", "https://api-sandbox.tamara.co"] as const;
const checkoutOrigins = ["https://checkout.tamara.co", "https://checkout-sandbox.tamara.co"];

const ask = asking(ar, en);

/**
 * Settings that a merchant stored. The addresses are Tamara's published ones: an account may not point our server at
 * an address of its choice.
 */
export const tamaraSettings: z.ZodType<TamaraSettings> = z
  .strictObject({
    baseUrl: z.enum(publishedHosts).default("https://api.tamara.co"),
    apiToken: ask(z.string().min(1).max(4096), { name: "apiToken", kind: "secret" }),
    notificationToken: ask(z.string().min(16).max(512), { name: "notificationToken", kind: "secret" }),
  })
  .transform(({ baseUrl, apiToken, notificationToken }) => ({
    baseUrl,
    apiToken: new Secret(apiToken),
    notificationToken: new Secret(notificationToken),
    checkoutOrigins,
  }));

const required = ["TAMARA_API_TOKEN", "TAMARA_NOTIFICATION_TOKEN"] as const;

/**
 * The installation's settings: `TAMARA_API_TOKEN`, `TAMARA_NOTIFICATION_TOKEN`, and optionally `TAMARA_BASE_URL` and
 * `TAMARA_CHECKOUT_ORIGINS`.
 * @param simulatorUrl where the simulators are; their account is used when no other is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function tamaraFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
): TamaraSettings | null {
  const given = readVariables(environment, required) ?? (simulatorUrl === null ? null : simulated);
  if (given === null) return null;
  const usesSimulator = simulatorUrl !== null && readVariable(environment, "TAMARA_API_TOKEN") === undefined;
  const standardUrl = usesSimulator ? `${simulatorUrl}/tamara` : "https://api.tamara.co";
  const standardOrigins = usesSimulator ? [new URL(simulatorUrl).origin] : checkoutOrigins;
  return {
    baseUrl: readBaseUrl(environment, "TAMARA_BASE_URL", standardUrl),
    apiToken: new Secret(given.TAMARA_API_TOKEN),
    notificationToken: new Secret(given.TAMARA_NOTIFICATION_TOKEN),
    checkoutOrigins: readOrigins(environment, "TAMARA_CHECKOUT_ORIGINS", standardOrigins),
  };
}

/** The account of the simulator; public. */
const simulated = {
  TAMARA_API_TOKEN: "simulator-tamara-api-token",
  TAMARA_NOTIFICATION_TOKEN: "simulator-tamara-notification-token",
} as const;

/** What shows that an account is for tests. */
export function tamaraTestMark({ baseUrl }: TamaraSettings): string | null {
  return isTestAddress(baseUrl) ? `its address is ${baseUrl}` : null;
}
