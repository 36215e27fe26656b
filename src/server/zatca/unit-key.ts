/** The stamping key of a unit: secp256k1, as the tax authority wants it. It is kept sealed and never leaves. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";

/** A new key, PKCS #8 in PEM: to be sealed at once. */
export function newUnitKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** The key of its PEM. Throws for anything else. */
export function readUnitKey(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== "secp256k1") throw new Error("not a stamping key");
  return key;
}
