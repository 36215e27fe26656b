/** What Apple Pay needs: the account of the cards at the gateway, and the shop's identity at Apple. */

import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking } from "../account-settings.ts";
import { cardServer } from "../card/server.ts";
import { type GatewaySettings, gatewaySettings } from "../card-gateway.ts";
import { readVariable, readVariables } from "../environment.ts";
import type { HostFile } from "../method-server.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };
import type { AppleServers } from "./apple-hosts.ts";
import type { AppleMerchant } from "./validate-merchant.ts";

export type ApplePaySettings = { readonly gateway: GatewaySettings; readonly apple: AppleMerchant };

const merchantIdentifier = z.string().regex(/^merchant\.[A-Za-z0-9.-]{1,100}$/);
const domain = z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/);
const certificate = z.string().regex(/-----BEGIN CERTIFICATE-----/);
const privateKey = z.string().regex(/-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/);

const ask = asking(ar, en);

/** Settings that a merchant stored. The servers are Apple's own: there is no address in them. */
export const applePaySettings: z.ZodType<ApplePaySettings> = z
  .strictObject({
    gateway: gatewaySettings,
    merchantIdentifier: ask(merchantIdentifier, { name: "merchantIdentifier", kind: "text" }),
    certificatePem: ask(certificate, { name: "certificatePem", kind: "pem" }),
    keyPem: ask(privateKey, { name: "keyPem", kind: "pem" }),
    servers: z.enum(["production", "sandbox"]).default("production"),
    domain: domain.optional(),
  })
  .transform((stored) => ({
    gateway: stored.gateway,
    apple: {
      merchantIdentifier: stored.merchantIdentifier,
      certificate: { certPem: stored.certificatePem, keyPem: new Secret(stored.keyPem) },
      servers: { kind: stored.servers },
      domain: stored.domain ?? null,
    },
  }));

const required = ["APPLE_PAY_MERCHANT_ID", "APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY"] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The installation's settings: the variables of `required` (certificate and key as PEM text, line breaks also as
 * `\n`), optionally `APPLE_PAY_ENVIRONMENT` (production or sandbox) and `APPLE_PAY_DOMAIN`, and those of the cards.
 * @param simulatorUrl where the simulators are; their Apple is asked when no merchant id is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function applePayFromEnvironment(
  environment: Environment,
  simulatorUrl: string | null,
): ApplePaySettings | null {
  const given = readVariables(environment, required);
  if (given === null && simulatorUrl === null) return null;
  const gateway = cardServer.fromEnvironment(environment, simulatorUrl);
  if (gateway === null)
    throw new Error(
      "APPLE_PAY_MERCHANT_ID needs MPGS_MERCHANT_ID: Apple Pay is paid through the card gateway.",
    );
  if (given === null) return { gateway, apple: simulated(simulatorUrl ?? "") };
  return {
    gateway,
    apple: {
      merchantIdentifier: check("APPLE_PAY_MERCHANT_ID", merchantIdentifier, given.APPLE_PAY_MERCHANT_ID),
      certificate: {
        certPem: readPem("APPLE_PAY_CERTIFICATE", certificate, given.APPLE_PAY_CERTIFICATE),
        keyPem: new Secret(readPem("APPLE_PAY_KEY", privateKey, given.APPLE_PAY_KEY)),
      },
      servers: readServers(environment),
      domain: readDomain(environment),
    },
  };
}

/** The stand-in for Apple; public. */
function simulated(simulatorUrl: string): AppleMerchant {
  return {
    merchantIdentifier: "merchant.example.wasl",
    certificate: null,
    servers: { kind: "simulator", url: `${simulatorUrl}/applepay` },
    domain: null,
  };
}

/** Money of the sandbox is not real, so it has no place where money is. */
function readServers(environment: Environment): AppleServers {
  const isReal = ["pilot", "live"].includes(environment["WASL_ENV"] ?? "");
  const named = readVariable(environment, "APPLE_PAY_ENVIRONMENT") ?? (isReal ? "production" : "sandbox");
  if (named !== "production" && named !== "sandbox")
    throw new Error("APPLE_PAY_ENVIRONMENT must be production or sandbox.");
  if (named === "sandbox" && environment["WASL_ENV"] === "live")
    throw new Error("In the live environment APPLE_PAY_ENVIRONMENT must be production.");
  return { kind: named };
}

function readDomain(environment: Environment): string | null {
  const given = readVariable(environment, "APPLE_PAY_DOMAIN");
  return given === undefined ? null : check("APPLE_PAY_DOMAIN", domain, given);
}

function readPem(name: string, schema: z.ZodType<string>, text: string): string {
  return check(name, schema, text.replaceAll("\\n", "\n"));
}

/** The message never repeats the value: it may be a key. */
function check(name: string, schema: z.ZodType<string>, value: string): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`${name} is not usable. See docs/operations.md.`);
  return parsed.data;
}

/** Apple fetches it at registration and again before the certificate runs out, without a redirect. */
export const appleHostFile: HostFile = {
  path: "/.well-known/apple-developer-merchantid-domain-association",
  variable: "APPLE_PAY_DOMAIN_ASSOCIATION",
};
