/**
 * Addresses and mobiles that somebody claims, until the code that was sent there comes back: of a person who signs up, and of one who
 * adds a name to sign in with. The browser holds a token in a cookie; code and token together are what the database knows.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { limits } from "#core/limits.ts";
import { digitsOf } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { addressOf, type SignInName } from "./persons.ts";
import { hashToken, newToken } from "./tokens.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** What a proof is for: an account that is to be made, or a name that a person adds to theirs. */
export type ProofUse =
  | { readonly purpose: "sign_up" }
  | { readonly purpose: "own_address"; readonly personId: number };

type Asked = { readonly token: string; readonly use: ProofUse; readonly now: number };

export type AddressProof = { readonly address: SignInName; readonly isConfirmed: boolean };

/** Begins a proof; gives the token for the browser and the code for the address. */
export async function beginProof(
  db: Db,
  { ids }: Pick<Services, "ids">,
  { address, use, now }: { readonly address: SignInName; readonly use: ProofUse; readonly now: number },
): Promise<{ readonly token: string; readonly code: string }> {
  const { token, hash } = newToken();
  const code = ids.otp(6);
  await db
    .insertInto("address_proofs")
    .values({
      token_hash: hash,
      purpose: use.purpose,
      person_id: personOf(use),
      email: "email" in address ? address.email : null,
      mobile: "mobile" in address ? address.mobile : null,
      code_hash: hashOf(token, code),
      created_at: new Date(now),
      expires_at: new Date(now + timing.addressCodeMs),
      confirmed_at: null,
      used_at: null,
    })
    .execute();
  return { token, code };
}

const personOf = (use: ProofUse): number | null => (use.purpose === "sign_up" ? null : use.personId);

function hashOf(token: string, code: string): Buffer {
  return createHash("sha256").update(`address ${token} ${code}`).digest();
}

/** The proof of a token, while it can be confirmed or used; null for any other token. */
export async function findProof(db: Db, { token, use, now }: Asked): Promise<AddressProof | null> {
  const row = await db
    .selectFrom("address_proofs")
    .select(["email", "mobile", "confirmed_at"])
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", use.purpose)
    .where("person_id", "is not distinct from", personOf(use))
    .where("used_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .executeTakeFirst();
  if (!row) return null;
  return { address: addressOf(row), isConfirmed: row.confirmed_at !== null };
}

/**
 * Judges a code. Each guess counts before it is judged, so that guesses at the same moment are not more than the limit.
 * @returns `ended` when there is no such proof, its time is over, or its guesses are used up
 */
export async function takeCode(
  db: Db,
  { token, use, now, code }: Asked & { readonly code: string },
): Promise<"confirmed" | "wrong" | "ended"> {
  const own = { token_hash: hashToken(token) };
  const row = await db
    .updateTable("address_proofs")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("token_hash", "=", own.token_hash)
    .where("purpose", "=", use.purpose)
    .where("person_id", "is not distinct from", personOf(use))
    .where("confirmed_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .where("tries", "<", limits.addressCodeGuesses)
    .returning(["code_hash", "tries"])
    .executeTakeFirst();
  if (!row) return "ended";
  const typed = digitsOf(code);
  if (!timingSafeEqual(hashOf(token, typed), row.code_hash))
    return row.tries < limits.addressCodeGuesses ? "wrong" : "ended";
  await db
    .updateTable("address_proofs")
    .set({ confirmed_at: new Date(now), expires_at: new Date(now + timing.addressProofMs) })
    .where("token_hash", "=", own.token_hash)
    .execute();
  return "confirmed";
}

/** Uses a confirmed proof up: of two at a time one gets the address, the other null. */
export async function useProof(db: Db, { token, use, now }: Asked): Promise<SignInName | null> {
  const row = await db
    .updateTable("address_proofs")
    .set({ used_at: new Date(now) })
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", use.purpose)
    .where("person_id", "is not distinct from", personOf(use))
    .where("confirmed_at", "is not", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .returning(["email", "mobile"])
    .executeTakeFirst();
  return row ? addressOf(row) : null;
}

/**
 * Removes proofs whose time is over, used or not.
 * @returns how many
 */
export async function removeOldProofs({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("address_proofs")
    .where("expires_at", "<=", new Date(clock.now()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
