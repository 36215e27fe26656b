/**
 * The master secrets of an installation: the current one, which signs and seals, and the previous one, which is still
 * accepted while the secret is being changed. All other keys are derived from them, one per purpose.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { ConfigurationError } from "../settings/configuration-error.ts";

export type MasterKey = {
  /** 8 hexadecimal characters that identify the secret without revealing it. Stored with what it signed or sealed. */
  readonly id: string;
  /** A key of 32 bytes for one purpose; it never changes. */
  readonly derive: (purpose: string) => Buffer;
};

export type MasterKeys = {
  readonly current: MasterKey;
  /** The accepted secrets, the current one first; two at most. */
  readonly all: readonly MasterKey[];
};

/** Characters of a key's id. */
export const keyIdLength = 8;

const fewestCharacters = 32;
const fileName = "secret.key";

/**
 * The keys of secrets.
 * @param secrets the current one first, at least 32 characters each, kept out of logs and the repository
 */
export function masterKeys(...secrets: readonly [current: string, previous?: string]): MasterKeys {
  const all = secrets.filter((secret) => secret !== undefined).map(masterKey);
  const [current] = all;
  if (!current || new Set(all.map(({ id }) => id)).size < all.length)
    throw new Error("the master secrets must differ");
  return { current, all };
}

function masterKey(secret: string): MasterKey {
  if (secret.length < fewestCharacters) throw new Error("the master secret is too short");
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "wasl", purpose, 32));
  return { id: derive("key id").toString("hex").slice(0, keyIdLength), derive };
}

type SecretSettings = Pick<Config, "secretKey" | "previousSecretKey" | "dataDir">;

/**
 * The keys of an installation: those of its settings, or else of `secret.key` in the data directory, which is made
 * when it is not there (mode 0600).
 * @throws ConfigurationError when the file holds something else
 */
export async function readMasterKeys(settings: SecretSettings): Promise<MasterKeys> {
  const { secretKey, previousSecretKey, dataDir } = settings;
  if (secretKey !== null) return masterKeys(secretKey.reveal(), previousSecretKey?.reveal());
  return masterKeys(...(await readSecretFile(dataDir)));
}

/** The secrets of an installation as they are, the current one first; none where there are none yet. For a copy of them. */
export async function readSecrets({
  secretKey,
  previousSecretKey,
  dataDir,
}: SecretSettings): Promise<string[]> {
  if (secretKey !== null)
    return [secretKey, previousSecretKey].flatMap((secret) => (secret === null ? [] : [secret.reveal()]));
  if (!existsSync(join(dataDir, fileName))) return [];
  return (await readSecretFile(dataDir)).filter((secret) => secret !== undefined);
}

/**
 * Gives a data directory that has none the secrets of a copy.
 * @throws ConfigurationError when it has others, or when the copy holds none
 */
export async function placeSecrets(dataDir: string, secrets: readonly string[]): Promise<void> {
  const [current, previous, ...more] = secrets;
  if (current === undefined || more.length > 0 || secrets.some(({ length }) => length < fewestCharacters))
    throw new ConfigurationError("The file of secrets holds no master secret: is it the right one?");
  await mkdir(dataDir, { recursive: true });
  const present = await readSecrets({ secretKey: null, previousSecretKey: null, dataDir });
  if (present.length > 0 && present.join() !== secrets.join())
    throw new ConfigurationError(`${join(dataDir, fileName)} holds another master secret already.`);
  await writeSecretFile(dataDir, previous === undefined ? [current] : [current, previous]);
}

/**
 * Puts a new secret into the data directory; the one that was current becomes the previous one.
 * @throws ConfigurationError when there is a previous one already
 */
export async function addSecret(dataDir: string): Promise<MasterKeys> {
  const [current, previous] = await readSecretFile(dataDir);
  if (previous !== undefined)
    throw new ConfigurationError(
      "secret.key holds two secrets already: finish that change first, with rotate-secret and rotate-secret --forget.",
    );
  return await writeSecretFile(dataDir, [newSecret(), current]);
}

/** Takes the previous secret out of the data directory. */
export async function forgetSecret(dataDir: string): Promise<MasterKeys> {
  const [current] = await readSecretFile(dataDir);
  return await writeSecretFile(dataDir, [current]);
}

const newSecret = (): string => randomBytes(32).toString("hex");

async function readSecretFile(dataDir: string): Promise<[current: string, previous?: string]> {
  const file = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx` makes exactly one of two starting processes the writer.
    await writeFile(file, newSecret(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const [current = "", previous, ...more] = (await readFile(file, "utf8")).split(/\s+/).filter(Boolean);
  if (more.length > 0 || [current, previous ?? current].some(({ length }) => length < fewestCharacters))
    throw new ConfigurationError(
      `${file} must hold one secret of ${fewestCharacters} characters or more, or the current and the previous one on two lines.`,
    );
  return previous === undefined ? [current] : [current, previous];
}

/** By way of a second file: a program that dies here leaves the old one whole. */
async function writeSecretFile(
  dataDir: string,
  secrets: [current: string, previous?: string],
): Promise<MasterKeys> {
  const file = join(dataDir, fileName);
  await writeFile(`${file}.new`, `${secrets.join("\n")}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return masterKeys(...secrets);
}
