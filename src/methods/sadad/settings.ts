/** A merchant's account at Moyasar, who issues the SADAD bills: its keys, and where Moyasar is. */
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking } from "../account-settings.ts";
import { isTestAddress, readBaseUrl, readVariable, readVariables } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };

export type SadadSettings = {
  /** Without a final slash, with the version: "https://api.moyasar.com/v1". */
  readonly baseUrl: string;
  readonly secretKey: Secret;
  /** We choose it when we register our address; Moyasar repeats it in every message. */
  readonly webhookSecret: Secret;
};

const publishedUrl = "https://api.moyasar.com/v1";

const ask = asking(ar, en);

/** Settings that a merchant stored. The address is Moyasar's own: an account may not choose where our server calls. */
export const sadadSettings: z.ZodType<SadadSettings> = z
  .strictObject({
    secretKey: ask(z.string().regex(/^sk_(?:test|live)_[\w-]{1,200}$/), {
      name: "secretKey",
      kind: "secret",
    }),
    webhookSecret: ask(z.string().min(16).max(512), { name: "webhookSecret", kind: "own_secret" }),
  })
  .transform(({ secretKey, webhookSecret }) => ({
    baseUrl: publishedUrl,
    secretKey: new Secret(secretKey),
    webhookSecret: new Secret(webhookSecret),
  }));

const required = ["MOYASAR_SECRET_KEY", "MOYASAR_WEBHOOK_SECRET"] as const;

/**
 * The installation's settings: `MOYASAR_SECRET_KEY`, `MOYASAR_WEBHOOK_SECRET`, and optionally `MOYASAR_BASE_URL`.
 * @param simulatorUrl where the simulators are; their account is used when no other is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function sadadFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
): SadadSettings | null {
  const given = readVariables(environment, required) ?? (simulatorUrl === null ? null : simulated);
  if (given === null) return null;
  const usesSimulator =
    simulatorUrl !== null && readVariable(environment, "MOYASAR_SECRET_KEY") === undefined;
  const standardUrl = usesSimulator ? `${simulatorUrl}/moyasar/v1` : publishedUrl;
  return {
    baseUrl: readBaseUrl(environment, "MOYASAR_BASE_URL", standardUrl),
    secretKey: new Secret(given.MOYASAR_SECRET_KEY),
    webhookSecret: new Secret(given.MOYASAR_WEBHOOK_SECRET),
  };
}

/** The account of the simulator; public. */
const simulated = {
  MOYASAR_SECRET_KEY: "sk_test_simulator-moyasar",
  MOYASAR_WEBHOOK_SECRET: "simulator-moyasar-webhook-secret",
} as const;

/** What shows that an account is for tests. */
export function sadadTestMark({ baseUrl, secretKey }: SadadSettings): string | null {
  if (secretKey.reveal().startsWith("sk_test_")) return "its secretKey begins with sk_test_";
  return isTestAddress(baseUrl) ? `its address is ${baseUrl}` : null;
}
