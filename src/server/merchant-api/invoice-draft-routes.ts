/** Invoices that are being written. Every statement is filtered by the merchant: another's draft is not there. */
import type { FastifyInstance } from "fastify";
import { sql, type Transaction } from "kysely";
import { invoiceDraftCalls, type ListedDraft, mostDrafts } from "#contract/invoice-drafts.ts";
import type { Invoice } from "#contract/invoices.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { merchantOf } from "./authenticate.ts";
import { checkDraft, namedClient, readDraft } from "./draft-input.ts";
import { draftPageAddress, orderOfDraft } from "./draft-page.ts";
import { currencyOf, type DraftTimes, keepShown, loadDraft, removeDraft, timesOf } from "./draft-store.ts";
import { requireMatch, sendTagged } from "./etag.ts";
import { once, sendOnce } from "./idempotency.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { linkOptions, toInvoice } from "./invoice-model.ts";
import { issueLimitBytes } from "./invoice-routes.ts";
import { rowOfIssued } from "./invoice-store.ts";
import { issueInvoice, methodsOfMerchant } from "./issue-invoice.ts";
import { lockMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { isAfter, placeOf, readTimePage, toTimePage } from "./time-paging.ts";
import { wrongFields } from "./validation.ts";

const listName = "drafts";

/** Mounts the calls in a scope that requires an API key. */
export function mountInvoiceDraftCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountReading(scope, services);
  mountWriting(scope, services);
  mountIssuing(scope, services);
  mountPage(scope, services);
}

function mountReading(scope: FastifyInstance, { db }: MerchantApiServices): void {
  mountCall(scope, invoiceDraftCalls, "GET /api/v1/invoice-drafts", async ({ query }, { request }) => {
    const page = readTimePage(listName, query);
    const rows = await db.kysely
      .selectFrom("invoice_drafts as d")
      .select([
        "d.id",
        "d.body",
        "d.created_at",
        "d.updated_at",
        placeOf(sql.ref("d.updated_at")).as("place"),
      ])
      .where("d.merchant_id", "=", merchantOf(request).id)
      .where(isAfter(page, sql.ref("d.updated_at"), sql.ref("d.id")))
      .orderBy("d.updated_at", "desc")
      .orderBy("d.id", "desc")
      .limit(page.limit + 1)
      .execute();
    return toTimePage(listName, page, { rows, idOf: ({ id }) => id, toItem: toListed });
  });

  mountCall(
    scope,
    invoiceDraftCalls,
    "GET /api/v1/invoice-drafts/:draftId",
    async ({ params }, { request, reply }) =>
      sendTagged(
        reply,
        await loadDraft(db.kysely, { merchantId: merchantOf(request).id, id: params.draftId }),
      ),
  );
}

function mountWriting(scope: FastifyInstance, services: MerchantApiServices): void {
  const { ids, clock } = services;
  const limit = { bodyLimit: issueLimitBytes };

  const keep = async ({ body }: { body: Record<string, unknown> }, { request, reply }: Context) => {
    const merchantId = merchantOf(request).id;
    checkDraft(body);
    const answer = await once(services, request, merchantId, async (trx) => {
      await requireRoom(trx, merchantId);
      const now = new Date(clock.now());
      const id = ids.token(12);
      const row = {
        merchant_id: merchantId,
        id,
        body: JSON.stringify(body),
        created_at: now,
        updated_at: now,
      };
      await trx
        .insertInto("invoice_drafts")
        .values({ ...row, ...namedClient(body) })
        .execute();
      return await loadDraft(trx, { merchantId, id });
    });
    reply.header("location", `/api/v1/invoice-drafts/${answer.body.id}`);
    return sendTagged(reply, sendOnce(reply, answer));
  };
  mountCall(scope, invoiceDraftCalls, "POST /api/v1/invoice-drafts", keep, limit);

  const replace = async (
    { params, body }: { params: { draftId: string }; body: Record<string, unknown> },
    { request, reply }: Context,
  ) => {
    const by = { merchantId: merchantOf(request).id, id: params.draftId };
    checkDraft(body);
    const answer = await once(services, request, by.merchantId, async (trx) => {
      requireMatch(request, await loadDraft(trx, by, "locked"));
      await trx
        .updateTable("invoice_drafts")
        .set({ body: JSON.stringify(body), updated_at: new Date(clock.now()), ...namedClient(body) })
        .where("merchant_id", "=", by.merchantId)
        .where("id", "=", by.id)
        .execute();
      return await loadDraft(trx, by);
    });
    return sendTagged(reply, sendOnce(reply, answer));
  };
  mountCall(scope, invoiceDraftCalls, "PUT /api/v1/invoice-drafts/:draftId", replace, limit);

  mountCall(
    scope,
    invoiceDraftCalls,
    "DELETE /api/v1/invoice-drafts/:draftId",
    async ({ params }, { request, reply }) => {
      const by = { merchantId: merchantOf(request).id, id: params.draftId };
      return sendOnce(
        reply,
        await once(services, request, by.merchantId, async (trx) => {
          await loadDraft(trx, by, "locked");
          await removeDraft(trx, by);
          return { id: by.id };
        }),
      );
    },
  );
}

function mountIssuing(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    invoiceDraftCalls,
    "POST /api/v1/invoice-drafts/:draftId/issue",
    async ({ params }, { request, reply }) => {
      const merchant = merchantOf(request);
      const by = { merchantId: merchant.id, id: params.draftId };
      const currency = await currencyOf(services.db.kysely, by);
      const methods = await methodsOfMerchant(services, merchant.id, currency);
      const language = requestLanguage(request);
      const answer = await once(services, request, merchant.id, async (trx): Promise<Invoice> => {
        const draft = await loadDraft(trx, by, "locked");
        if (request.headers["if-match"] !== undefined) requireMatch(request, draft);
        const body = readDraft(draft.invoice);
        // Replaced meanwhile by one in another currency, whose methods were not asked for.
        if ((body.currency ?? defaultCurrency) !== currency) throw new Problem("precondition_failed");
        const issued = await issueInvoice(services, trx, { merchant, body, methods, language });
        await removeDraft(trx, by);
        const links = linkOptions(services.config, merchant, body.language);
        return toInvoice(rowOfIssued(issued), links);
      });
      reply.header("location", `/api/v1/invoices/${answer.body.orderNumber}`);
      return sendTagged(reply, sendOnce(reply, answer));
    },
  );
}

function mountPage(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    invoiceDraftCalls,
    "POST /api/v1/invoice-drafts/:draftId/page",
    async ({ params, body }, { request }) => {
      const by = { merchantId: merchantOf(request).id, id: params.draftId };
      const shown = body?.invoice ?? null;
      if (shown !== null) checkDraft(shown);
      await keepShown(services.db.kysely, by, shown);
      // Whatever would be refused at issue is refused here, by the same names.
      await orderOfDraft(services, by, requestLanguage(request));
      return draftPageAddress(services, by);
    },
  );
}

type Context = Parameters<Parameters<typeof mountCall>[3]>[1];

/** Under a lock of the merchant's row: two that are kept at the same time are both counted. */
async function requireRoom(trx: Transaction<Schema>, merchantId: number): Promise<void> {
  await lockMerchant(trx, merchantId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invoice_drafts where merchant_id = ${merchantId}`.execute(trx);
  if ((rows[0]?.count ?? 0) < mostDrafts) return;
  const message = `at most ${mostDrafts} drafts; issue one or throw one away first`;
  throw wrongFields([{ path: "", code: "too_many", message }]);
}

function toListed(
  row: DraftTimes & { readonly id: string; readonly body: Record<string, unknown> },
): ListedDraft {
  const { client, lines, externalOrderNumber } = row.body;
  const texts = Array.isArray(lines) ? lines : [];
  return {
    id: row.id,
    externalOrderNumber: textOf(externalOrderNumber),
    clientName: textOf(memberOf(client, "name")) ?? textOf(memberOf(client, "legalName")),
    firstLine: textOf(memberOf(texts[0], "title")),
    firstPrice: textOf(memberOf(texts[0], "unitPrice")),
    lines: texts.length,
    ...timesOf(row),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : null;
}
