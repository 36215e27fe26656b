/**
 * The second factor of a person: a code of an app (TOTP, RFC 6238), or one of ten codes on paper. Each code counts once
 * (ASVS 6.5.1), also when two requests bring it at a time.
 */
import { createHash, randomInt } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { Secret, TOTP } from "otpauth";
import { digitsOf, normaliseDigits } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { hasPasskey } from "./passkeys.ts";

type Db = Kysely<Schema> | Transaction<Schema>;
type Sealed = Pick<Services, "sealing">;

const stepMs = 30_000;
/** Clocks of phones differ: one step before and after counts, too. */
const window = 1;
const recoveryCodes = 10;
/** Without letters that look alike. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** What the secret of a person is sealed for. */
export function totpPurpose(personId: number): string {
  return `person-totp:${personId}`;
}

/** Whether a person has a factor that is asked for after the password: codes of an app, or a passkey. */
export async function hasSecondFactor(db: Db, personId: number): Promise<boolean> {
  return (await hasAuthenticator(db, personId)) || (await hasPasskey(db, personId));
}

/** Whether a person has codes of an app. */
export async function hasAuthenticator(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom("person_totp")
    .select("person_id")
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins a factor in place of one that was begun before; one that is in force stays. Gives its secret, in base 32. */
export async function beginSecondFactor(
  db: Db,
  { sealing }: Sealed,
  { personId, now }: { readonly personId: number; readonly now: number },
): Promise<string | null> {
  const secret = new Secret({ size: 20 }).base32;
  const row = await db
    .insertInto("person_totp")
    .values({
      person_id: personId,
      sealed_secret: sealing.seal(secret, totpPurpose(personId)),
      created_at: new Date(now),
      confirmed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet((excluded) => ({ sealed_secret: excluded.ref("excluded.sealed_secret"), last_step: 0 }))
        .where("person_totp.confirmed_at", "is", null),
    )
    .returning("person_id")
    .executeTakeFirst();
  return row ? secret : null;
}

/** The address that an app reads from a picture. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ issuer: "Wasl", label: email, secret }).toString();
}

type Code = { readonly personId: number; readonly code: string; readonly now: number };

/**
 * Judges a code of the app and uses it up.
 * @param which of the factor `in force`, or of one that was `begun`
 */
export async function takeTotpCode(
  db: Db,
  { sealing }: Sealed,
  { personId, code, now }: Code,
  which: "in force" | "begun",
): Promise<boolean> {
  const row = await db
    .selectFrom("person_totp")
    .select("sealed_secret")
    .where("person_id", "=", personId)
    .where("confirmed_at", which === "begun" ? "is" : "is not", null)
    .executeTakeFirst();
  if (!row) return false;
  const token = digitsOf(code);
  const totp = new TOTP({ secret: sealing.open(row.sealed_secret, totpPurpose(personId)) });
  const delta = token.length === 6 ? totp.validate({ token, timestamp: now, window }) : null;
  if (delta === null) return false;
  const step = Math.floor(now / stepMs) + delta;
  const { numUpdatedRows } = await db
    .updateTable("person_totp")
    .set({ last_step: step, ...(which === "begun" && { confirmed_at: new Date(now) }) })
    .where("person_id", "=", personId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Turns the codes of an app off; false when there were none. */
export async function removeAuthenticator(db: Db, personId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("person_totp")
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes ten codes on paper in place of those of before; they are shown this once. */
export async function makeRecoveryCodes(db: Db, personId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode);
  await db.deleteFrom("person_recovery_codes").where("person_id", "=", personId).execute();
  await db
    .insertInto("person_recovery_codes")
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashOf(personId, code), used_at: null })))
    .execute();
  return codes;
}

/** Uses a code on paper up; false when it is none of the person's, or was used. */
export async function takeRecoveryCode(db: Db, { personId, code, now }: Code): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("person_recovery_codes")
    .set({ used_at: new Date(now) })
    .where("person_id", "=", personId)
    .where("code_hash", "=", hashOf(personId, code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** 50 random bits, as "abcde-fghjk": with the limit of tries nothing to guess. */
function newCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

function hashOf(personId: number, code: string): Buffer {
  const plain = normaliseDigits(code)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  return createHash("sha256").update(`recovery ${personId} ${plain}`).digest();
}
