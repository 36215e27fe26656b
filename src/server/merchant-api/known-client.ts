/** An invoice for a client of the directory: named by its id in place of its facts. */
import type { Transaction } from "kysely";
import type { Client } from "#contract/clients.ts";
import { type NewInvoice, newInvoice } from "#contract/new-invoice.ts";
import type { Schema } from "#db/schema.ts";
import { findClient } from "./client-store.ts";
import { wrongFields } from "./validation.ts";

/**
 * Puts the facts of the client that a body names by its id into the body, to be read like all others.
 * @returns the body without an id, and the row that states the client now, which the invoice is for
 * @throws Problem `validation_failed` for an id that is no own client's, and for facts beside an id
 */
export async function withKnownClient(
  trx: Transaction<Schema>,
  merchantId: number,
  body: NewInvoice,
): Promise<{ readonly body: NewInvoice; readonly rowId: number | null }> {
  const { clientId, ...rest } = body;
  if (clientId === undefined) return { body: rest, rowId: null };
  if (rest.client !== undefined)
    throw wrongFields([{ path: "clientId", code: "not_together", message: "not together with client" }]);
  const found = await findClient(trx, { merchantId, id: clientId });
  if (!found)
    throw wrongFields([{ path: "clientId", code: "unknown_client", message: "no client of yours" }]);
  return { body: newInvoice.parse({ ...rest, client: toNewClient(found.client) }), rowId: found.rowId };
}

/** The same client as a request states it: found by these facts, and by nothing else. */
export function toNewClient(
  client: Omit<Client, "createdAt" | "notes" | "language">,
): Record<string, unknown> {
  const { name, mobile, countryCode, email, vatNumber, legalName, identification, address } = client;
  const { postalAddress } = client;
  return withoutNulls({
    ...{ name, mobile, countryCode, email, vatNumber, legalName, identification, address },
    postalAddress: postalAddress && withoutNulls(postalAddress),
  });
}

/** Fields that say nothing are left out of requests. */
export function withoutNulls(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
