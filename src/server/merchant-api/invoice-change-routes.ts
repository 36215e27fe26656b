/** Changes of unpaid invoices in the merchant API: each under the order's lock, with its event and its stored answer. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { type InvoiceChanges, invoiceChangeCalls } from "#contract/invoice-changes.ts";
import type { Invoice } from "#contract/invoices.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { editOrder, makeWayForEdit } from "../issuing/edit-order.ts";
import { reissueOrder } from "../issuing/reissue-order.ts";
import { type LockedOrder, lockOrder } from "../orders/order-moves.ts";
import { ensureReturnSecret } from "../orders/return-secret.ts";
import { returnUrlRule } from "../orders/return-urls.ts";
import { requireCompleteSeller } from "../parties/seller-facts.ts";
import { environmentOf } from "../settings/world.ts";
import { merchantOf } from "./authenticate.ts";
import { requireOwnDigitalFiles } from "./digital-content.ts";
import { requireMatch, sendTagged } from "./etag.ts";
import { once, sendOnce } from "./idempotency.ts";
import { changedNames, changesContent, mergeMetadata, readEdit } from "./invoice-edit.ts";
import { type LinkOptions, linkOptions, toInvoice } from "./invoice-model.ts";
import { findInvoiceId, type InvoiceRow, loadInvoice } from "./invoice-store.ts";
import { methodsOfMerchant, type TakenByMethods } from "./issue-invoice.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { requireOwnImages } from "./own-images.ts";
import { requireTakenAmount } from "./taken-amount.ts";

/** As issuing takes. */
const changeLimitBytes = 6 * 1024 * 1024;

/** Mounts the calls in a scope that requires an API key. */
export function mountInvoiceChangeCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountEdit(scope, services);
  mountReissue(scope, services);
}

function mountReissue(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    invoiceChangeCalls,
    "POST /api/v1/invoices/:orderNumber/reissue",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const until = body?.expiresAt;
      const answer = await once(services, request, merchantId, async (trx) => {
        const first = await findInvoiceId(trx, { merchantId, input: params.orderNumber });
        const expiresAt = until === undefined || until === null ? until : new Date(until);
        const now = services.clock.now();
        const orderId = await reissueOrder(services, trx, { orderId: first, expiresAt, now });
        const links = linkOptions(services.config, merchantOf(request), body?.language);
        return toInvoice(await loadInvoice(trx, { merchantId, orderId }), links);
      });
      reply.header("location", `/api/v1/invoices/${answer.body.orderNumber}`);
      return sendTagged(reply, sendOnce(reply, answer));
    },
  );
}

function mountEdit(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    invoiceChangeCalls,
    "PATCH /api/v1/invoices/:orderNumber",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const of = { merchantId, input: params.orderNumber };
      const taken = await takenAmounts(services, of);
      const answer = await once(services, request, merchantId, async (trx) => {
        const orderId = await findInvoiceId(trx, of);
        const locked = await lockOrder(trx, orderId);
        const plain = linkOptions(services.config, merchantOf(request));
        const before = await loadInvoice(trx, { merchantId, orderId });
        requireMatch(request, toInvoice(before, plain));
        await change(services, trx, { request, locked, before, changes: body, taken, links: plain });
        const links: LinkOptions = { ...plain, language: body.language ?? null };
        return toInvoice(await loadInvoice(trx, { merchantId, orderId }), links);
      });
      return sendTagged(reply, sendOnce(reply, answer));
    },
    { bodyLimit: changeLimitBytes },
  );
}

/** Before the transaction: a provider may be asked. An invoice's currency never changes. */
async function takenAmounts(
  services: MerchantApiServices,
  by: Parameters<typeof findInvoiceId>[1],
): Promise<TakenByMethods> {
  const db = services.db.kysely;
  const id = await findInvoiceId(db, by);
  const { currency } = await db
    .selectFrom("orders")
    .select("currency")
    .where("merchant_id", "=", by.merchantId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return await methodsOfMerchant(services, by.merchantId, currency);
}

type Change = {
  readonly request: FastifyRequest;
  readonly locked: LockedOrder;
  readonly before: InvoiceRow;
  readonly changes: InvoiceChanges;
  readonly taken: TakenByMethods;
  readonly links: LinkOptions;
};

async function change(services: MerchantApiServices, trx: Transaction<Schema>, of: Change): Promise<void> {
  const { locked, before, changes } = of;
  const names = changedNames(changes);
  if (names.length === 0) return;
  if (changesContent(changes)) await changeContent(services, trx, of);
  if (changes.metadata !== undefined) {
    const metadata = JSON.stringify(mergeMetadata(before.metadata, changes.metadata));
    const update = trx.updateTable("orders").set({ metadata });
    await update.where("merchant_id", "=", locked.merchant_id).where("id", "=", locked.id).execute();
  }
  const data = { orderNumber: locked.order_number, changed: names };
  await trx
    .insertInto("events")
    .values({
      merchant_id: locked.merchant_id,
      order_id: locked.id,
      type: "invoice.updated",
      data: JSON.stringify(data),
    })
    .execute();
}

async function changeContent(
  services: MerchantApiServices,
  trx: Transaction<Schema>,
  { request, locked, before, changes, taken, links }: Change,
): Promise<void> {
  const merchant = merchantOf(request);
  const now = services.clock.now();
  await makeWayForEdit(trx, locked, new Date(now));
  requireCompleteSeller(merchant.missingFacts, requestLanguage(request));
  const urlRule = returnUrlRule(environmentOf(services.config.environment, merchant), merchant.redirectHosts);
  const context = { seller: merchant, urlRule, served: taken.served, now };
  const invoice: Invoice = toInvoice(before, links);
  const edit = readEdit(changes, { row: before, invoice, merchant, context });
  const { order } = edit;
  if (changes.lines !== undefined) {
    await requireOwnImages(trx, merchant.id, order.lines);
    await requireOwnDigitalFiles(trx, merchant.id, order.lines);
  }
  if (order.callbackUrl ?? order.cancelUrl) await ensureReturnSecret(services, trx, merchant.id);
  const total = await editOrder(trx, locked, edit);
  if (edit.isRepriced || changes.allowedMethods !== undefined) {
    const { currency, allowedMethods } = order;
    requireTakenAmount({ total, currency, allowed_methods: allowedMethods }, taken);
  }
}
