/** What calls on one webhook endpoint begin with. */
import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { findEvent } from "../events/event-store.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { readId } from "../merchant-api/paging.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { type EndpointRow, findEndpoint } from "./endpoint-store.ts";

/** The endpoint that an address names, of the merchant that calls. */
export function endpointKey(
  request: FastifyRequest,
  text: string,
): { readonly merchantId: number; readonly id: number } {
  return { merchantId: merchantOf(request).id, id: readId(text, "not_found") };
}

/**
 * An endpoint, locked.
 * @throws Problem `not_found`
 */
export async function requireEndpoint(
  trx: Transaction<Schema>,
  key: { readonly merchantId: number; readonly id: number },
): Promise<EndpointRow> {
  const endpoint = await findEndpoint(trx, { ...key, lock: true });
  if (!endpoint) throw new Problem("not_found");
  return endpoint;
}

/**
 * One event that may be replayed.
 * @throws Problem `validation_failed` for one that is not this merchant's
 */
export async function requireEvent(
  trx: Transaction<Schema>,
  key: { readonly merchantId: number; readonly publicId: string },
): Promise<void> {
  if (!(await findEvent(trx, key)))
    throw wrongFields([
      { path: "eventId", code: "unknown_event", message: "not the id of an event of yours" },
    ]);
}
