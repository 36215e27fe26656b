/** What callers ask of events: after which one, and of which types. */
import type { Kysely } from "kysely";
import { type EventType, eventTypes } from "#core/event-types.ts";
import type { Schema } from "#db/schema.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { findEvent, latestEvent } from "./event-store.ts";

/**
 * The position after which is read.
 * @param after the id of an own event, or "latest"
 * @throws Problem `validation_failed` for what is neither
 */
export async function readAfter(
  db: Kysely<Schema>,
  { merchantId, after }: { readonly merchantId: number; readonly after: string },
): Promise<number> {
  if (after === "latest") return (await latestEvent(db, merchantId))?.position ?? 0;
  const found = await findEvent(db, { merchantId, publicId: after });
  if (found) return found.position;
  throw wrongFields([{ path: "after", code: "invalid_cursor", message: "not the id of an event of yours" }]);
}

/**
 * Reads a list of types.
 * @throws Problem `validation_failed` for one that there is not
 */
export function readTypes(text: string): readonly EventType[] {
  return text.split(",").map((name) => {
    const type = eventTypes.find((known) => known === name.trim());
    if (!type)
      throw wrongFields([{ path: "type", code: "unknown_type", message: `there are no events "${name}"` }]);
    return type;
  });
}
