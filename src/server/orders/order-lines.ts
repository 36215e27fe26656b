/**
 * A line of an order: the one record of it, and the one place that reads and writes its row. Each edge has its own
 * mapper from or to this record: what merchants send (`merchant-api/invoice-input.ts`) and are answered
 * (`invoice-model.ts`), a product link (`products/checkout.ts`), the page (`order-model.ts`), papers
 * (`documents/order-facts.ts`) and providers (`payments/attempt-context.ts`).
 */
import { type ColumnOf, type ColumnsOf, jsonPairs } from "#db/columns.ts";

type LineColumn = Exclude<ColumnOf<"order_lines">, "merchant_id" | "order_id">;

/** Every column but those of the order, and its type in SQL. */
export const lineColumnTypes = {
  position: "smallint",
  product_id: "bigint",
  title: "text",
  description: "text",
  qty_thousandths: "integer",
  unit_code: "text",
  unit_price: "bigint",
  sold_unit_price: "bigint",
  vat_bps: "integer",
  vat_exemption: "text",
  vat_category: "text",
  vat_reason_ar: "text",
  vat_reason_en: "text",
  line_net: "bigint",
  line_discount: "bigint",
  line_vat: "bigint",
  is_digital: "boolean",
  sold_image_id: "text",
  digital_text: "text",
  digital_file_id: "text",
} as const satisfies Record<LineColumn, string>;

const columns = Object.keys(lineColumnTypes) as LineColumn[];

/**
 * A line as it is kept; the columns' meanings are in the migrations. Money is in minor units: `unit_price` as it was
 * typed, `sold_unit_price` and `line_net` net of VAT with the service fee and before the discount.
 */
export type OrderLine = ColumnsOf<"order_lines", LineColumn>;

/** What is delivered once an order is paid. */
type Goods = "digital_text" | "digital_file_id";

/** A line as pages and papers know it: what it delivers never comes near them. */
export type ShownLine = Omit<OrderLine, Goods>;

/** What issuing works out of a line, and of its place among others. */
type WorkedOut =
  | "position"
  | "sold_unit_price"
  | "vat_category"
  | "vat_reason_ar"
  | "vat_reason_en"
  | "line_net"
  | "line_discount"
  | "line_vat";

/** A line to be sold, at the rate that was typed: a seller without a VAT number sells it without any. */
export type LineToIssue = Omit<OrderLine, WorkedOut | "vat_bps"> & { readonly vat_bps: number };

const shownColumns = columns.filter((name) => name !== "digital_text" && name !== "digital_file_id");

/** The lines of the order that the statement calls `o`, as JSON: `OrderLine[]`. */
export const linesOfOrder: string = `(
  select json_agg(json_build_object(${jsonPairs("l", columns)}) order by l.position)
  from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.id)`;

/** The same without what is delivered: `ShownLine[]`. */
export const shownLinesOfOrder: string = `(
  select json_agg(json_build_object(${jsonPairs("l", shownColumns)}) order by l.position)
  from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.id)`;

/** A line with what its product is now; null for a line of no product. */
export type LineOfProduct = ShownLine & {
  readonly product_image_id: string | null;
  readonly stock_qty: number | null;
  readonly specific_vat_bps: number | null;
};

/** The same as JSON: `LineOfProduct[]`. */
export const linesWithProducts: string = `(
  select json_agg(json_build_object(${jsonPairs("l", shownColumns)}, 'product_image_id', p.image_id,
    ${jsonPairs("p", ["stock_qty", "specific_vat_bps"])}) order by l.position)
  from order_lines l left join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
  where l.merchant_id = o.merchant_id and l.order_id = o.id)`;

/** How many parameters `insertLines` takes. */
export const lineParameterCount = columns.length;

/**
 * The statement that writes an order's lines.
 * @param order name of the part of the statement that has the order's `merchant_id` and `id`
 * @param first number of the first of `lineParameterCount` parameters, which are those of `lineParameters`
 */
export function insertLines(order: string, first: number): string {
  const arrays = columns.map((name, index) => `$${first + index}::${lineColumnTypes[name]}[]`);
  return `insert into order_lines (merchant_id, order_id, ${columns.join(", ")})
  select ${order}.merchant_id, ${order}.id, ${columns.map((name) => `line.${name}`).join(", ")}
  from ${order}, unnest(${arrays.join(", ")}) as line (${columns.join(", ")})`;
}

/**
 * The statement that gives an order the lines of another one; `and l.order_id = …` behind it says whose.
 * @param order name of the part of the statement that has the new order's `merchant_id` and `id`
 */
export function copyLines(order: string): string {
  return `insert into order_lines (merchant_id, order_id, ${columns.join(", ")})
  select ${order}.merchant_id, ${order}.id, ${columns.map((name) => `l.${name}`).join(", ")}
  from ${order} join order_lines l on l.merchant_id = ${order}.merchant_id`;
}

/** The parameters of `insertLines`: one list for each column. */
export function lineParameters(lines: readonly OrderLine[]): unknown[][] {
  return columns.map((name) => lines.map((line) => line[name]));
}
