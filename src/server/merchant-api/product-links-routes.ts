/** Product links of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { sql, type Transaction } from "kysely";
import { type ProductLinkChanges, productLinkChanges, productLinksCalls } from "#contract/product-links.ts";
import { readLinkIdentity } from "#core/crockford.ts";
import { standardVatBps } from "#core/pricing/percent.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { ensureReturnSecret } from "../orders/return-secret.ts";
import { returnUrlRule } from "../orders/return-urls.ts";
import { requireCompleteSeller } from "../parties/seller-facts.ts";
import { needsNamedBuyer } from "../products/link-buyer.ts";
import { environmentOf } from "../settings/world.ts";
import { standardTerms } from "./agreement-store.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { merchantOf } from "./authenticate.ts";
import { requireMatchIfGiven, sendPartTagged } from "./etag.ts";
import { namesOfMethods } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { findLink, selectLinks, toProductLink } from "./own-product-links.ts";
import { readPage, toPage } from "./paging.ts";
import { type LinkRequest, readLinkColumns } from "./product-link-input.ts";
import { wrongFields } from "./validation.ts";

/** Terms of sale in Arabic fit. */
const linkLimitBytes = 128 * 1024;

const changeable = Object.keys(productLinkChanges.shape);

/** Mounts the product link calls in a scope that requires an API key. */
export function mountProductLinksCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCreating(scope, services);
  mountReading(scope, services);
  const { webUrl, environment } = services.config;

  mountCall(
    scope,
    productLinksCalls,
    "PATCH /api/v1/product-links/:linkIdentity",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const rule = returnUrlRule(environmentOf(environment, merchant), merchant.redirectHosts);
      const served = namesOfMethods(await services.providers.served(merchant.id));
      const answer = await once(services, request, merchant.id, async (trx) => {
        const now = services.clock.now();
        const change = { body, rule, served, now };
        await requireMatchIfGiven(request, changeable, async () => {
          const identity = readLinkIdentity(params.linkIdentity) ?? "";
          await sql`select from product_links where merchant_id = ${merchant.id} and link_identity = ${identity}
            for no key update`.execute(trx);
          return await findLink(trx, identity, { merchant, webUrl });
        });
        await prepareWayBack(services, trx, merchant, body);
        const linkIdentity = await changeLink(trx, merchant, params.linkIdentity, change);
        return await findLink(trx, linkIdentity, { merchant, webUrl });
      });
      return sendPartTagged(reply, sendOnce(reply, answer), changeable);
    },
    { bodyLimit: linkLimitBytes },
  );
}

function mountCreating(scope: FastifyInstance, services: MerchantApiServices): void {
  const { webUrl, environment } = services.config;
  mountCall(
    scope,
    productLinksCalls,
    "POST /api/v1/product-links",
    async ({ body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const served = namesOfMethods(await services.providers.served(merchant.id));
      const answer = await once(services, request, merchant.id, async (trx) => {
        requireCompleteSeller(merchant.missingFacts, requestLanguage(request));
        if (served.size === 0) throw nothingToPayBy;
        const rule = returnUrlRule(environmentOf(environment, merchant), merchant.redirectHosts);
        const agreement =
          body.agreement === undefined ? ((await standardTerms(trx, merchant)) ?? undefined) : body.agreement;
        const stated = { ...body, agreement };
        const columns = await readLinkColumns(trx, merchant, {
          body: stated,
          rule,
          served,
          now: services.clock.now(),
        });
        await prepareWayBack(services, trx, merchant, body);
        const linkIdentity = services.ids.linkIdentity();
        await trx
          .insertInto("product_links")
          .values({
            vat_bps: standardVatBps,
            allowed_methods: [...allowedMethodNames],
            ...columns,
            link_identity: linkIdentity,
            merchant_id: merchant.id,
            product_id: await requireProduct(trx, merchant, body.productId),
          })
          .execute();
        return await findLink(trx, linkIdentity, { merchant, webUrl });
      });
      reply.header("location", `/api/v1/product-links/${answer.body.linkIdentity}`);
      return sendOnce(reply, answer);
    },
    { bodyLimit: linkLimitBytes },
  );
}

function mountReading(scope: FastifyInstance, services: MerchantApiServices): void {
  const { webUrl } = services.config;
  const db = services.db.kysely;
  mountCall(scope, productLinksCalls, "GET /api/v1/product-links", async ({ query }, { request }) => {
    const page = readPage(query);
    const merchant = merchantOf(request);
    let rows = selectLinks(db, merchant.id)
      .where("l.id", "<", page.before)
      .orderBy("l.id", "desc")
      .limit(page.limit + 1);
    if (query.productId !== undefined) rows = rows.where("l.product_id", "=", query.productId);
    return toPage(await rows.execute(), page, (row) => toProductLink(row, { merchant, webUrl }));
  });

  mountCall(
    scope,
    productLinksCalls,
    "GET /api/v1/product-links/:linkIdentity",
    async ({ params }, { request, reply }) => {
      const link = await findLink(db, params.linkIdentity, { merchant: merchantOf(request), webUrl });
      return sendPartTagged(reply, link, changeable);
    },
  );
}

const nothingToPayBy = wrongFields([
  { path: "allowedMethods", code: "method_not_available", message: "no method has an account" },
]);

/** Only products that can be sold get links. */
async function requireProduct(trx: Transaction<Schema>, merchant: ApiMerchant, id: number): Promise<number> {
  const product = await trx
    .selectFrom("products")
    .select(["id", "vat_exemption"])
    .where("id", "=", id)
    .where("merchant_id", "=", merchant.id)
    .where("is_archived", "=", false)
    .executeTakeFirst();
  if (!product)
    throw wrongFields([{ path: "productId", code: "unknown_product", message: "not a product of yours" }]);
  if (needsNamedBuyer(merchant, product.vat_exemption)) {
    const message =
      "the tax invoice of an export names its buyer's address, that of education and healthcare the citizen's national " +
      "id, which links do not ask for: issue an invoice instead";
    throw wrongFields([{ path: "productId", code: "needs_named_buyer", message }]);
  }
  return product.id;
}

/** Before the first buyer comes back, the merchant can read what signs the way (docs/return-address.md). */
async function prepareWayBack(
  services: MerchantApiServices,
  trx: Transaction<Schema>,
  merchant: ApiMerchant,
  body: LinkRequest["body"],
): Promise<void> {
  if (body.callbackUrl ?? body.cancelUrl) await ensureReturnSecret(services, trx, merchant.id);
}

async function changeLink(
  trx: Transaction<Schema>,
  merchant: ApiMerchant,
  input: string,
  request: LinkRequest & { readonly body: ProductLinkChanges },
): Promise<string> {
  const linkIdentity = readLinkIdentity(input);
  const before = await trx
    .selectFrom("product_links")
    .selectAll()
    .where("link_identity", "=", linkIdentity ?? "")
    .where("merchant_id", "=", merchant.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) throw new Problem("not_found");
  const columns = await readLinkColumns(trx, merchant, { ...request, before });
  // How long and how many changes nothing for a buyer who has the page open; all else does.
  const { qty: _qty, hold_minutes: _hold, max_payments: _most, expires_at: _end, ...agreed } = columns;
  const isOther = Object.entries(agreed).some(
    ([name, value]) => textOf(value) !== textOf(before[name as keyof typeof agreed]),
  );
  await trx
    .updateTable("product_links")
    .set({
      ...columns,
      is_active: request.body.isActive ?? before.is_active,
      ...(isOther && { version: sql<number>`version + 1` }),
    })
    .where("id", "=", before.id)
    .execute();
  return before.link_identity;
}

/** To compare what is written with what is read: lists and JSON, too. */
function textOf(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
