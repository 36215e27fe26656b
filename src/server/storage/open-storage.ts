/** Chooses the storage by configuration. */
import { join } from "node:path";
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import { createDiskStorage } from "./disk-storage.ts";
import { createS3Storage, type S3Settings } from "./s3-storage.ts";
import type { Storage } from "./storage.ts";

export type StorageSettings =
  | { readonly kind: "disk"; readonly directory: string }
  | ({ readonly kind: "s3" } & S3Settings);

/**
 * The settings of storage among the environment variables, for config.ts to parse with the others. Without a bucket
 * files go to the data directory.
 */
export const storageVariables = {
  WASL_S3_BUCKET: z.string().min(1).optional(),
  WASL_S3_REGION: z.string().min(1).default("us-east-1"),
  WASL_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  WASL_S3_PATH_STYLE: z.enum(["true", "false"]).default("true"),
  WASL_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  WASL_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  WASL_S3_PREFIX: z
    .string()
    .regex(/^[\w/-]*$/)
    .default(""),
};

const variablesShape = z.object(storageVariables);

/**
 * Settings from parsed variables.
 * @returns null when a bucket is named and its credentials are missing
 */
export function toStorageSettings(
  variables: z.output<typeof variablesShape>,
  dataDir: string,
): StorageSettings | null {
  const bucket = variables.WASL_S3_BUCKET;
  if (bucket === undefined) return { kind: "disk", directory: join(dataDir, "files") };
  const { WASL_S3_ACCESS_KEY_ID: accessKeyId, WASL_S3_SECRET_ACCESS_KEY: secret } = variables;
  if (accessKeyId === undefined || secret === undefined) return null;
  return {
    kind: "s3",
    bucket,
    region: variables.WASL_S3_REGION,
    endpoint: variables.WASL_S3_ENDPOINT ?? null,
    usesPathStyle: variables.WASL_S3_PATH_STYLE === "true",
    accessKeyId,
    secretAccessKey: new Secret(secret),
    prefix: variables.WASL_S3_PREFIX,
  };
}

/** Opens the storage. Nothing is read or written yet. */
export function openStorage(settings: StorageSettings): Storage {
  return settings.kind === "disk" ? createDiskStorage(settings.directory) : createS3Storage(settings);
}
