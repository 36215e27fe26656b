/**
 * A Web Push message: its content encrypted for one browser (RFC 8291, in one record of RFC 8188), and the header by which its service
 * knows this installation (VAPID, RFC 8292). Of Node's own cryptography: the packages for it bring a dozen others and a client of
 * their own, which would not keep to public addresses.
 */
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto";

const curve = "prime256v1";
const recordSize = 4_096;
/** Longest content of one record that every service takes, bytes (RFC 8291, section 4). */
export const longestContent = 3_993;
const saltBytes = 16;
const tokenLifetimeSeconds = 12 * 60 * 60;

/** The installation's key pair for push services. */
export type ServerKey = {
  /** Uncompressed point, base64url: what browsers subscribe with. */
  readonly publicKey: string;
  /** 32 bytes. */
  readonly privateKey: Buffer;
};

/** What a browser gives out for messages to it. */
export type Receiver = {
  /** Its public key, an uncompressed point of 65 bytes. */
  readonly p256dh: Buffer;
  /** 16 bytes. */
  readonly auth: Buffer;
};

/**
 * The key pair of 32 secret bytes.
 * @throws Error for the bytes that are no number of the curve's; one in 2^32
 */
export function serverKeyOf(privateKey: Buffer): ServerKey {
  const pair = createECDH(curve);
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey("base64url"), privateKey };
}

/** Whether bytes are a point of the curve: what a message can be encrypted for. */
export function isPublicKey(p256dh: Buffer): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4) return false;
  const pair = createECDH(curve);
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a content: the body of the request, `content-encoding: aes128gcm`.
 * @param random the message's own key and salt; drawn unless a test repeats the example of the RFC
 * @throws RangeError for more than `longestContent` bytes
 */
export function encryptPush(
  content: Buffer,
  { p256dh, auth }: Receiver,
  random: { readonly privateKey?: Buffer; readonly salt?: Buffer } = {},
): Buffer {
  if (content.length > longestContent) throw new RangeError(`${content.length} bytes are no push message`);
  const own = createECDH(curve);
  if (random.privateKey) own.setPrivateKey(random.privateKey);
  else own.generateKeys();
  const ownPublic = own.getPublicKey();
  const salt = random.salt ?? randomBytes(saltBytes);
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, ownPublic]);
  const input = derive(own.computeSecret(p256dh), auth, keyInfo, 32);
  const key = derive(input, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(input, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The delimiter of a last record, and no padding.
  const sealed = Buffer.concat([cipher.update(content), cipher.update(Buffer.from([2])), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize, 0);
  head.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([salt, head, ownPublic, sealed, cipher.getAuthTag()]);
}

function derive(input: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", input, salt, info, length));
}

/**
 * The `authorization` header for a message to an endpoint.
 * @param contact how its service reaches the operator: a mailto: or https: address
 * @param now milliseconds
 */
export function vapidHeader(
  key: ServerKey,
  { endpoint, contact, now }: { readonly endpoint: string; readonly contact: string; readonly now: number },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + tokenLifetimeSeconds,
    sub: contact,
  };
  const text = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const point = Buffer.from(key.publicKey, "base64url");
  const privateKey = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: key.privateKey.toString("base64url"),
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${text}.${signature.toString("base64url")}, k=${key.publicKey}`;
}
