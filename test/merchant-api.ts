/**
 * The merchant API alone over a private database, for tests of its calls: no pages, and no provider that would answer.
 */

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import type { Invoice } from "#contract/invoices.ts";
import { runInTransaction } from "#db/open.ts";
import { createPdfPool } from "#server/documents/pdf-pool.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { mountProblems } from "#server/http/problems.ts";
import { createApiKey, createMerchant, type MerchantToCreate } from "#server/merchant-api/api-keys.ts";
import { mountMerchantApi } from "#server/merchant-api/mount-merchant-api.ts";
import { furtherMerchantCalls } from "#server/merchant-calls.ts";
import { createNotices } from "#server/nodes/notices.ts";
import { createMailer } from "#server/notifications/mailer.ts";
import { mountPaylinkApi } from "#server/paylink-api/mount-paylink-api.ts";
import { insertAttempt, moveAttempt } from "#server/payments/attempt-store.ts";
import { documentHooks } from "#server/payments/order-hooks.ts";
import { createProviderDirectory } from "#server/payments/provider-directory.ts";
import { systemIds } from "#server/ports.ts";
import { masterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { createSigning } from "#server/secrets/signing.ts";
import type { Services } from "#server/services.ts";
import { type Config, readConfig } from "#server/settings/config.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { createWebhookClient } from "#server/webhooks/webhook-client.ts";
import type { TestApp } from "./app-harness.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { completeSeller } from "./sellers.ts";
import { strictLog } from "./strict-log.ts";

/** The states that `addAttempt` can put an attempt in, one move away from its start. */
export type AddedState =
  | "in_flight"
  | "awaiting_buyer"
  | "offered"
  | "unknown"
  | "authorised"
  | "captured"
  | "declined"
  | "surplus";

export type TestMerchant = { readonly id: number; readonly key: string };

export type MerchantApi = AsyncDisposable & {
  readonly app: FastifyInstance;
  readonly db: TestDatabase;
  readonly services: Services;
  readonly clock: TestClock;
  /** The merchant that calls unless another one is named. VAT-registered. */
  readonly merchant: TestMerchant;
  readonly logLines: readonly string[];
  readonly addMerchant: (overrides?: Partial<MerchantToCreate>) => Promise<TestMerchant>;
  /** Sends a request as a merchant; a POST with a new idempotency key unless one is given (null: none). */
  readonly call: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    options?: CallOptions,
  ) => Promise<LightMyRequestResponse>;
  /** Issues an invoice and gives the answer's model. */
  readonly issue: (overrides?: Readonly<Record<string, unknown>>, options?: CallOptions) => Promise<Invoice>;
  /** Gives an order an attempt; `captured` and `authorised` make it paid, as settling does. */
  readonly addAttempt: (orderNumber: string, state: AddedState, method?: string) => Promise<string>;
};

export type CallOptions = {
  readonly body?: unknown;
  readonly merchant?: TestMerchant;
  readonly idempotencyKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

export const oneLine = { title: "صندوق تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" };

/** Starts one; `await using` ends it. */
export async function startMerchantApi(
  options: { readonly config?: Partial<Config>; readonly poolSize?: number } = {},
): Promise<MerchantApi> {
  const db = await createTestDatabase(options.poolSize === undefined ? {} : { poolSize: options.poolSize });
  const logLines: string[] = [];
  const log = strictLog(logLines);
  const clock = createTestClock();
  const client = createHttpClient({ log });
  const webhooks = createWebhookClient({ isPublicOnly: false });
  const config = {
    ...readConfig({ WASL_ENV: "test", WASL_WEB_URL: "http://localhost:3000" }),
    ...options.config,
  };
  const keys = masterKeys("a master secret of tests, long enough");
  const sealing = createSealing(keys);
  const pdf = createPdfPool({ size: 1, log });
  const services: Services = {
    config,
    log,
    clock,
    ids: systemIds,
    http: client.http,
    mailer: createMailer(config),
    webhooks,
    db,
    signing: createSigning(keys),
    sealing,
    providers: createProviderDirectory(config, {
      db: db.kysely,
      sealing,
      ports: { http: client.http, clock, log },
    }),
    storage: openStorage({ kind: "disk", directory: join(tmpdir(), `wasl-files-${systemIds.token(9)}`) }),
    pdf,
    notices: createNotices({ pool: db.pool, log, self: "this-test" }),
    ...documentHooks(clock, sealing),
  };
  const app = fastify({ logger: false });
  mountProblems(app, log);
  mountMerchantApi(app, services, furtherMerchantCalls);
  mountPaylinkApi(app, services);
  const merchant = await addMerchant(services, {});
  return {
    app,
    db,
    services,
    clock,
    merchant,
    logLines,
    addMerchant: (overrides = {}) => addMerchant(services, overrides),
    ...callers(app, merchant),
    addAttempt: (orderNumber, state, method) => addAttempt(db, orderNumber, state, method),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await client.close();
      await webhooks.close();
      await pdf.close();
      await db[Symbol.asyncDispose]();
    },
  };
}

/** What makes things of a merchant by its calls, and what stands behind them. */
export type MakingApi = Pick<
  MerchantApi,
  "app" | "db" | "services" | "clock" | "merchant" | "call" | "issue" | "addAttempt"
>;

/** The same over the whole app of the harness, for its merchant. */
export function merchantApiOf({ app, db, services, clock, merchantId, apiKey }: TestApp): MakingApi {
  const merchant = { id: merchantId, key: apiKey };
  return {
    ...{ app, db, services, clock, merchant, ...callers(app, merchant) },
    addAttempt: (orderNumber, state, method) => addAttempt(db, orderNumber, state, method),
  };
}

async function addMerchant(services: Services, overrides: Partial<MerchantToCreate>): Promise<TestMerchant> {
  const { id } = await createMerchant(services.db.kysely, {
    username: `shop-${randomUUID().slice(0, 8)}`,
    shopName: "متجر النخيل",
    email: "shop@example.com",
    phone: "+966112345678",
    vatNumber: "310122393500003",
    seller: completeSeller,
    ...overrides,
  });
  const { environment } = services.config;
  const key = await createApiKey(services.db.kysely, { merchantId: id, name: "test", environment });
  return { id, key };
}

function callers(app: FastifyInstance, merchant: TestMerchant): Pick<MerchantApi, "call" | "issue"> {
  const call: MerchantApi["call"] = async (method, url, given = {}) => {
    const key = given.idempotencyKey === undefined ? randomUUID() : given.idempotencyKey;
    return await app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${(given.merchant ?? merchant).key}`,
        "accept-language": "en",
        ...(method === "POST" && key !== null && { "idempotency-key": key }),
        ...(given.body !== undefined && { "content-type": "application/json" }),
        ...given.headers,
      },
      ...(given.body !== undefined && {
        payload: typeof given.body === "string" ? given.body : JSON.stringify(given.body),
      }),
    });
  };
  const issue: MerchantApi["issue"] = async (overrides = {}, given = {}) => {
    const body = { lines: [oneLine], ...overrides };
    const response = await call("POST", "/api/v1/invoices", { ...given, body });
    if (response.statusCode !== 201) throw new Error(`no invoice: ${response.body}`);
    return response.json();
  };
  return { call, issue };
}

async function addAttempt(
  db: TestDatabase,
  orderNumber: string,
  state: AddedState,
  method = "card",
): Promise<string> {
  const id = systemIds.attemptId();
  await runInTransaction(db.kysely, async (trx) => {
    const order = await trx
      .selectFrom("orders")
      .select(["id", "merchant_id", "total", "currency"])
      .where("order_number", "=", orderNumber)
      .executeTakeFirstOrThrow();
    await insertAttempt(
      trx,
      {
        merchant_id: order.merchant_id,
        id,
        order_id: order.id,
        method,
        provider: "mpgs-cards",
        amount: order.total,
        currency: order.currency,
        presented_key: null,
        return_token: systemIds.token(24),
        client_name: null,
        client_mobile: null,
        client_country_code: null,
        client_email: null,
        shipment_city: null,
        shipment_address: null,
        channel: "info",
        next_check_at: new Date(),
        created_at: new Date(),
        step_started_at: new Date(),
        resend_of: null,
        code_guesses: 0,
      },
      order.merchant_id,
    );
    const isPaid = state === "captured" || state === "authorised";
    const attempt = await trx
      .selectFrom("payment_attempts")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (state !== "in_flight") {
      await moveAttempt(trx, attempt, order.merchant_id, {
        to: state,
        cause: "test",
        set: {
          ...(isPaid && { settled_at: new Date(), paid_brand: "mada", paid_last_four: "1234" }),
          // Money may be under way: a start without an answer would block nothing.
          ...(state === "unknown" && { step: "confirm" as const }),
          ...(state === "declined" && { decline_reason: "insufficient_funds" }),
        },
      });
    }
    const status = isPaid ? ("PAID" as const) : ("PENDING" as const);
    const paid = isPaid ? { paid_at: new Date(), captured_total: order.total } : {};
    await trx
      .updateTable("orders")
      .set({ status, ...paid })
      .where("id", "=", order.id)
      .execute();
  });
  return id;
}
