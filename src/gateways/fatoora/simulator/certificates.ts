/** The simulated authority as an issuer of certificates: reads requests (PKCS #10) and signs what is right. */
import {
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from "node:crypto";
import { readNodes, valuesByOid, write } from "./der.ts";

const { privateKey: authorityKey, publicKey: authorityPublicKey } = generateKeyPairSync("ec", {
  namedCurve: "secp256k1",
});

/** What a request says of its unit. */
export type UnitRequest = {
  /** "1-maker|2-model|3-number of its own": the same over renewals. */
  readonly serial: string;
  readonly vatNumber: string;
  /** "1100": standard and simplified. */
  readonly forms: string;
  readonly subject: Buffer;
  readonly publicKey: Buffer;
};

const oids = {
  serial: "550404",
  vatNumber: "0992268993f22c640101",
  forms: "55040c",
  template: "2b0601040182371402",
};

/**
 * Reads a request.
 * @param encoded base64 of its PEM
 * @returns null for what is none, is not signed with its own key, or lacks a field that the authority wants
 */
export function readRequest(encoded: string): UnitRequest | null {
  const pem = Buffer.from(encoded, "base64").toString("latin1");
  const base64 = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]+)-----END/.exec(pem)?.[1];
  if (base64 === undefined) return null;
  try {
    const [request] = readNodes(Buffer.from(base64, "base64"));
    const [info, , signature] = readNodes(request?.content ?? Buffer.alloc(0));
    const [, subject, key] = readNodes(info?.content ?? Buffer.alloc(0));
    if (!info || !signature || !subject || !key) return null;
    const publicKey = createPublicKey({ key: key.whole, format: "der", type: "spki" });
    const isItsOwn = verify("sha256", info.whole, publicKey, signature.content.subarray(1));
    if (!isItsOwn || publicKey.asymmetricKeyDetails?.namedCurve !== "secp256k1") return null;
    const values = valuesByOid(info.content);
    const serial = values.get(oids.serial) ?? "";
    const vatNumber = values.get(oids.vatNumber) ?? "";
    const forms = values.get(oids.forms) ?? "";
    const isWhole = /^1-.+\|2-.+\|3-.+$/.test(serial) && /^3\d{13}3$/.test(vatNumber);
    const isForOurs = /^(TST|PRE)?ZATCA-Code-Signing$/.test(values.get(oids.template) ?? "");
    if (!isWhole || !isForOurs || !/^[01]{4}$/.test(forms)) return null;
    return { serial, vatNumber, forms, subject: subject.whole, publicKey: key.whole };
  } catch {
    return null;
  }
}

/** A certificate for what a request asks, from now for five years: DER in base64. */
export function issueCertificate({ subject, publicKey }: UnitRequest, nowMs: number): string {
  const algorithm = write(0x30, write(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const issuer = write(
    0x30,
    write(
      0x31,
      write(0x30, write(0x06, Buffer.from("550403", "hex")), write(0x0c, Buffer.from("SIMULATOR-CA"))),
    ),
  );
  const time = (ms: number): Buffer =>
    write(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`));
  const content = write(
    0x30,
    write(0xa0, write(0x02, Buffer.of(2))),
    write(0x02, Buffer.concat([Buffer.of(0x11), randomBytes(17)])),
    algorithm,
    issuer,
    write(0x30, time(nowMs - 60_000), time(nowMs + 5 * 365 * 86_400_000)),
    subject,
    publicKey,
  );
  const signature = write(0x03, Buffer.of(0), sign("sha256", content, authorityKey));
  const certificate = write(0x30, content, algorithm, signature);
  // Reads as a certificate, or the simulator is at fault.
  return new X509Certificate(certificate).raw.toString("base64");
}

/** Signs the hash of a document that is cleared: signature in base64, and the key that verifies it in DER. */
export function signCleared(hash: Buffer): { readonly signature: string; readonly publicKey: Buffer } {
  return {
    signature: sign("sha256", hash, authorityKey).toString("base64"),
    publicKey: authorityPublicKey.export({ type: "spki", format: "der" }),
  };
}
