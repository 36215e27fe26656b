/** Product links of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { type Selectable, sql, type Transaction } from "kysely";
import {
  type NewProductLink,
  type ProductLinkChanges,
  productLinkChanges,
  productLinksCalls,
} from "#contract/product-links.ts";
import type { ReturnUrlRule } from "#core/address/return-url.ts";
import { readLinkIdentity } from "#core/crockford.ts";
import { standardVatBps } from "#core/pricing/percent.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { type AllowedMethodName, allowedMethodNames } from "#methods/allowed.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { versionOfAgreement } from "../issuing/issue-order.ts";
import { ensureReturnSecret } from "../orders/return-secret.ts";
import { returnUrlRule } from "../orders/return-urls.ts";
import { requireCompleteSeller } from "../parties/seller-facts.ts";
import { needsNamedBuyer } from "../products/link-buyer.ts";
import { environmentOf } from "../settings/world.ts";
import { standardTerms } from "./agreement-store.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { readAskedFields } from "./asked-fields-input.ts";
import { merchantOf } from "./authenticate.ts";
import { readBuyerAmount } from "./buyer-amount-input.ts";
import { requireMatchIfGiven, sendPartTagged } from "./etag.ts";
import { FieldReader, namesOfMethods } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { findLink, selectLinks, toProductLink } from "./own-product-links.ts";
import { readPage, toPage } from "./paging.ts";
import { wrongFields } from "./validation.ts";
import { readRate } from "./vat-input.ts";

/** Terms of sale in Arabic fit. */
const linkLimitBytes = 128 * 1024;

/** What merchants may set of a link's row. */
type Columns = Pick<
  Selectable<Schema["product_links"]>,
  | "qty"
  | "vat_bps"
  | "client_pays_fees"
  | "allowed_methods"
  | "callback_url"
  | "cancel_url"
  | "agreement_id"
  | "hold_minutes"
  | "max_payments"
  | "least_amount"
  | "most_amount"
  | "suggested_amounts"
  | "expires_at"
> & {
  /** JSON. */
  readonly asked_fields: string;
};

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
      const options = { merchantId: merchant.id, status: 200, key: "optional" } as const;
      const rule = returnUrlRule(environmentOf(environment, merchant), merchant.redirectHosts);
      const served = namesOfMethods(await services.providers.served(merchant.id));
      const answer = await once(services, request, options, async (trx) => {
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
      const options = { merchantId: merchant.id, status: 201, key: "required" } as const;
      const served = namesOfMethods(await services.providers.served(merchant.id));
      const answer = await once(services, request, options, async (trx) => {
        requireCompleteSeller(merchant.missingFacts, requestLanguage(request));
        if (served.size === 0) throw nothingToPayBy;
        const rule = returnUrlRule(environmentOf(environment, merchant), merchant.redirectHosts);
        const agreement =
          body.agreement === undefined ? ((await standardTerms(trx, merchant)) ?? undefined) : body.agreement;
        const stated = { ...body, agreement };
        const columns = await readColumns(trx, merchant, {
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

type LinkRequest = {
  readonly body: Omit<NewProductLink, "productId"> | ProductLinkChanges;
  readonly rule: ReturnUrlRule;
  /** Names of the methods that have an account. */
  readonly served: ReadonlySet<AllowedMethodName>;
  readonly now: number;
  /** The link that is changed; left out for a new one. */
  readonly before?: Pick<Columns, "qty" | "least_amount">;
};

/** The columns that a request sets; what it leaves out is left out. */
async function readColumns(
  trx: Transaction<Schema>,
  merchant: ApiMerchant,
  { body, rule, served, now, before }: LinkRequest,
): Promise<Partial<Columns>> {
  const reader = new FieldReader("SAR");
  const {
    quantity,
    vatRate,
    clientPaysFees,
    allowedMethods,
    holdMinutes,
    maxPayments,
    buyerAmount,
    askedFields,
    expiresAt,
  } = body;
  const url = (name: "callbackUrl" | "cancelUrl"): string | null =>
    reader.url(name, body[name] ?? undefined, rule);
  const agreement = body.agreement && reader.agreement("agreement.", body.agreement);
  const columns: Partial<Columns> = {
    ...(quantity !== undefined && { qty: quantity }),
    ...(vatRate !== undefined && { vat_bps: readVat(reader, merchant, vatRate) }),
    ...(clientPaysFees !== undefined && { client_pays_fees: clientPaysFees }),
    ...(allowedMethods && { allowed_methods: [...reader.methods("allowedMethods", allowedMethods, served)] }),
    ...(body.callbackUrl !== undefined && { callback_url: url("callbackUrl") }),
    ...(body.cancelUrl !== undefined && { cancel_url: url("cancelUrl") }),
    ...(holdMinutes !== undefined && { hold_minutes: holdMinutes }),
    ...(maxPayments !== undefined && { max_payments: maxPayments }),
    ...(buyerAmount !== undefined && readBuyerAmount(reader, buyerAmount)),
    ...(askedFields !== undefined && {
      asked_fields: JSON.stringify(readAskedFields(reader, askedFields)),
    }),
    ...(expiresAt !== undefined && {
      expires_at: expiresAt === null ? null : reader.future("expiresAt", expiresAt, now),
    }),
  };
  const { qty = 1, least_amount: least = null } = { ...before, ...columns };
  if (least !== null && qty !== 1)
    reader.wrong("quantity", "not_together", "an order whose buyer chooses the amount is of one piece");
  reader.refuseWrong();
  if (agreement === undefined) return columns;
  const version = agreement && (await versionOfAgreement(trx, merchant.id, agreement));
  return { ...columns, agreement_id: version?.id ?? null };
}

/** The link's rate stands in no tax invoice by itself: a rate of zero is the product's, with its reason. */
function readVat(reader: FieldReader, merchant: ApiMerchant, vatRate: string): number {
  const bps = readRate(reader, "vatRate", vatRate, merchant) ?? 0;
  if (bps === 0 && merchant.vatNumber !== null) {
    reader.wrong("vatRate", "too_small", "set a rate of 0 on the product, with its vatExemption");
  }
  return bps;
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
  const columns = await readColumns(trx, merchant, { ...request, before });
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
