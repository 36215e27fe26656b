/** The directory of a merchant's clients. Every statement is filtered by the merchant: another's client is not there. */
import type { FastifyInstance } from "fastify";
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import { type Client, type ClientChanges, clientCalls } from "#contract/clients.ts";
import { Problem } from "#core/problem.ts";
import { cleanLines } from "#core/text.ts";
import { isEmail } from "#core/validators.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { clientIdOf } from "../orders/issued-client.ts";
import { partyOfClient } from "../parties/buyer-party.ts";
import { merchantOf } from "./authenticate.ts";
import { readNewClient } from "./client-input.ts";
import { requireMatch, sendTagged } from "./etag.ts";
import { FieldReader } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { clientsFoundBy, clientsWith } from "./invoice-search.ts";
import { readMobileFilter } from "./mobile-filter.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";
import { isAfter, placeOf, readTimePage, type TimePage, toTimePage } from "./time-paging.ts";
import { wrongFields } from "./validation.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

const listName = "clients";

/** Mounts the calls in a scope that requires an API key. */
export function mountClientCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(scope, clientCalls, "GET /api/v1/clients", async ({ query }, { request }) => {
    const merchantId = merchantOf(request).id;
    const page = readClientPage(query);
    const { name, mobile, email } = query;
    const fields = { name, mobile: mobile === undefined ? mobile : readMobileFilter(mobile), email };
    const found =
      query.search === undefined ? sql`clients` : sql`(${clientsFoundBy(merchantId, query.search)})`;
    const rows = await selectClients(db, { merchantId, found })
      .select(placeOf(sql.ref("c.created_at")).as("place"))
      .where((eb) => eb.and(clientsWith(fields)))
      .where(isAfter(page, sql.ref("c.created_at"), sql.ref("c.id")))
      .orderBy("c.created_at", "desc")
      .orderBy("c.id", "desc")
      .limit(page.limit + 1)
      .execute();
    return toTimePage(listName, page, {
      rows,
      idOf: ({ id }) => String(id),
      toItem: toClient,
    });
  });

  mountCall(scope, clientCalls, "GET /api/v1/clients/:clientId", async ({ params }, { request, reply }) => {
    const by = { merchantId: merchantOf(request).id, id: readId(params.clientId, "not_found") };
    return sendTagged(reply, await loadClient(db, by));
  });

  mountCall(scope, clientCalls, "POST /api/v1/clients", async ({ body }, { request, reply }) => {
    const merchantId = merchantOf(request).id;
    const options = { merchantId, status: 201, key: "required" } as const;
    const answer = await once(services, request, options, async (trx) => {
      const id = await clientIdOf(trx, merchantId, readNewClient(body));
      return await loadClient(trx, { merchantId, id: id ?? 0 });
    });
    reply.header("location", `/api/v1/clients/${answer.body.id}`);
    return sendOnce(reply, answer);
  });

  mountCall(
    scope,
    clientCalls,
    "PATCH /api/v1/clients/:clientId",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const by = { merchantId, id: readId(params.clientId, "not_found") };
      const options = { merchantId, status: 200, key: "optional" } as const;
      const answer = await once(services, request, options, async (trx) => {
        await lockClient(trx, by);
        const client = await loadClient(trx, by);
        if (request.headers["if-match"] !== undefined) requireMatch(request, client);
        return await changeClient(trx, by, body);
      });
      return sendTagged(reply, sendOnce(reply, answer));
    },
  );
}

type ById = { readonly merchantId: number; readonly id: number };

async function lockClient(trx: Transaction<Schema>, { merchantId, id }: ById): Promise<void> {
  await sql`select from clients where merchant_id = ${merchantId} and id = ${id} for update`.execute(trx);
}

/** No paper states the e-mail address of its buyer (documents/document-facts.ts), a note or a language: other facts may be on one. */
async function changeClient(trx: Transaction<Schema>, by: ById, changes: ClientChanges): Promise<Client> {
  const { email, notes, language } = changes;
  const set = {
    ...(email !== undefined && { email: readEmail(email) }),
    ...(notes !== undefined && { notes: readNotes(notes) }),
    ...(language !== undefined && { language }),
  };
  if (Object.keys(set).length > 0) {
    const update = trx.updateTable("clients as c").set(set);
    await update
      .where("c.merchant_id", "=", by.merchantId)
      .where("c.id", "=", by.id)
      .where(isKnown)
      .execute();
  }
  return await loadClient(trx, by);
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
  const notes = cleanLines(typed, 2000);
  if (notes === "") reader.wrong("notes", "required", "must not be empty; null takes it away");
  reader.refuseCardNumber("notes", notes);
  reader.refuseWrong();
  return notes;
}

/** @throws Problem `not_found`, the same for unknown, erased and another merchant's */
async function loadClient(db: Db, by: ById): Promise<Client> {
  const client = await findClient(db, by);
  if (!client) throw new Problem("not_found");
  return client;
}

/** An own client that was not erased, or null. */
export async function findClient(db: Db, { merchantId, id }: ById): Promise<Client | null> {
  const clients = selectClients(db, { merchantId, found: sql`clients` });
  const row = await clients.where("c.id", "=", id).executeTakeFirst();
  return row ? toClient(row) : null;
}

/** By the condition of the index `clients_by_time`: an erasure leaves none of the three. */
export const isKnown = sql<boolean>`coalesce(c.name, c.legal_name, c.mobile) is not null`;

/** @param found where the rows are looked for, as the source of a statement */
export function selectClients(
  db: Db,
  { merchantId, found }: { readonly merchantId: number; readonly found: RawBuilder<unknown> },
) {
  return db
    .selectFrom(sql<Selectable<Schema["clients"]>>`${found}`.as<"c">(sql`c`))
    .select(["c.id", "c.name", "c.mobile", "c.country_code", "c.email", "c.vat_number", "c.address"])
    .select(["c.notes", "c.language", "c.created_at", partyOfClient.as("party")])
    .where("c.merchant_id", "=", merchantId)
    .where(isKnown);
}

type ClientRow = Awaited<ReturnType<ReturnType<typeof selectClients>["executeTakeFirstOrThrow"]>>;

function toClient(row: ClientRow): Client {
  const { legalName, identification, postalAddress } = row.party;
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    countryCode: row.country_code,
    email: row.email,
    vatNumber: row.vat_number,
    legalName,
    identification,
    address: row.address,
    postalAddress,
    notes: row.notes,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}

/** @throws Problem `validation_failed` for a cursor whose place no client can have */
function readClientPage(query: Parameters<typeof readTimePage>[1]): TimePage {
  const page = readTimePage(listName, query);
  if (page.after !== null && !/^[1-9]\d{0,14}$/.test(page.after.id))
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  return page;
}
