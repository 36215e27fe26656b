/** A merchant's account at STC Pay: who it is, the certificate that proves it, and where STC Pay is. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { asking } from "../account-settings.ts";
import { isTestAddress, readBaseUrl, readVariable, readVariables } from "../environment.ts";
import ar from "./account.ar.json" with { type: "json" };
import en from "./account.en.json" with { type: "json" };

export type StcPaySettings = {
  /** Without a final slash. */
  readonly baseUrl: string;
  /** Merchant id, about eleven digits; goes into X-ClientCode. */
  readonly clientCode: string;
  /** For mutual TLS; null only with the simulator, which speaks plain HTTP. */
  readonly certificate: { readonly certPem: string; readonly keyPem: Secret } | null;
  /** Names of the merchant's own that STC Pay expects with every payment. */
  readonly branchId: string;
  readonly tellerId: string;
  readonly deviceId: string;
  /** No public document names the address of the refund, so an installation may. */
  readonly refundPath: string;
};

const publishedHosts = [
  "https://b2b.stcpay.com.sa",
  "https://b2btest.stcpay.com.sa",
  "https://test.b2b.stcpay.com.sa",
  "https://sandbox.b2b.stcpay.com.sa",
] as const;

const standardRefundPath = "/B2B.DirectPayment.WebApi/DirectPayment/V4/RefundPayment";

const ownName = z.string().min(1).max(20).default("1");
const path = z.string().regex(/^(?:\/[A-Za-z0-9._-]+)+$/);

const ask = asking(ar, en);

/**
 * Settings that a merchant stored. The addresses are STC Pay's: an account may not point our server at an address of
 * its choice.
 */
export const stcPaySettings: z.ZodType<StcPaySettings> = z
  .strictObject({
    baseUrl: z.enum(publishedHosts).default("https://b2b.stcpay.com.sa"),
    clientCode: ask(z.string().regex(/^\d{5,20}$/), { name: "clientCode", kind: "text" }),
    certificatePem: ask(z.string().max(20_000), { name: "certificatePem", kind: "pem" }),
    privateKeyPem: ask(z.string().max(20_000), { name: "privateKeyPem", kind: "pem" }),
    branchId: ownName,
    tellerId: ownName,
    deviceId: ownName,
    refundPath: path.default(standardRefundPath),
  })
  .refine(({ certificatePem, privateKeyPem }) => isPair(certificatePem, privateKeyPem), {
    path: ["certificatePem"],
    message: "not a certificate in PEM, or not the one of the private key",
  })
  .transform(({ certificatePem, privateKeyPem, ...rest }) => ({
    ...rest,
    certificate: { certPem: certificatePem, keyPem: new Secret(privateKeyPem) },
  }));

const required = ["STCPAY_CLIENT_CODE", "STCPAY_CERTIFICATE_PEM", "STCPAY_PRIVATE_KEY_PEM"] as const;

/**
 * The installation's settings: `STCPAY_CLIENT_CODE`, `STCPAY_CERTIFICATE_PEM`, `STCPAY_PRIVATE_KEY_PEM` (line breaks
 * may be written as \n), and optionally `STCPAY_BASE_URL`, `STCPAY_BRANCH_ID`, `STCPAY_TELLER_ID`,
 * `STCPAY_DEVICE_ID`, `STCPAY_REFUND_PATH`.
 * @param simulatorUrl where the simulators are; their account is used when no other is given
 * @returns null when nothing is set and there are no simulators
 * @throws Error with a sentence that names the variable
 */
export function stcPayFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  simulatorUrl: string | null,
): StcPaySettings | null {
  const given = readVariables(environment, required);
  if (given === null && simulatorUrl === null) return null;
  const standardUrl =
    given === null && simulatorUrl !== null ? `${simulatorUrl}/stcpay` : "https://b2b.stcpay.com.sa";
  const baseUrl = readBaseUrl(environment, "STCPAY_BASE_URL", standardUrl);
  if (given !== null && !baseUrl.startsWith("https://"))
    throw new Error("STCPAY_BASE_URL must begin with https://: the certificate proves nothing without TLS.");
  return {
    baseUrl,
    clientCode: given?.STCPAY_CLIENT_CODE ?? simulatedClientCode,
    certificate: given && readCertificate(given),
    branchId: readVariable(environment, "STCPAY_BRANCH_ID") ?? "1",
    tellerId: readVariable(environment, "STCPAY_TELLER_ID") ?? "1",
    deviceId: readVariable(environment, "STCPAY_DEVICE_ID") ?? "1",
    refundPath: readVariable(environment, "STCPAY_REFUND_PATH") ?? standardRefundPath,
  };
}

/** The account of the simulator; public. */
const simulatedClientCode = "61200000001";

function readCertificate(given: Readonly<Record<(typeof required)[number], string>>) {
  const certPem = given.STCPAY_CERTIFICATE_PEM.replaceAll("\\n", "\n");
  const keyPem = given.STCPAY_PRIVATE_KEY_PEM.replaceAll("\\n", "\n");
  if (!isPair(certPem, keyPem)) {
    throw new Error(
      "STCPAY_CERTIFICATE_PEM and STCPAY_PRIVATE_KEY_PEM must be a certificate and its private key, both in PEM and the key without a passphrase.",
    );
  }
  return { certPem, keyPem: new Secret(keyPem) };
}

function isPair(certPem: string, keyPem: string): boolean {
  try {
    return new X509Certificate(certPem).checkPrivateKey(createPrivateKey(keyPem));
  } catch {
    return false;
  }
}

/** What shows that an account is for tests. */
export function stcPayTestMark({ baseUrl, certificate }: StcPaySettings): string | null {
  if (certificate === null) return "it has no certificate";
  return isTestAddress(baseUrl) ? `its address is ${baseUrl}` : null;
}
