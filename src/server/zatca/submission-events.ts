/** What merchants and operators receive about stamped documents on their way to the tax authority. */
import type { Transaction } from "kysely";
import type { EventType } from "#core/event-types.ts";
import type { Schema } from "#db/schema.ts";
import type { AuthorityMessage } from "#gateways/fatoora/wire.ts";
import type { Services } from "../services.ts";
import { type ClaimedDocument, keptOf } from "./submission-store.ts";
import type { UnitId } from "./unit-store.ts";

type Trx = Transaction<Schema>;

/** Tells of a document that has ended, in the transaction that ends it. */
export async function insertDocumentEvent(
  trx: Trx,
  document: ClaimedDocument,
  type: Extract<EventType, "tax_document.reported" | "tax_document.cleared" | "tax_document.rejected">,
  { errors, warnings }: Findings,
): Promise<void> {
  const { kind, number, issuedAt, currency, total, vat } = document;
  const data = {
    document: { kind, number, issuedAt: issuedAt.toISOString(), currency, total, vat },
    submission: { errors: keptOf(errors), warnings: keptOf(warnings) },
  };
  await trx
    .insertInto("events")
    .values({
      merchant_id: document.merchantId,
      order_id: document.orderId,
      type,
      data: JSON.stringify(data),
    })
    .execute();
}

type Findings = {
  readonly errors: readonly AuthorityMessage[];
  readonly warnings: readonly AuthorityMessage[];
};

/** Why a unit no longer sends. */
export type StopReason =
  /** The authority no longer knows its certificate (401). */
  | "certificate_refused"
  /** So many documents were rejected one after another that the fault is not theirs. */
  | "rejected_in_a_row";

/** Tells the merchant and the operator that a unit was stopped, in the transaction that stops it. */
export async function insertStopEvent(
  { log }: Pick<Services, "log">,
  trx: Trx,
  unit: UnitId & { readonly serial: string; readonly environment: string },
  reason: StopReason,
): Promise<void> {
  const { merchantId, serial, environment } = unit;
  await trx
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: null,
      type: "tax_unit.stopped",
      data: JSON.stringify({ serial, environment, reason }),
    })
    .execute();
  log.error("security.tax_unit_stopped", { merchantId, serial, environment, reason });
}
