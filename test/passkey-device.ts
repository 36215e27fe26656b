/** A device that makes and uses passkeys, in software, for tests: what a browser would post. It does wrong when asked to. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { consoleUrl } from "./console.ts";

export type Wrong = {
  readonly origin?: string;
  readonly rpId?: string;
  /** The device asked for no finger, face or PIN. */
  readonly isUnverified?: boolean;
  /** Challenge to sign in place of the one that was asked. */
  readonly challenge?: string;
};

export type PasskeyDevice = {
  /** Answers a page's or a call's options; gives the text of the field `credential`. */
  readonly make: (options: { readonly challenge: string }, wrong?: Wrong) => string;
  readonly use: (options: { readonly challenge: string }, wrong?: Wrong) => string;
};

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const base64 = (data: Buffer): string => data.toString("base64url");

/** Bytes in CBOR (RFC 8949), up to 64 KB. */
function cborBytes(data: Buffer): Buffer {
  const length = data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from(length), data]);
}

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Makes one with a key on the curve P-256 that counts its signatures. */
export function passkeyDevice(): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let count = 0;
  const clientData = (type: string, challenge: string, wrong: Wrong): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? consoleUrl,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (wrong: Wrong, hasKey: boolean): Buffer => {
    const flags = 1 | (wrong.isUnverified ? 0 : 4) | (hasKey ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const rpId = wrong.rpId ?? new URL(consoleUrl).hostname;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  };
  const answer = (response: object): string =>
    JSON.stringify({
      id: base64(id),
      rawId: base64(id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });
  const coseKey = (): Buffer => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // 1 (kind): 2, 3 (algorithm): -7, -1 (curve): 1, -2 and -3: the point.
    return Buffer.concat([
      Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
      cborBytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, "base64url")),
    ]);
  };
  return {
    make: ({ challenge }, wrong = {}) => {
      const idLength = Buffer.from([0, id.length]);
      const key = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey()]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), cborBytes(Buffer.concat([authenticatorData(wrong, true), key]))],
      ]);
      const clientDataJSON = base64(clientData("webauthn.create", challenge, wrong));
      return answer({
        clientDataJSON,
        attestationObject: base64(attestationObject),
        transports: ["internal"],
      });
    },
    use: ({ challenge }, wrong = {}) => {
      count += 1;
      const data = authenticatorData(wrong, false);
      const client = clientData("webauthn.get", challenge, wrong);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(signature),
      });
    },
  };
}

/** The options that a page asks with. */
export function askedOf(page: string): { readonly challenge: string } {
  const data = /data-passkey="([^"]*)"/.exec(page)?.[1] ?? "";
  return JSON.parse(data.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}
