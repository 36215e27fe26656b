/**
 * A push service of browsers, and the browser behind it: takes Web Push requests over HTTP, checks what the standards require of their
 * sender (RFC 8030, 8188, 8291, 8292), opens them, and keeps what a browser would show.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type PushMessage = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What was encrypted. */
  readonly content: unknown;
};

export type PushService = AsyncDisposable & {
  readonly origin: string;
  /** A new browser's subscription, as `PushSubscription.toJSON` gives it. */
  readonly subscribe: (serverKey: string) => {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly messages: readonly PushMessage[];
  /** What the next requests are answered; 201 else. */
  readonly answer: (status: number) => void;
};

type Browser = {
  readonly pair: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
  readonly serverKey: string;
};

/** Starts one on this machine; `await using` ends it. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const messages: PushMessage[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const browser = browsers.get(path);
    const wrong = browser === undefined ? 404 : wrongOf(request.headers, browser, origin);
    if (browser === undefined || wrong !== null) {
      response.writeHead(wrong ?? 404).end();
      return;
    }
    const keys = { privateKey: browser.pair.getPrivateKey(), auth: browser.auth };
    const content: unknown = JSON.parse(openPush(Buffer.concat(chunks), keys).toString("utf8"));
    if (status === 201) messages.push({ path, headers: request.headers, content });
    response.writeHead(status, { location: `${origin}/message/1` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    messages,
    answer: (next) => {
      status = next;
    },
    subscribe: (serverKey) => {
      const pair = createECDH("prime256v1");
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(12).toString("base64url")}`;
      browsers.set(path, { pair, auth, serverKey });
      const keys = { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") };
      return { endpoint: origin + path, keys };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The status that refuses a request; null for one as it must be. */
function wrongOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { serverKey }: Browser,
  origin: string,
): number | null {
  if (headers["content-encoding"] !== "aes128gcm" || !/^\d+$/.test(String(headers["ttl"]))) return 400;
  const found = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(\S+)$/.exec(String(headers["authorization"]));
  if (!found) return 401;
  const [, head = "", claims = "", signature = "", key = ""] = found;
  if (key !== serverKey) return 403;
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } as JsonWebKey });
  const options = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, "base64url")))
    return 403;
  const { aud, sub } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
  return aud === origin && /^(?:mailto|https):/.test(sub) ? null : 403;
}

/**
 * Opens a message of one record, as its browser does.
 * @throws Error for one of another receiver, or that was changed
 */
export function openPush(
  body: Buffer,
  { privateKey, auth }: { readonly privateKey: Buffer; readonly auth: Buffer },
): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const hkdf = (input: Buffer, withSalt: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", input, withSalt, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const input = hkdf(pair.computeSecret(sender), auth, info, 32);
  const key = hkdf(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}
