/** Files in an S3-compatible store. */
import type { Secret } from "#core/secret/secret.ts";
import { isStorageKey, type Storage } from "./storage.ts";

export type S3Settings = {
  readonly bucket: string;
  readonly region: string;
  /** Address of the store; null for Amazon's own. */
  readonly endpoint: string | null;
  /** The bucket stands in the path and not in the host name: most stores other than Amazon's want that. */
  readonly usesPathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  /** Put before every key, such as "wasl/"; may be empty. */
  readonly prefix: string;
};

const connectionTimeoutMs = 3_000;
const requestTimeoutMs = 15_000;
const maxAttempts = 3;

/** Storage in a bucket that exists already. */
export function createS3Storage(settings: S3Settings): Storage {
  const opening = openClient(settings);
  // A failure is thrown by the first use.
  opening.catch(() => {});
  const Bucket = settings.bucket;
  const nameOf = (key: string): string => `${settings.prefix}${key}`;
  return {
    put: async (key, bytes, contentType) => {
      const { client, sdk } = await opening;
      await client.send(
        new sdk.PutObjectCommand({
          Bucket,
          Key: nameOf(key),
          Body: bytes,
          ContentLength: bytes.length,
          ContentType: contentType,
        }),
      );
    },
    get: async (key) => {
      const { client, sdk } = await opening;
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: nameOf(key) }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    list: async function* () {
      const { client, sdk } = await opening;
      const Prefix = settings.prefix;
      let token: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }),
        );
        const keys = (page.Contents ?? []).map(({ Key = "" }) => Key.slice(Prefix.length));
        yield* keys.filter(isStorageKey);
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    close: async () => (await opening).client.destroy(),
  };
}

/** The library is loaded here: servers that keep their files on a disk do without it. */
async function openClient(settings: S3Settings) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    forcePathStyle: settings.usesPathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey.reveal() },
    maxAttempts,
    requestHandler: { connectionTimeout: connectionTimeoutMs, requestTimeout: requestTimeoutMs },
    // The newer checksums of Amazon's store are unknown to others; the signature covers the bytes already.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { client, sdk };
}
