/** A merchant's own products, as the merchant API shows and finds them. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Product } from "#contract/products.ts";
import { formatDecimal } from "#core/money.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { wordsOf } from "#db/search-words.ts";
import { toDigitalContent } from "./digital-content.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** @throws Problem `product_not_found` */
export async function findProduct(db: Db, merchantId: number, id: number): Promise<Product> {
  const row = await selectProducts(db, merchantId).where("p.id", "=", id).executeTakeFirst();
  if (!row) throw new Problem("product_not_found");
  return toProduct(row);
}

/** The rows of all products of a merchant, archived ones too. */
export function selectProducts(db: Db, merchantId: number) {
  return db.selectFrom("products as p").selectAll("p").where("p.merchant_id", "=", merchantId);
}

/** Products have random numbers: behind the one that a page ended with come those that were made before it. */
export function madeBefore(merchantId: number, id: number) {
  return sql<boolean>`(p.created_at, p.id) <
    ((select last.created_at from products last where last.id = ${id} and last.merchant_id = ${merchantId}), ${id}::bigint)`;
}

/** Rows that are looked at of what has the words, before the newest are chosen. */
const mostCandidates = 500;

/** Whether each word of a text is one of the product's title, or how one begins. */
export function isOfWords(merchantId: number, title: string) {
  return sql<boolean>`p.id in (select id from products where merchant_id = ${merchantId}
    and array_to_tsvector(search_words(merchant_id, title)) @@ ${wordsOf(merchantId, title)} limit ${mostCandidates})`;
}

type ProductRow = Selectable<Schema["products"]>;

/** A product as its merchant reads it. */
export function toProduct(row: ProductRow): Product {
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
