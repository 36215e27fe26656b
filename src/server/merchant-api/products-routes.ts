/** Products of the merchant API. Every statement is filtered by the merchant: another's product is not there. */
import type { FastifyInstance } from "fastify";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { type Product, type ProductChanges, productChanges, productsCalls } from "#contract/products.ts";
import { formatDecimal, zero } from "#core/money.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { Problem } from "#core/problem.ts";
import { cleanLines } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import { wordsOf } from "#db/search-words.ts";
import { ownDigitalFiles, unknownDigitalFile } from "../digital/digital-file-store.ts";
import { mountCall } from "../http/mount.ts";
import { isImageOf } from "../images/image-store.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { merchantOf } from "./authenticate.ts";
import { readDigitalContent, toDigitalContent } from "./digital-content.ts";
import { requireMatchIfGiven, sendPartTagged } from "./etag.ts";
import { FieldReader } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { unknownImage } from "./own-images.ts";
import { readId, readPage, toPage } from "./paging.ts";
import { checkReason, readRate } from "./vat-input.ts";

/** Product pages are in riyals (Spec 9). */
const currency = "SAR";

type Db = Kysely<Schema> | Transaction<Schema>;

/** What merchants set of a product's row. */
type Columns = Pick<
  Selectable<Schema["products"]>,
  | "title"
  | "description"
  | "price"
  | "price_includes_vat"
  | "image_id"
  | "stock_qty"
  | "unit_code"
  | "specific_vat_bps"
  | "vat_exemption"
  | "is_digital"
  | "digital_text"
  | "digital_file_id"
  | "is_archived"
>;

/** A product of which nothing is said. */
const blank: Columns = {
  title: "",
  description: null,
  price: zero,
  price_includes_vat: false,
  image_id: null,
  stock_qty: null,
  unit_code: defaultUnit,
  specific_vat_bps: null,
  vat_exemption: null,
  is_digital: false,
  digital_text: null,
  digital_file_id: null,
  is_archived: false,
};

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

/** Rows that are looked at of what has the words, before the newest are chosen. */
const mostCandidates = 500;

function isOfWords(merchantId: number, title: string) {
  return sql<boolean>`p.id in (select id from products where merchant_id = ${merchantId}
    and array_to_tsvector(search_words(merchant_id, title)) @@ ${wordsOf(merchantId, title)} limit ${mostCandidates})`;
}

function mountChanges(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, productsCalls, "POST /api/v1/products", async ({ body }, { request, reply }) => {
    const merchant = merchantOf(request);
    const options = { merchantId: merchant.id, status: 201, key: "required" } as const;
    const answer = await once(services, request, options, async (trx) => {
      const columns = await readColumns(trx, merchant, { before: blank, body });
      const { id } = await trx
        .insertInto("products")
        .values({ ...columns, merchant_id: merchant.id, currency })
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
      const options = { merchantId: merchant.id, status: 200, key: "optional" } as const;
      const answer = await once(services, request, options, async (trx) => {
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
  const after = await readColumns(trx, merchant, { before, body });
  // What a buyer who has the page open agreed to is another product then.
  const isOther = namesOfAgreed.some((name) => before[name] !== after[name]);
  await trx
    .updateTable("products")
    .set({ ...after, ...(isOther && { version: before.version + 1 }) })
    .where("id", "=", id)
    .execute();
}

/** What a product's row becomes by a request: what it leaves out stays. */
async function readColumns(
  db: Db,
  merchant: ApiMerchant,
  change: { readonly before: Columns; readonly body: ProductChanges },
): Promise<Columns> {
  const { before, body } = change;
  const reader = new FieldReader(currency);
  const { title, description, price, imageId = before.image_id, stockQty, isDigital, isArchived } = body;
  const after: Columns = {
    title: title === undefined ? before.title : reader.text("title", title, 200),
    description: description === undefined ? before.description : cleanLines(description ?? "", 2000) || null,
    price: price === undefined ? before.price : readPrice(reader, price),
    price_includes_vat: body.priceIncludesVat ?? before.price_includes_vat,
    image_id: imageId,
    stock_qty: stockQty === undefined ? before.stock_qty : stockQty,
    unit_code: body.unit ?? before.unit_code,
    ...readVat(reader, merchant, change),
    is_digital: isDigital ?? before.is_digital,
    ...readContent(reader, change),
    is_archived: isArchived ?? before.is_archived,
  };
  if (imageId !== null && imageId !== before.image_id && !(await isImageOf(db, merchant.id, imageId))) {
    const { path, code, message } = unknownImage("imageId");
    reader.wrong(path, code, message);
  }
  const { digital_file_id: fileId } = after;
  if (fileId !== null && fileId !== before.digital_file_id) {
    const own = await ownDigitalFiles(db, merchant.id, [fileId]);
    const { path, code, message } = unknownDigitalFile("digitalContent.fileId");
    if (!own.has(fileId)) reader.wrong(path, code, message);
  }
  if (title !== undefined) reader.refuseUnprintable("title", after.title);
  if (description !== undefined) reader.refuseUnprintable("description", after.description);
  reader.refuseWrong();
  return after;
}

/** What the product delivers. One that is no longer digital cannot keep it. */
function readContent(
  reader: FieldReader,
  { before, body }: { readonly before: Columns; readonly body: ProductChanges },
): Pick<Columns, "digital_text" | "digital_file_id"> {
  const isDigital = body.isDigital ?? before.is_digital;
  const { digitalContent = toNewContent(before) } = body;
  if (digitalContent === null) return { digital_text: null, digital_file_id: null };
  return readDigitalContent(reader, digitalContent, { path: "digitalContent", isDigital });
}

/** What is delivered already, as a request would state it. */
function toNewContent({ digital_text: text, digital_file_id: fileId }: Columns) {
  if (text === null && fileId === null) return null;
  return { ...(text !== null && { text }), ...(fileId !== null && { fileId }) };
}

function readPrice(reader: FieldReader, text: string): Columns["price"] {
  const price = reader.amount("price", text);
  if (price === 0) reader.wrong("price", "too_small", "must be more than zero");
  return price ?? zero;
}

/** The rate of the product's own, and the reason of a rate of zero, which the tax invoice must state. */
function readVat(
  reader: FieldReader,
  merchant: ApiMerchant,
  { before, body }: { readonly before: Columns; readonly body: ProductChanges },
): Pick<Columns, "specific_vat_bps" | "vat_exemption"> {
  const { vatRate, vatExemption } = body;
  const bps =
    vatRate === undefined
      ? before.specific_vat_bps
      : vatRate === null
        ? null
        : readRate(reader, "vatRate", vatRate, merchant);
  // A reason goes with its rate of zero.
  const exemption = vatExemption === undefined && bps === 0 ? before.vat_exemption : (vatExemption ?? null);
  checkReason(reader, "vatExemption", { bps, exemption, seller: merchant });
  return { specific_vat_bps: bps, vat_exemption: exemption };
}

function selectProducts(db: Db, merchantId: number) {
  return db.selectFrom("products as p").selectAll("p").where("p.merchant_id", "=", merchantId);
}

/** Products have random numbers: behind the one that a page ended with come those that were made before it. */
function madeBefore(merchantId: number, id: number) {
  return sql<boolean>`(p.created_at, p.id) <
    ((select last.created_at from products last where last.id = ${id} and last.merchant_id = ${merchantId}), ${id}::bigint)`;
}

type ProductRow = Selectable<Schema["products"]>;

async function findProduct(db: Db, merchantId: number, id: number): Promise<Product> {
  const row = await selectProducts(db, merchantId).where("p.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("product_not_found");
  return toProduct(row);
}

function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    price: formatDecimal(row.price, row.currency),
    priceIncludesVat: row.price_includes_vat,
    currency: row.currency,
    imageId: row.image_id,
    stockQty: row.stock_qty,
    unit: row.unit_code,
    heldQty: row.held_qty,
    vatRate: row.specific_vat_bps === null ? null : percentText(row.specific_vat_bps),
    vatExemption: row.vat_exemption,
    isDigital: row.is_digital,
    digitalContent: toDigitalContent(row),
    isArchived: row.is_archived,
    createdAt: row.created_at.toISOString(),
  };
}
