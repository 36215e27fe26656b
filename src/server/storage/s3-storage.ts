/** Files in an S3-compatible store. */
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { Secret } from "#core/secret/secret.ts";
import type { Storage } from "./storage.ts";

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
  const client = new S3Client({
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
  const Bucket = settings.bucket;
  const nameOf = (key: string): string => `${settings.prefix}${key}`;
  return {
    put: async (key, bytes, contentType) => {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: nameOf(key),
          Body: bytes,
          ContentLength: bytes.length,
          ContentType: contentType,
        }),
      );
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: nameOf(key) }));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    close: async () => client.destroy(),
  };
}
