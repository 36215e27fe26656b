/** What a request may set of a product, read into columns. */
import type { Kysely, Selectable, Transaction } from "kysely";
import type { ProductChanges } from "#contract/products.ts";
import { zero } from "#core/money.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { cleanLines } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import { ownDigitalFiles, unknownDigitalFile } from "../digital/digital-file-store.ts";
import { isImageOf } from "../images/image-store.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { readDigitalContent } from "./digital-content.ts";
import { FieldReader } from "./field-reader.ts";
import { unknownImage } from "./own-images.ts";
import { checkReason, readRate } from "./vat-input.ts";

/** Product pages are in riyals (Spec 9). */
export const productCurrency = "SAR";

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
export const blankProduct: Columns = {
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

/** What a product's row becomes by a request: what it leaves out stays. */
export async function readProductColumns(
  db: Db,
  merchant: ApiMerchant,
  change: { readonly before: Columns; readonly body: ProductChanges },
): Promise<Columns> {
  const { before, body } = change;
  const reader = new FieldReader(productCurrency);
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
