/**
 * Passwords of people: Argon2id with the costs that OWASP names (Password Storage Cheat Sheet, 19 MiB and two passes),
 * each with its own salt. What is stored says its costs, so that later ones may differ.
 */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const saltBytes = 16;

/** Longest password that is looked at, characters: a whole sentence, and no way to make the server work. */
const longest = 256;
/** ASVS 6.2.1 asks for eight and advises fifteen; a second factor stands beside it here. */
export const shortestPassword = 10;

/** Hashes a password as `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const hash = await derive("argon2id", { ...costs, message: messageOf(password), nonce });
  const { memory, passes, parallelism } = costs;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

/**
 * Whether a password is the one that was hashed.
 * @param stored null for a person who has none, or is unknown: the same work is done, and the answer is no
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { nonce, hash, memory, passes, parallelism } = readHash(stored ?? (await hashWithoutPassword()));
  const given = await derive("argon2id", {
    message: messageOf(password),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: hash.length,
  });
  return timingSafeEqual(given, hash) && stored !== null && password.length <= longest;
}

let unusedHash: Promise<string> | undefined;

/** A hash that no password has, made once. */
function hashWithoutPassword(): Promise<string> {
  unusedHash ??= hashPassword(randomBytes(32).toString("base64"));
  return unusedHash;
}

/** Unicode writes one letter in several ways, and keyboards differ (NIST SP 800-63B, 3.1.1.2). */
function messageOf(password: string): string {
  return password.slice(0, longest).normalize("NFKC");
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function readHash(stored: string) {
  const [, memory, passes, parallelism, salt = "", hash = ""] = form.exec(stored) ?? [];
  if (memory === undefined) throw new Error("a stored password has an unknown form");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

/** Why a new password is refused: a text key of the forms. */
export type PasswordFault = "passwordShort" | "passwordLong" | "passwordCommon";

/** Rows of keys and words that lists of stolen passwords begin with. */
const commonParts = /(?:password|passw0rd|qwerty|asdfgh|zxcvbn|1q2w3e|letmein|iloveyou|welcome|admin|wasl)/gi;

/**
 * What is wrong with a password that a person chose; null: nothing (ASVS 6.2: no rules of composition, but length, and none
 * of the usual ones).
 * @param known what strangers know of the person: address, name
 */
export function passwordFault(password: string, known: readonly string[]): PasswordFault | null {
  if ([...password].length < shortestPassword) return "passwordShort";
  if (password.length > longest) return "passwordLong";
  const parts = known
    .flatMap((text) => text.toLowerCase().split(/[@.\s]+/))
    .filter(({ length }) => length > 3);
  const rest = parts
    .reduce((left, part) => left.replaceAll(part, ""), password.toLowerCase())
    .replace(commonParts, "");
  const isRow = [...rest].every((letter, index, all) => {
    const step = letter.charCodeAt(0) - (all[index - 1] ?? letter).charCodeAt(0);
    return index === 0 || Math.abs(step) <= 1;
  });
  return isRow || new Set(rest).size < 5 ? "passwordCommon" : null;
}
