/**
 * Changes of a client of the directory. What papers state of a buyer stays in its rows: another name or mobile is one more
 * row, which states the client from then on; a double's rows go over to the client that it is merged into.
 */
import { sql, type Transaction } from "kysely";
import type { Client, ClientChanges } from "#contract/clients.ts";
import { cleanLines } from "#core/text.ts";
import { isEmail } from "#core/validators.ts";
import type { Schema } from "#db/schema.ts";
import { clientColumns, clientValues } from "../orders/issued-client.ts";
import { type ClientKey, rowsOfClient } from "../parties/client-entry.ts";
import { lockDirectory } from "../parties/directory-lock.ts";
import { readNewClient } from "./client-input.ts";
import { findClient, loadClient } from "./client-store.ts";
import { FieldReader } from "./field-reader.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { toNewClient } from "./known-client.ts";
import { wrongFields } from "./validation.ts";

type Trx = Transaction<Schema>;

/** The most that is kept of the notes of two. */
const mostNotes = 2000;

/**
 * Locks clients by any of their rows: of one merchant's directory many are changed at a time, and none while two are merged.
 * @returns the entries, in the order of what was given; null for an id that is no own client's row
 */
export async function lockClients(
  trx: Trx,
  {
    merchantId,
    ids,
    act,
  }: {
    readonly merchantId: number;
    readonly ids: readonly number[];
    readonly act: "change" | "merge";
  },
): Promise<readonly (number | null)[]> {
  await lockDirectory(trx, merchantId, act === "merge" ? "whole" : "shared");
  const { rows: found } = await sql<{ id: number; entry: number }>`
    select id, coalesce(merged_into, id) as entry from clients
    where merchant_id = ${merchantId} and id = any(${ids})`.execute(trx);
  await sql`
    select from clients where merchant_id = ${merchantId} and id = any(${found.map(({ entry }) => entry)})
    order by id for no key update`.execute(trx);
  return ids.map((id) => found.find((row) => row.id === id)?.entry ?? null);
}

/**
 * Changes a client, under its lock.
 * @param by its entry
 * @throws Problem `validation_failed` with every wrong field, `not_found`
 */
export async function changeClient(trx: Trx, by: ClientKey, changes: ClientChanges): Promise<Client> {
  const { email, notes, language } = changes;
  const address = email === undefined ? undefined : readEmail(email);
  const own = {
    ...(notes !== undefined && { notes: readNotes(notes) }),
    ...(language !== undefined && { language }),
  };
  // No paper states the e-mail address of its buyer (documents/document-facts.ts): it is that of all rows.
  if (address !== undefined) await setEmail(trx, by, address);
  await restate(trx, by, changes);
  if (Object.keys(own).length > 0)
    await trx
      .updateTable("clients")
      .set(own)
      .where("merchant_id", "=", by.merchantId)
      .where("id", "=", by.id)
      .execute();
  return await loadClient(trx, by);
}

/**
 * Merges a double into a client, both under their locks: its invoices, its notes, and its e-mail address where the client has none.
 * @param by the entry that stays
 * @param double the entry that becomes a part of it
 */
export async function mergeClients(trx: Trx, by: ClientKey, double: number): Promise<Client> {
  const kept = await loadClient(trx, by);
  const found = await findClient(trx, { merchantId: by.merchantId, id: double });
  if (!found)
    throw wrongFields([{ path: "duplicateId", code: "unknown_client", message: "no client of yours" }]);
  const { client: other } = found;
  // Its oldest day, so that an export by days has the client where it was first named.
  await sql`
    update clients set language = ${kept.language ?? other.language}, notes = ${bothNotes(kept, other)},
      created_at = least(created_at, (select created_at from clients where merchant_id = ${by.merchantId} and id = ${double}))
    where merchant_id = ${by.merchantId} and id = ${by.id}`.execute(trx);
  const rows = await rowsOfClient(trx, { merchantId: by.merchantId, id: double });
  await sql`
    update clients set merged_into = ${by.id}, stated_by = null, notes = null, language = null
    where merchant_id = ${by.merchantId} and id = any(${rows})`.execute(trx);
  await setEmail(trx, by, kept.email ?? other.email);
  return await loadClient(trx, by);
}

function bothNotes(kept: Client, other: Client): string | null {
  const texts = [kept.notes, other.notes].filter((text) => text !== null);
  const joined = texts.join("\n");
  if (joined.length > mostNotes)
    throw wrongFields([
      { path: "duplicateId", code: "too_long", message: "the notes of both are longer than 2000 characters" },
    ]);
  return joined === "" ? null : joined;
}

async function setEmail(trx: Trx, by: ClientKey, email: string | null): Promise<void> {
  const rows = await rowsOfClient(trx, by);
  await sql`update clients set email = ${email} where merchant_id = ${by.merchantId} and id = any(${rows})`.execute(
    trx,
  );
}

/** Has the row state the client that says what it says now: one of its own, else a new one. */
async function restate(
  trx: Trx,
  { merchantId, id }: ClientKey,
  { name, mobile, countryCode }: ClientChanges,
): Promise<void> {
  if (name === undefined && mobile === undefined && countryCode === undefined) return;
  const before = await loadClient(trx, { merchantId, id });
  const facts = readNewClient(
    toNewClient({
      ...before,
      ...(name !== undefined && { name }),
      ...(mobile !== undefined && { mobile }),
      ...(countryCode !== undefined && { countryCode }),
    }),
  );
  const rows = await rowsOfClient(trx, { merchantId, id });
  const columns = sql.join(clientColumns.map((column) => sql.ref(column)));
  const values = sql.join(clientValues(facts).map((value) => sql`${value}::text`));
  await sql`
    with found as (
      select id from clients
      where merchant_id = ${merchantId} and id = any(${rows})
        and row(${columns}) is not distinct from row(${values})
      order by (id = ${id}) desc limit 1
    ), made as (
      insert into clients (merchant_id, merged_into, ${columns})
      select ${merchantId}::bigint, ${id}::bigint, ${values} where not exists (select from found)
      returning id
    )
    update clients set stated_by = nullif((select id from found union all select id from made), id)
    where merchant_id = ${merchantId} and id = ${id}`.execute(trx);
}

function readEmail(typed: string | null): string | null {
  const reader = new FieldReader(defaultCurrency);
  const email = reader.optional("email", typed ?? undefined, 254);
  if (email !== null && !isEmail(email)) reader.wrong("email", "invalid_email", "not an e-mail address");
  reader.refuseWrong();
  return email;
}

function readNotes(typed: string | null): string | null {
  if (typed === null) return null;
  const reader = new FieldReader(defaultCurrency);
  const notes = cleanLines(typed, mostNotes);
  if (notes === "") reader.wrong("notes", "required", "must not be empty; null takes it away");
  reader.refuseWrong();
  return notes;
}
