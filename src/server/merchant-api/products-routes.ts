/** Products of the merchant API. Every statement is filtered by the merchant: another's product is not there. */
import type { FastifyInstance } from "fastify";
import { sql, type Transaction } from "kysely";
import { type ProductChanges, productChanges, productsCalls } from "#contract/products.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { merchantOf } from "./authenticate.ts";
import { requireMatchIfGiven, sendPartTagged } from "./etag.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { findProduct, isOfWords, madeBefore, selectProducts, toProduct } from "./own-products.ts";
import { readId, readPage, toPage } from "./paging.ts";
import { blankProduct, productCurrency, readProductColumns } from "./product-input.ts";

/** What a buyer agrees to by ordering. */
const namesOfAgreed = [
  "title",
  "price",
  "price_includes_vat",
  "unit_code",
  "specific_vat_bps",
  "is_digital",
] as const;

const changeable = Object.keys(productChanges.shape);

/** Mounts the product calls in a scope that requires an API key. */
export function mountProductsCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountChanges(scope, services);
  const db = services.db.kysely;

  mountCall(scope, productsCalls, "GET /api/v1/products", async ({ query }, { request }) => {
    const page = readPage(query);
    const merchantId = merchantOf(request).id;
    let rows = selectProducts(db, merchantId)
      .orderBy("p.created_at", "desc")
      .orderBy("p.id", "desc")
      .limit(page.limit + 1);
    if (query.cursor !== undefined) rows = rows.where(madeBefore(merchantId, page.before));
    if (query.title !== undefined) rows = rows.where(isOfWords(merchantId, query.title));
    if (query.isArchived !== undefined) rows = rows.where("p.is_archived", "=", query.isArchived === "true");
    return toPage(await rows.execute(), page, toProduct);
  });

  mountCall(
    scope,
    productsCalls,
    "GET /api/v1/products/:productId",
    async ({ params }, { request, reply }) => {
      const id = readId(params.productId, "product_not_found");
      return sendPartTagged(reply, await findProduct(db, merchantOf(request).id, id), changeable);
    },
  );
}

function mountChanges(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, productsCalls, "POST /api/v1/products", async ({ body }, { request, reply }) => {
    const merchant = merchantOf(request);
    const answer = await once(services, request, merchant.id, async (trx) => {
      const columns = await readProductColumns(trx, merchant, { before: blankProduct, body });
      const { id } = await trx
        .insertInto("products")
        .values({ ...columns, merchant_id: merchant.id, currency: productCurrency })
        .returning("id")
        .executeTakeFirstOrThrow();
      return await findProduct(trx, merchant.id, id);
    });
    reply.header("location", `/api/v1/products/${answer.body.id}`);
    return sendOnce(reply, answer);
  });

  mountCall(
    scope,
    productsCalls,
    "PATCH /api/v1/products/:productId",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const id = readId(params.productId, "product_not_found");
      const answer = await once(services, request, merchant.id, async (trx) => {
        await requireMatchIfGiven(request, changeable, async () => {
          await sql`select from products where merchant_id = ${merchant.id} and id = ${id} for no key update`.execute(
            trx,
          );
          return await findProduct(trx, merchant.id, id);
        });
        await changeProduct(trx, merchant, { id, body });
        return await findProduct(trx, merchant.id, id);
      });
      return sendPartTagged(reply, sendOnce(reply, answer), changeable);
    },
  );
}

async function changeProduct(
  trx: Transaction<Schema>,
  merchant: ApiMerchant,
  change: { readonly id: number; readonly body: ProductChanges },
): Promise<void> {
  const { id, body } = change;
  const before = await trx
    .selectFrom("products")
    .selectAll()
    .where("id", "=", id)
    .where("merchant_id", "=", merchant.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) throw new Problem("product_not_found");
  const after = await readProductColumns(trx, merchant, { before, body });
  // What a buyer who has the page open agreed to is another product then.
  const isOther = namesOfAgreed.some((name) => before[name] !== after[name]);
  await trx
    .updateTable("products")
    .set({ ...after, ...(isOther && { version: before.version + 1 }) })
    .where("id", "=", id)
    .execute();
}
