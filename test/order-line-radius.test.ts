/**
 * A line of an order is one record (`orders/order-lines.ts`) with one mapper for each edge. Counted here are the files
 * that name a column of it, so that the next reader takes the record and not a type of its own. A new column that an
 * edge has nothing to do with is named there in no file but the table's type and the record, and the list of texts.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listFiles, root } from "./source-tree.ts";

/** The table's type, the record, and what works a line out. */
const record = [
  "src/db/schema.ts",
  "src/db/refund-schema.ts",
  "src/server/orders/order-lines.ts",
  "src/server/orders/order-to-issue.ts",
];
/** One mapper each: merchants' API in and out, a product link, the page, papers, providers. */
const edges = [
  "src/server/merchant-api/invoice-input.ts",
  "src/server/merchant-api/invoice-model.ts",
  "src/server/products/checkout.ts",
  "src/server/orders/order-model.ts",
  "src/server/documents/order-facts.ts",
  "src/server/payments/attempt-context.ts",
];
/** Rules over the figures of paid lines: the VAT summary, what can be given back, and asked back. */
const rules = [
  "src/server/orders/vat-lines.ts",
  "src/server/payments/refund-lines.ts",
  "src/server/merchant-api/refund-routes.ts",
  "src/server/merchant-api/debit-note-input.ts",
  "src/server/paylink-api/invoice-answer.ts",
  "src/server/return-requests/return-form-route.ts",
];
/** Whose pictures may be shown, and where. */
const pictures = ["src/server/merchant-api/own-images.ts", "src/server/images/image-store.ts"];

/** What of a text is a buyer's, which the compiler asks of every one. */
const texts = ["src/server/privacy/texts-of-buyers.ts"];

/** Columns that no other table has, and in how many files each stands at most. */
const most = {
  qty_thousandths: 15,
  sold_unit_price: 7,
  vat_category: 5,
  vat_reason_ar: 6,
  vat_reason_en: 6,
  line_net: 9,
  line_discount: 8,
  line_vat: 8,
  sold_image_id: 9,
};

const sources = listFiles("src")
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|simulator/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

for (const [column, highest] of Object.entries(most)) {
  test(`${column} stands in the record of a line, in the mappers of its edges and in rules over it`, () => {
    const naming = sources.filter(({ text }) => new RegExp(`\\b${column}\\b`).test(text));
    const others = naming.filter(
      ({ path }) => ![...record, ...edges, ...rules, ...pictures, ...texts].includes(path),
    );
    assert.deepEqual(
      others.map(({ path }) => path),
      [],
    );
    assert.ok(naming.length <= highest, `${naming.length} files name ${column}; ${highest} did`);
  });
}

test("lines are read as a whole in one place, which no other statement repeats", () => {
  const reading = sources.filter(({ text }) =>
    /json_build_object\((?:(?!from ).)*from order_lines/s.test(text),
  );
  assert.deepEqual(
    reading.map(({ path }) => path),
    ["src/server/orders/order-lines.ts"],
  );
});
