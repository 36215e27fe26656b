/**
 * Which master secrets a database is used with. Every server of it must know all that are in use: otherwise it could not verify or open what
 * the others sign and seal, nor they what it does.
 */
import { type Kysely, sql } from "kysely";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { ConfigurationError } from "../settings/configuration-error.ts";
import type { MasterKeys } from "./master-secret.ts";

/**
 * Judges the secrets of a program that has opened a database, and notes a current one that is new there.
 * @param as a `server` may bring a new secret; a `command` of the operator uses what the servers use
 * @throws ConfigurationError with a sentence when it must not continue
 */
export async function claimSecrets(
  db: Kysely<Schema>,
  keys: MasterKeys,
  as: "server" | "command",
): Promise<void> {
  await runInTransaction(db, async (trx) => {
    await sql`lock table secret_keys in share row exclusive mode`.execute(trx);
    const known = await trx.selectFrom("secret_keys").select(["key_id", "retired_at"]).execute();
    const inUse = known.filter(({ retired_at }) => retired_at === null).map(({ key_id }) => key_id);
    const given = keys.all.map(({ id }) => id);
    const missing = inUse.filter((id) => !given.includes(id));
    if (missing.length > 0) throw new ConfigurationError(anotherSecret(missing, given));
    const { id } = keys.current;
    if (inUse.includes(id)) return;
    if (known.some(({ key_id }) => key_id === id)) throw new ConfigurationError(retiredSecret(id));
    if (as === "command" && inUse.length > 0) throw new ConfigurationError(notStarted(id));
    await trx.insertInto("secret_keys").values({ key_id: id, retired_at: null }).execute();
  });
}

const where = 'See "Changing the master secret" in docs/operations.md.';

function anotherSecret(missing: readonly string[], given: readonly string[]): string {
  return (
    `This database is used with another master secret: with the id ${missing.join(" and ")}, while WASL_SECRET_KEY ` +
    `or secret.key of the data directory has ${given.join(" and ")}. Every server needs the same one. ${where}`
  );
}

function retiredSecret(id: string): string {
  return `The master secret ${id} was retired: it may be the previous one, but not the current one. ${where}`;
}

function notStarted(id: string): string {
  return `No server runs with the new master secret ${id} yet: start the servers with it first. ${where}`;
}
