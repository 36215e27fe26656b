/** Invoices that repeat, in the merchant API. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import type { NewInvoice } from "#contract/new-invoice.ts";
import { type NewRecurring, recurringCalls } from "#contract/recurring.ts";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { checkDraft, namedClient } from "../merchant-api/draft-input.ts";
import { issuedAndUndone } from "../merchant-api/draft-page.ts";
import { once, sendOnce } from "../merchant-api/idempotency.ts";
import { defaultCurrency } from "../merchant-api/invoice-input.ts";
import { issueLimitBytes } from "../merchant-api/invoice-routes.ts";
import { readId, readPage, toPage } from "../merchant-api/paging.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { closeDay, continueFromToday, setState } from "./issue-recurring.ts";
import {
  findRecurring,
  listRecurring,
  loadRecurring,
  type RecurringRow,
  toSummary,
} from "./recurring-store.ts";

/** Of Riyadh: when shops open. */
const usualHour = 9;

/** Mounts the calls in a scope that requires an API key. */
export function mountRecurringCalls(scope: FastifyInstance, services: Services): void {
  mountMaking(scope, services);
  mountReading(scope, services);
  mountChanging(scope, services);
  mountActs(scope, services);
}

function mountMaking(scope: FastifyInstance, services: Services): void {
  const { clock } = services;
  mountCall(
    scope,
    recurringCalls,
    "POST /api/v1/recurring-invoices",
    async ({ body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const now = clock.now();
      checkTimes(body, now);
      const tried = await tryInvoice(services, {
        merchantId,
        invoice: body.invoice,
        language: requestLanguage(request),
      });
      const answer = await once(services, request, merchantId, async (trx) => {
        const { id } = await trx
          .insertInto("recurring_invoices")
          .values({
            ...{ merchant_id: merchantId, name: nameOf(body.name), every: body.every },
            ...{ interval_count: body.interval ?? 1, starts_on: body.startsOn, next_day: body.startsOn },
            ...{ hour: body.hour ?? usualHour, ends_on: body.endsOn ?? null, most: body.times ?? null },
            ...{ due_days: body.dueDays ?? null, created_at: new Date(now), updated_at: new Date(now) },
            ...tried,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        return await loadRecurring(trx, { merchantId, id });
      });
      reply.header("location", `/api/v1/recurring-invoices/${answer.body.id}`);
      return sendOnce(reply, answer);
    },
    { bodyLimit: issueLimitBytes },
  );
}

/** @throws Problem `validation_failed` */
function checkTimes({ startsOn, endsOn }: Pick<NewRecurring, "startsOn" | "endsOn">, now: number): void {
  const wrong = (path: string, code: string, message: string) => wrongFields([{ path, code, message }]);
  if (startsOn < today(now)) throw wrong("startsOn", "in_past", "from today on");
  if (endsOn && endsOn < startsOn) throw wrong("endsOn", "before_start", "not before startsOn");
}

function nameOf(text: string): string {
  const name = cleanText(text, 100);
  if (name === "") throw wrongFields([{ path: "name", code: "required", message: "must not be empty" }]);
  return name;
}

type Tried = { readonly merchantId: number; readonly invoice: NewInvoice; readonly language: Language };

/** What is kept of an invoice that can be issued now: whatever would be refused then is refused by the same names. */
async function tryInvoice(services: Services, { merchantId, invoice, language }: Tried) {
  checkDraft(invoice);
  const currency = invoice.currency ?? defaultCurrency;
  const wanted = { merchantId, currency, bodyOf: async () => invoice, language };
  return await issuedAndUndone(services, wanted, async (_trx, { order, client }) => ({
    ...{ body: JSON.stringify(invoice), currency, total: order.total },
    ...{ client_name: client?.name ?? client?.legalName ?? null, ...namedClient(invoice) },
  }));
}

function mountReading(scope: FastifyInstance, { db }: Services): void {
  mountCall(scope, recurringCalls, "GET /api/v1/recurring-invoices", async ({ query }, { request }) => {
    const page = readPage(query);
    const { before, limit } = page;
    const of = { merchantId: merchantOf(request).id, state: query.state, before, limit };
    return toPage(await listRecurring(db.kysely, of), page, toSummary);
  });

  mountCall(
    scope,
    recurringCalls,
    "GET /api/v1/recurring-invoices/:recurringId",
    async ({ params }, { request }) =>
      loadRecurring(db.kysely, {
        merchantId: merchantOf(request).id,
        id: readId(params.recurringId, "not_found"),
      }),
  );
}

function mountChanging(scope: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  mountCall(
    scope,
    recurringCalls,
    "PATCH /api/v1/recurring-invoices/:recurringId",
    async ({ params, body }, { request }) => {
      const merchantId = merchantOf(request).id;
      const key = { merchantId, id: readId(params.recurringId, "not_found") };
      await findRecurring(db.kysely, key);
      const { name, invoice, hour, endsOn, dueDays } = body;
      const language = requestLanguage(request);
      const tried = invoice && (await tryInvoice(services, { merchantId, invoice, language }));
      return await runInTransaction(db.kysely, async (trx) => {
        const row = await findRecurring(trx, key, "locked");
        if (row.state === "ended") throw new Problem("recurring_over");
        await trx
          .updateTable("recurring_invoices")
          .set({
            ...(name !== undefined && { name: nameOf(name) }),
            ...(hour !== undefined && { hour }),
            ...(endsOn !== undefined && { ends_on: endsOn }),
            ...(dueDays !== undefined && { due_days: dueDays }),
            ...tried,
            // What was wrong with it may be right now.
            ...{ retry_at: null, tries: 0, problem: null, updated_at: new Date(clock.now()) },
          })
          .where("merchant_id", "=", merchantId)
          .where("id", "=", key.id)
          .execute();
        return await loadRecurring(trx, key);
      });
    },
    { bodyLimit: issueLimitBytes },
  );
}

type Act = (trx: Transaction<Schema>, row: RecurringRow, now: number) => Promise<void>;

const acts = {
  pause: async (trx, row, now) => await setState(trx, row, { state: "paused", now }),
  resume: continueFromToday,
  skip: async (trx, row, now) => await closeDay(trx, row, { state: "skipped", orderId: null, now }),
  end: async (trx, row, now) => await setState(trx, row, { state: "ended", now }),
} as const satisfies Readonly<Record<string, Act>>;

function mountActs(scope: FastifyInstance, { db, clock }: Services): void {
  for (const name of ["pause", "resume", "skip", "end"] as const) {
    mountCall(
      scope,
      recurringCalls,
      `POST /api/v1/recurring-invoices/:recurringId/${name}`,
      async ({ params }, { request }) => {
        const key = { merchantId: merchantOf(request).id, id: readId(params.recurringId, "not_found") };
        return await runInTransaction(db.kysely, async (trx) => {
          const row = await findRecurring(trx, key, "locked");
          if (row.state === "ended") throw new Problem("recurring_over");
          await acts[name](trx, row, clock.now());
          return await loadRecurring(trx, key);
        });
      },
    );
  }
}
