/**
 * From the body of a request, which has the contract's shape, to an order that can be issued: texts cleaned, amounts
 * in minor units, the mobile in its international form, addresses and methods checked. All wrong fields are named
 * at once.
 */
import type { NewInvoice } from "#contract/new-invoice.ts";
import type { ReturnUrlRule } from "#core/address/return-url.ts";
import { zero } from "#core/money.ts";
import type { Discount } from "#core/pricing/pricing.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { Problem } from "#core/problem.ts";
import { cleanLines } from "#core/text.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import type { LineToIssue } from "../orders/order-lines.ts";
import type { OrderToIssue } from "../orders/order-to-issue.ts";
import { readClient, readTaxForm, refuseCardNumbersOf, refuseUnprintableOf } from "./client-input.ts";
import { readDigitalContent } from "./digital-content.ts";
import { FieldReader } from "./field-reader.ts";
import { checkTaxInvoice, readVat, type Seller } from "./vat-input.ts";

/** Currency of everything that names none (Spec 9). */
export const defaultCurrency = "SAR";

export type InvoiceInput = Omit<OrderToIssue, "merchant" | "source">;

export type InvoiceContext = {
  readonly seller: Seller;
  /** Where buyers may be sent. */
  readonly urlRule: ReturnUrlRule;
  /** Names of the methods that have an account. */
  readonly served: ReadonlySet<AllowedMethodName>;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/**
 * Reads the body of `POST /api/v1/invoices`. Whether its pictures are the merchant's own is not asked here.
 * @throws Problem `validation_failed` with every wrong field, or `url_not_allowed` when only addresses are wrong
 */
export function readInvoice(body: NewInvoice, context: InvoiceContext): InvoiceInput {
  const { seller, urlRule, served, now } = context;
  const reader = new FieldReader(body.currency ?? defaultCurrency);
  const input: Omit<InvoiceInput, "taxForm"> = {
    externalOrderNumber: reader.optional("externalOrderNumber", body.externalOrderNumber, 100),
    currency: reader.currency("currency", body.currency ?? defaultCurrency),
    lines: body.lines.map((line, index) => readLine(reader, line, { path: `lines.${index}`, seller })),
    discount: body.discount === undefined ? null : readDiscount(reader, body.discount),
    pricesIncludeVat: body.pricesIncludeVat ?? false,
    clientPaysFees: body.clientPaysFees ?? false,
    client: body.client === undefined ? null : readClient(reader, body.client),
    supplyDate: body.supplyDate === undefined ? null : reader.supplyDay("supplyDate", body.supplyDate, now),
    note: body.note === undefined ? null : cleanLines(body.note, 2000) || null,
    callbackUrl: reader.url("callbackUrl", body.callbackUrl, urlRule),
    cancelUrl: reader.url("cancelUrl", body.cancelUrl, urlRule),
    allowedMethods: reader.methods("allowedMethods", body.allowedMethods, served),
    agreement: body.agreement ? reader.agreement("agreement.", body.agreement) : null,
    foreignEquivalent:
      body.foreignEquivalent === undefined
        ? null
        : readForeign(reader, body.foreignEquivalent, body.currency ?? defaultCurrency),
    expiresAt: body.expiresAt === undefined ? null : reader.future("expiresAt", body.expiresAt, now),
    dueDate: body.dueDate === undefined ? null : reader.dueDay("dueDate", body.dueDate, now),
    metadata: body.metadata ?? {},
  };
  checkTaxInvoice(reader, input, seller);
  const taxForm = seller.vatNumber === null ? null : readTaxForm(reader, body, { ...input, seller });
  refuseCardNumbers(reader, input);
  refuseUnprintable(reader, input);
  reader.refuseWrong();
  if (taxForm?.kind === "forbidden") throw new Problem("standard_required");
  return { ...input, taxForm };
}

/** Not of `externalOrderNumber`: a shop's own numbers may look like anything. */
function refuseCardNumbers(
  reader: FieldReader,
  { note, client, lines }: Pick<InvoiceInput, "note" | "client" | "lines">,
): void {
  reader.refuseCardNumber("note", note);
  if (client) refuseCardNumbersOf(reader, client);
  for (const [index, { title, description }] of lines.entries()) {
    reader.refuseCardNumber(`lines.${index}.title`, title);
    reader.refuseCardNumber(`lines.${index}.description`, description);
  }
}

/** All of these are on the receipt or the tax invoice. */
function refuseUnprintable(
  reader: FieldReader,
  {
    externalOrderNumber,
    note,
    client,
    lines,
  }: Pick<InvoiceInput, "externalOrderNumber" | "note" | "client" | "lines">,
): void {
  reader.refuseUnprintable("externalOrderNumber", externalOrderNumber);
  reader.refuseUnprintable("note", note);
  if (client) refuseUnprintableOf(reader, client);
  for (const [index, { title, description }] of lines.entries()) {
    reader.refuseUnprintable(`lines.${index}.title`, title);
    reader.refuseUnprintable(`lines.${index}.description`, description);
  }
}

/** Reads one line of an invoice or of a debit note; what is wrong is remembered by the reader. */
export function readLine(
  reader: FieldReader,
  line: NewInvoice["lines"][number],
  options: { readonly path: string; readonly seller: Seller },
): LineToIssue {
  const { path } = options;
  return {
    product_id: null,
    title: reader.text(`${path}.title`, line.title, 500),
    description: line.description === undefined ? null : cleanLines(line.description, 2000) || null,
    qty_thousandths: reader.quantity(`${path}.quantity`, line.quantity),
    unit_code: line.unit ?? defaultUnit,
    unit_price: reader.amount(`${path}.unitPrice`, line.unitPrice) ?? zero,
    ...readVat(reader, line, options),
    is_digital: line.isDigital ?? false,
    sold_image_id: line.imageId ?? null,
    ...(line.digitalContent === undefined
      ? { digital_text: null, digital_file_id: null }
      : readDigitalContent(reader, line.digitalContent, {
          path: `${path}.digitalContent`,
          isDigital: line.isDigital ?? false,
        })),
  };
}

function readDiscount(reader: FieldReader, discount: NonNullable<NewInvoice["discount"]>): Discount {
  return discount.type === "FIXED"
    ? { type: "FIXED", amount: reader.amount("discount.value", discount.value) ?? zero }
    : { type: "PERCENTAGE", bps: reader.percent("discount.value", discount.value) ?? 0 };
}

function readForeign(
  reader: FieldReader,
  foreign: NonNullable<NewInvoice["foreignEquivalent"]>,
  own: string,
): OrderToIssue["foreignEquivalent"] {
  const currency = reader.currency("foreignEquivalent.currency", foreign.currency);
  if (currency === own)
    reader.wrong("foreignEquivalent.currency", "not_foreign", "must not be the currency of the invoice");
  const amount = reader.amount("foreignEquivalent.amount", foreign.amount, currency);
  if (amount === 0) reader.wrong("foreignEquivalent.amount", "too_small", "must be more than zero");
  return { currency, amount: amount ?? zero };
}
