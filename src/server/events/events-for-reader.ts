/**
 * What of the stream a role receives: who does not read the shop's reports sees what happens to invoices, with the invoice as the role
 * may read it by itself, and nothing of payments of other days, tax documents, messages' failures or webhooks.
 */
import type { EventModel } from "#contract/events.ts";
import { type EventType, eventTypes } from "#core/event-types.ts";
import { Problem } from "#core/problem.ts";
import { roleMay } from "#core/roles.ts";
import type { ApiMerchant } from "../merchant-api/api-merchant.ts";
import { seenBy } from "../merchant-api/seen-by-role.ts";

type Reader = Pick<ApiMerchant, "principal">;

const ofInvoices = eventTypes.filter((type) => /^(?:invoice|payment|message)\./.test(type));

function readsAll({ principal }: Reader): boolean {
  return principal.kind === "key" || roleMay(principal.seenAs, "reports.read");
}

/**
 * The types that a reader receives, of those that it asks for; null: all.
 * @throws Problem `permission_missing` when nothing is left
 */
export function typesFor(reader: Reader, asked: readonly EventType[] | null): readonly EventType[] | null {
  if (readsAll(reader)) return asked;
  const shown = ofInvoices.filter((type) => asked?.includes(type) ?? true);
  if (shown.length === 0) throw new Problem("permission_missing");
  return shown;
}

/** An event as its reader receives it. */
export function eventFor(reader: Reader, event: EventModel): EventModel {
  if (readsAll(reader)) return event;
  const { invoice } = event.data;
  if (invoice === undefined) return { ...event, data: {} };
  const { payments: _, ...rest } = invoice;
  return { ...event, data: { invoice: seenBy(reader, rest) } };
}
