/** A merchant's account at the bank that keeps its virtual IBANs: its keys, and where the bank's service is. */
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking, publicBaseUrl } from "../account-settings.ts";
import { isTestAddress, readBaseUrl, readVariable, readVariables } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };

export type A2aSettings = {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** Signs the bank's messages to us. */
  readonly webhookSecret: Secret;
};

const ask = asking(ar, en);

/** Settings that a merchant stored. Every bank has an address of its own, so an account names it. */
export const a2aSettings: z.ZodType<A2aSettings> = z
  .strictObject({
    baseUrl: ask(publicBaseUrl, { name: "baseUrl", kind: "text" }),
    clientId: ask(z.string().min(1).max(200), { name: "clientId", kind: "text" }),
    clientSecret: ask(z.string().min(1).max(512), { name: "clientSecret", kind: "secret" }),
    webhookSecret: ask(z.string().min(16).max(512), { name: "webhookSecret", kind: "secret" }),
  })
  .transform(({ baseUrl, clientId, clientSecret, webhookSecret }) => ({
    baseUrl,
    clientId,
    clientSecret: new Secret(clientSecret),
    webhookSecret: new Secret(webhookSecret),
  }));

const required = [
  "VIBAN_BASE_URL",
  "VIBAN_CLIENT_ID",
  "VIBAN_CLIENT_SECRET",
  "VIBAN_WEBHOOK_SECRET",
] as const;

/**
 * The installation's settings: `VIBAN_BASE_URL`, `VIBAN_CLIENT_ID`, `VIBAN_CLIENT_SECRET` and `VIBAN_WEBHOOK_SECRET`.
 * @param simulatorUrl where the simulators are; their account is used when no other is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function a2aFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
): A2aSettings | null {
  const isSet = required.some((name) => readVariable(environment, name) !== undefined);
  if (!isSet) return simulatorUrl === null ? null : simulatedAccount(simulatorUrl);
  const given = readVariables(environment, required);
  if (given === null) return null;
  return {
    baseUrl: readBaseUrl(environment, "VIBAN_BASE_URL", ""),
    clientId: given.VIBAN_CLIENT_ID,
    clientSecret: new Secret(given.VIBAN_CLIENT_SECRET),
    webhookSecret: new Secret(given.VIBAN_WEBHOOK_SECRET),
  };
}

/** The account of the simulator; public. */
function simulatedAccount(simulatorUrl: string): A2aSettings {
  return {
    baseUrl: `${simulatorUrl}/viban`,
    clientId: "simulator-viban",
    clientSecret: new Secret("simulator-viban-client-secret"),
    webhookSecret: new Secret("simulator-viban-webhook-secret"),
  };
}

/** What shows that an account is for tests. */
export function a2aTestMark({ baseUrl }: A2aSettings): string | null {
  return isTestAddress(baseUrl) ? `its address is ${baseUrl}` : null;
}
