/**
 * The page of an invoice that is being written (docs/decisions/0151): its draft is issued in a transaction that is rolled back, and what
 * its buyer would be shown is kept of it. The address says which draft it is of, and is signed.
 */
import type { Transaction } from "kysely";
import type { NewInvoice } from "#contract/new-invoice.ts";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { IssuedOrder } from "../issuing/issue-order.ts";
import { loadOrderWithin, type OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { findMerchantById } from "./api-merchant.ts";
import { readDraft } from "./draft-input.ts";
import { currencyOf, type DraftById, loadShown } from "./draft-store.ts";
import { type IssuingServices, issueInvoice, methodsOfMerchant } from "./issue-invoice.ts";

/** Ends the transaction of an order that must not stay. */
class Undone extends Error {}

/** What would be issued: read within the transaction, in the currency whose methods were asked for. */
type WouldIssue = {
  readonly merchantId: number;
  readonly currency: string;
  readonly bodyOf: (trx: Transaction<Schema>) => Promise<NewInvoice>;
  /** Of refusals that name what is missing of the seller. */
  readonly language: Language;
};

/**
 * Issues an invoice, reads what is wanted of it, and takes all of it back: no order stays, no message, no event.
 * @throws Problem those of issuing it, and `not_found` for a merchant that is gone
 */
export async function issuedAndUndone<T>(
  services: IssuingServices,
  { merchantId, currency, bodyOf, language }: WouldIssue,
  read: (trx: Transaction<Schema>, issued: IssuedOrder) => Promise<T>,
): Promise<T> {
  const merchant = await findMerchantById(services.db.kysely, merchantId);
  if (merchant === null) throw new Problem("not_found");
  const methods = await methodsOfMerchant(services, merchantId, currency);
  let result: { readonly value: T } | null = null;
  await runInTransaction(services.db.kysely, async (trx) => {
    const { send: _, ...body } = await bodyOf(trx);
    const issued = await issueInvoice(services, trx, {
      merchant,
      body: { ...body, send: [] },
      methods,
      language,
    });
    result = { value: await read(trx, issued) };
    throw new Undone();
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  if (result === null) throw new Problem("not_found");
  return (result as { readonly value: T }).value;
}

/**
 * The order that a draft would become, as pages read it.
 * @param language of refusals that name what is missing of the seller
 * @throws Problem those of issuing the draft, and `not_found`
 */
export async function orderOfDraft(
  services: IssuingServices,
  by: DraftById,
  language: Language,
): Promise<OrderRecord> {
  const { merchantId } = by;
  const currency = await currencyOf(services.db.kysely, by);
  const bodyOf = async (trx: Transaction<Schema>) => readDraft(await loadShown(trx, by));
  return await issuedAndUndone(services, { merchantId, currency, bodyOf, language }, (trx, { id }) =>
    loadOrderWithin(trx, id),
  );
}

/** Makes the address of a draft's page, on the buyers' host. */
export function draftPageAddress(
  { config, clock, signing }: Pick<Services, "config" | "clock" | "signing">,
  { merchantId, id }: DraftById,
): { readonly url: string; readonly expiresAt: string } {
  const until = clock.now() + timing.draftPageLifetimeMs;
  const parts = [String(merchantId), id, String(until)];
  const token = [...parts, signing.sign("draft-page", parts)].join(".");
  return { url: `${config.webUrl}/pay/preview/draft/${token}`, expiresAt: new Date(until).toISOString() };
}

/**
 * The order of the page that an address was made for, as its draft says now.
 * @throws Problem `not_found` for what is no such address, one that is over, and a draft that is gone; those of issuing it
 */
export async function orderOfDraftPage(
  services: IssuingServices,
  token: string,
  language: Language,
): Promise<OrderRecord> {
  const [merchantId = "", id = "", until = "", signature = "", ...more] = token.split(".");
  const isOurs =
    more.length === 0 && services.signing.verify("draft-page", [merchantId, id, until], signature);
  if (!isOurs || services.clock.now() >= Number(until)) throw new Problem("not_found");
  return await orderOfDraft(services, { merchantId: Number(merchantId), id }, language);
}
