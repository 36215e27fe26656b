/**
 * From the body of a request, which has the contract's shape, to an order that can be issued: texts cleaned, amounts
 * in minor units, the mobile in its international form, addresses and methods checked. All wrong fields are named
 * at once.
 */
import type { NewInvoice } from "#contract/invoices.ts";
import { readCountryCode } from "#core/country-code.ts";
import { defaultCountry } from "#core/mobile.ts";
import { zero } from "#core/money.ts";
import { parseMobile } from "#core/phone.ts";
import type { Discount } from "#core/pricing.ts";
import type { ReturnUrlRule } from "#core/return-url.ts";
import { cleanLines, normaliseDigits } from "#core/text.ts";
import { isEmail, isVatNumber } from "#core/validators.ts";
import type { ClientToIssue } from "../orders/insert-order.ts";
import type { LineToIssue, OrderToIssue } from "../orders/issue-order.ts";
import type { AllowedMethodName } from "../orders/order-model.ts";
import { readDigitalContent } from "./digital-content.ts";
import { FieldReader } from "./field-reader.ts";
import { checkTaxInvoice, readVat, type Seller } from "./vat-input.ts";

/** Currency of everything that names none (Spec 9). */
const defaultCurrency = "SAR";

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
  const input: InvoiceInput = {
    externalOrderNumber: reader.optional("externalOrderNumber", body.externalOrderNumber, 100),
    currency: reader.currency("currency", body.currency ?? defaultCurrency),
    lines: body.lines.map((line, index) => readLine(reader, line, { path: `lines.${index}`, seller })),
    discount: body.discount === undefined ? null : readDiscount(reader, body.discount),
    pricesIncludeVat: body.pricesIncludeVat ?? false,
    clientPaysFees: body.clientPaysFees ?? false,
    client: body.client === undefined ? null : readClient(reader, body.client),
    note: body.note === undefined ? null : cleanLines(body.note, 2000) || null,
    callbackUrl: reader.url("callbackUrl", body.callbackUrl, urlRule),
    cancelUrl: reader.url("cancelUrl", body.cancelUrl, urlRule),
    allowedMethods: reader.methods("allowedMethods", body.allowedMethods, served),
    agreement: body.agreement === undefined ? null : reader.agreement("agreement", body.agreement),
    foreignEquivalent:
      body.foreignEquivalent === undefined
        ? null
        : readForeign(reader, body.foreignEquivalent, body.currency ?? defaultCurrency),
    expiresAt: body.expiresAt === undefined ? null : reader.future("expiresAt", body.expiresAt, now),
  };
  checkTaxInvoice(reader, input, seller);
  refuseCardNumbers(reader, input);
  reader.refuseWrong();
  return input;
}

/** Not of `externalOrderNumber`: a shop's own numbers may look like anything. */
function refuseCardNumbers(reader: FieldReader, { note, client, lines }: InvoiceInput): void {
  reader.refuseCardNumber("note", note);
  reader.refuseCardNumber("client.name", client?.name);
  reader.refuseCardNumber("client.address", client?.address);
  for (const [index, { title, description }] of lines.entries()) {
    reader.refuseCardNumber(`lines.${index}.title`, title);
    reader.refuseCardNumber(`lines.${index}.description`, description);
  }
}

function readLine(
  reader: FieldReader,
  line: NewInvoice["lines"][number],
  options: { readonly path: string; readonly seller: Seller },
): LineToIssue {
  const { path } = options;
  return {
    productId: null,
    title: reader.text(`${path}.title`, line.title, 500),
    description: line.description === undefined ? null : cleanLines(line.description, 2000) || null,
    quantity: line.quantity,
    unitPrice: reader.amount(`${path}.unitPrice`, line.unitPrice) ?? zero,
    ...readVat(reader, line, options),
    isDigital: line.isDigital ?? false,
    imageId: line.imageId ?? null,
    ...(line.digitalContent === undefined
      ? { digitalText: null, digitalFileId: null }
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

function readClient(reader: FieldReader, client: NonNullable<NewInvoice["client"]>): ClientToIssue {
  const name = reader.optional("client.name", client.name, 100);
  const email = reader.optional("client.email", client.email, 254);
  const vatNumber = reader.optional("client.vatNumber", client.vatNumber, 20);
  const country = readCountryCode(client.countryCode ?? defaultCountry);
  if (country === null) reader.wrong("client.countryCode", "unknown_country", "not a country of ISO 3166");
  const countryCode = country ?? defaultCountry;
  const mobile = parseMobile(client.mobile ?? "", countryCode);
  if (client.mobile !== undefined && country !== null && mobile.kind === "refused") {
    reader.wrong("client.mobile", mobile.code, "not a mobile number of the country in countryCode");
  }
  if (client.name === undefined && client.mobile === undefined) {
    reader.wrong("client.name", "required", "a name or a mobile is required");
  }
  if (email !== null && !isEmail(email))
    reader.wrong("client.email", "invalid_email", "not an e-mail address");
  if (vatNumber !== null && !isVatNumber(vatNumber)) {
    reader.wrong("client.vatNumber", "invalid_vat_number", "must be 15 digits that begin and end with 3");
  }
  return {
    name,
    mobile: mobile.kind === "ok" ? mobile.e164 : null,
    countryCode,
    email,
    vatNumber: vatNumber === null ? null : normaliseDigits(vatNumber),
    address: reader.optional("client.address", client.address, 500),
  };
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
