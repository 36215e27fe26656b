/** People, and the shops that they work in. */
import type { Kysely, Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import { parseMobile } from "#core/phone/phone.ts";
import type { Role } from "#core/roles.ts";
import { cleanText, stripBidiControls } from "#core/text.ts";
import { isEmail } from "#core/validators.ts";
import type { World } from "#core/world.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type Person = {
  readonly id: number;
  readonly name: string;
  /** Null of a person who signs in by mobile alone. */
  readonly email: string | null;
  /** E.164 */
  readonly mobile: string | null;
  readonly language: Language;
  readonly passwordHash: string | null;
};

const columns = ["id", "name", "email", "mobile", "language", "password_hash as passwordHash"] as const;

/** Of a person's name, characters. */
export const longestName = 120;

/** An e-mail address as it is stored; null for a text that is none. */
export function readEmail(text: string): string | null {
  const address = stripBidiControls(text).trim().toLowerCase();
  return isEmail(address) ? address : null;
}

/** A name to sign in with: an address, or a mobile as E.164. */
export type SignInName = { readonly email: string } | { readonly mobile: string };

/** The one name of a row that has an address or a mobile. @throws Error for one with neither */
export function addressOf({ email, mobile }: Pick<Person, "email" | "mobile">): SignInName {
  if (email !== null) return { email };
  if (mobile !== null) return { mobile };
  throw new Error("neither an address nor a mobile");
}

/** The name that somebody typed: an address, or a Saudi mobile in any writing; null for anything else. */
export function readSignInName(text: string): SignInName | null {
  const email = readEmail(text);
  if (email !== null) return { email };
  const mobile = parseMobile(text, "SA");
  return mobile.kind === "ok" ? { mobile: mobile.e164 } : null;
}

/** The person with a sign-in name, or null. */
export async function findPerson(db: Db, by: SignInName | { readonly id: number }): Promise<Person | null> {
  const all = db.selectFrom("persons").select(columns);
  const one =
    "id" in by
      ? all.where("id", "=", by.id)
      : "email" in by
        ? all.where("email", "=", by.email)
        : all.where("mobile", "=", by.mobile);
  return (await one.executeTakeFirst()) ?? null;
}

/** What a person signs in with, as pages show it and programs that keep passwords know it: the address, else the mobile. */
export function signInNameOf({ email, mobile }: Pick<Person, "email" | "mobile">): string {
  const name = email ?? mobile;
  if (name === null) throw new Error("a person has no name to sign in with");
  return name;
}

/** What strangers know of a person, for the rules of passwords. */
export function knownOf({ name, email, mobile }: Pick<Person, "name" | "email" | "mobile">): string[] {
  return [name, email ?? "", mobile?.replace(/^\+966/, "0") ?? ""];
}

/**
 * Makes the person of a proven name.
 * @returns null when somebody has the name already: of two at a time one is made
 */
export async function makePerson(
  db: Db,
  person: {
    readonly address: SignInName;
    readonly name: string;
    readonly language: Language;
    readonly now: Date;
  },
): Promise<{ readonly id: number } | null> {
  const { address, name, language, now } = person;
  const row = await db
    .insertInto("persons")
    .values({
      name: cleanText(name, longestName),
      email: "email" in address ? address.email : null,
      email_confirmed_at: "email" in address ? now : null,
      mobile: "mobile" in address ? address.mobile : null,
      language,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row ?? null;
}

/** Gives a person another name. */
export async function renamePerson(db: Db, personId: number, name: string): Promise<void> {
  await db.updateTable("persons").set({ name }).where("id", "=", personId).execute();
}

/** Gives a person another proven address or mobile; false when somebody else has it. */
export async function setSignInName(
  db: Db,
  { personId, address, now }: { readonly personId: number; readonly address: SignInName; readonly now: Date },
): Promise<boolean> {
  const set = "email" in address ? { ...address, email_confirmed_at: now } : address;
  // One statement judges and writes; two at a time are distinguished by the unique keys.
  const taken = db
    .selectFrom("persons")
    .select("id")
    .where("id", "!=", personId)
    .where("email" in address ? "email" : "mobile", "=", "email" in address ? address.email : address.mobile);
  const { numUpdatedRows } = await db
    .updateTable("persons")
    .set(set)
    .where("id", "=", personId)
    .where((where) => where.not(where.exists(taken)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes the mobile of a person away who has an e-mail to sign in with; false for any other. */
export async function removeMobile(db: Db, personId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("persons")
    .set({ mobile: null })
    .where("id", "=", personId)
    .where("email", "is not", null)
    .where("mobile", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The person of an address, made when there is none. The name is what stands before the "@" unless it is given. */
export async function ensurePerson(
  db: Db,
  { email, name }: { readonly email: string; readonly name?: string },
): Promise<Person> {
  await db
    .insertInto("persons")
    .values({ email, name: cleanText(name ?? email.slice(0, email.indexOf("@")), longestName), mobile: null })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const person = await findPerson(db, { email });
  if (!person) throw new Error("a person was made and is not there");
  return person;
}

/** Gives a person a role in a shop; another one than before takes its place at once. */
export async function setMembership(
  db: Db,
  membership: { readonly merchantId: number; readonly personId: number; readonly role: Role },
): Promise<void> {
  const { merchantId, personId, role } = membership;
  await db
    .insertInto("memberships")
    .values({ merchant_id: merchantId, person_id: personId, role })
    .onConflict((conflict) => conflict.columns(["merchant_id", "person_id"]).doUpdateSet({ role }))
    .execute();
}

export type ShopOfPerson = {
  readonly merchantId: number;
  readonly name: string;
  readonly world: World;
  readonly liveMerchantId: number | null;
  readonly role: Role;
  readonly isApproved: boolean;
};

/** The shops that a person works in, oldest first, each with its test world; closed ones are none. */
export async function shopsOf(db: Db, personId: number): Promise<readonly ShopOfPerson[]> {
  return await db
    .selectFrom("memberships as s")
    .innerJoin("merchants as m", (join) =>
      join.on((on) =>
        on.or([
          on("m.id", "=", on.ref("s.merchant_id")),
          on("m.live_merchant_id", "=", on.ref("s.merchant_id")),
        ]),
      ),
    )
    .select([
      "m.id as merchantId",
      "m.shop_name as name",
      "m.world",
      "m.live_merchant_id as liveMerchantId",
      "s.role",
    ])
    .select((eb) => eb("m.approved_at", "is not", null).$castTo<boolean>().as("isApproved"))
    .where("s.person_id", "=", personId)
    .where("m.deactivated_at", "is", null)
    .orderBy("s.created_at")
    .orderBy("m.id")
    .execute();
}

/** Stores the hash of a new password. */
export async function setPassword(
  db: Db,
  { personId, hash, now }: { readonly personId: number; readonly hash: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable("persons")
    .set({ password_hash: hash, password_set_at: now })
    .where("id", "=", personId)
    .execute();
}

/** Notes that a person has shown that the address is theirs. */
export async function confirmEmail(
  db: Db,
  { personId, now }: { readonly personId: number; readonly now: Date },
): Promise<void> {
  await db
    .updateTable("persons")
    .set({ email_confirmed_at: now })
    .where("id", "=", personId)
    .where("email", "is not", null)
    .where("email_confirmed_at", "is", null)
    .execute();
}
