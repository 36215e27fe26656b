/**
 * From the body of a request, which has the contract's shape, to an order that can be issued: texts cleaned, amounts
 * in minor units, the mobile in its international form, addresses and methods checked. All wrong fields are named
 * at once.
 */
import type { NewInvoice } from "#contract/invoices.ts";
import { defaultCountry, findDialCode } from "#core/dial-codes.ts";
import { type Minor, parseDecimal, zero } from "#core/money.ts";
import { readPercent, standardVatBps } from "#core/percent.ts";
import { parseMobile } from "#core/phone.ts";
import type { Discount } from "#core/pricing.ts";
import { Problem, type ProblemField } from "#core/problem.ts";
import { type ReturnUrlRule, readReturnUrl } from "#core/return-url.ts";
import { cleanLines, cleanText, normaliseDigits } from "#core/text.ts";
import { isEmail, isVatNumber } from "#core/validators.ts";
import { catalog } from "#methods/catalog.ts";
import type { ClientToIssue, LineToIssue, OrderToIssue } from "../orders/issue-order.ts";
import { type AllowedMethodName, methodFlags } from "../orders/order-model.ts";
import { wrongFields } from "./validation.ts";

/** Currency of everything that names none (Spec 9). */
const defaultCurrency = "SAR";

export type InvoiceInput = Omit<OrderToIssue, "merchant" | "source">;

/** Names that the methods of this installation stand for, in display order. */
export const supportedMethods: readonly AllowedMethodName[] = catalog
  .flatMap((method): readonly string[] => method.allowedNames)
  .filter((name): name is AllowedMethodName => Object.hasOwn(methodFlags, name));

/**
 * Reads the body of `POST /api/v1/invoices`.
 * @param now milliseconds since the epoch
 * @throws Problem `validation_failed` with every wrong field, or `url_not_allowed` when only addresses are wrong
 */
export function readInvoice(body: NewInvoice, rule: ReturnUrlRule, now: number): InvoiceInput {
  const reader = new FieldReader(body.currency ?? defaultCurrency);
  const input: InvoiceInput = {
    externalOrderNumber: reader.optional("externalOrderNumber", body.externalOrderNumber, 100),
    currency: reader.currency("currency", body.currency ?? defaultCurrency),
    lines: body.lines.map((line, index) => readLine(reader, line, `lines.${index}`)),
    discount: body.discount === undefined ? null : readDiscount(reader, body.discount),
    pricesIncludeVat: body.pricesIncludeVat ?? false,
    clientPaysFees: body.clientPaysFees ?? false,
    client: body.client === undefined ? null : readClient(reader, body.client),
    note: body.note === undefined ? null : cleanLines(body.note, 2000) || null,
    callbackUrl: reader.url("callbackUrl", body.callbackUrl, rule),
    cancelUrl: reader.url("cancelUrl", body.cancelUrl, rule),
    allowedMethods: readMethods(reader, body.allowedMethods),
    agreement: body.agreement === undefined ? null : readAgreement(reader, body.agreement),
    foreignEquivalent:
      body.foreignEquivalent === undefined ? null : readForeign(reader, body.foreignEquivalent),
    expiresAt: body.expiresAt === undefined ? null : readExpiry(reader, body.expiresAt, now),
  };
  reader.refuseWrong();
  return input;
}

/** Reads single fields and remembers what is wrong; what a wrong field gives is never used. */
class FieldReader {
  readonly #wrong: ProblemField[] = [];
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  wrong(path: string, code: string, message: string): void {
    this.#wrong.push({ path, code, message });
  }

  refuseWrong(): void {
    if (this.#wrong.length === 0) return;
    const onlyUrls = this.#wrong.every(({ code }) => code === "url_not_allowed");
    throw onlyUrls ? new Problem("url_not_allowed", { fields: this.#wrong }) : wrongFields(this.#wrong);
  }

  /** A line of text that must say something once control characters are gone. */
  text(path: string, value: string, maxLength: number): string {
    const text = cleanText(value, maxLength);
    if (text === "") this.wrong(path, "required", "must not be empty");
    return text;
  }

  optional(path: string, value: string | undefined, maxLength: number): string | null {
    return value === undefined ? null : this.text(path, value, maxLength);
  }

  amount(path: string, value: string, currency = this.#currency): Minor | null {
    const read = parseDecimal(value, currency);
    if (read === null) this.wrong(path, "invalid_amount", `too large, or more decimals than ${currency} has`);
    return read;
  }

  percent(path: string, value: string): number | null {
    const bps = readPercent(value);
    if (bps === null) this.wrong(path, "invalid_percent", "must be a percentage from 0 to 100");
    return bps;
  }

  currency(path: string, value: string): string {
    if (!currencies.has(value)) this.wrong(path, "unknown_currency", "not a currency of ISO 4217");
    return value;
  }

  url(path: string, value: string | undefined, rule: ReturnUrlRule): string | null {
    if (value === undefined) return null;
    const url = readReturnUrl(value, rule);
    if (url === null) this.wrong(path, "url_not_allowed", "must be http(s) on a host registered for you");
    return url;
  }
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

function readLine(reader: FieldReader, line: NewInvoice["lines"][number], path: string): LineToIssue {
  return {
    productId: null,
    title: reader.text(`${path}.title`, line.title, 500),
    description: line.description === undefined ? null : cleanLines(line.description, 2000) || null,
    quantity: line.quantity,
    unitPrice: reader.amount(`${path}.unitPrice`, line.unitPrice) ?? zero,
    vatBps:
      line.vatRate === undefined ? standardVatBps : (reader.percent(`${path}.vatRate`, line.vatRate) ?? 0),
    isDigital: line.isDigital ?? false,
    imageId: null,
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
  const countryCode = (client.countryCode ?? defaultCountry).toUpperCase();
  const isKnownCountry = findDialCode(countryCode) !== null;
  if (!isKnownCountry) reader.wrong("client.countryCode", "unknown_country", "not a country of ISO 3166");
  const mobile = parseMobile(client.mobile ?? "", countryCode);
  if (client.mobile !== undefined && isKnownCountry && mobile.kind === "refused") {
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

/** In display order, each once. */
function readMethods(reader: FieldReader, names: NewInvoice["allowedMethods"]): readonly AllowedMethodName[] {
  if (names === undefined) return supportedMethods;
  for (const [index, name] of names.entries()) {
    if (!supportedMethods.includes(name)) {
      reader.wrong(`allowedMethods.${index}`, "method_not_available", "not offered by this installation");
    }
  }
  return supportedMethods.filter((name) => names.includes(name));
}

function readAgreement(
  reader: FieldReader,
  agreement: NonNullable<NewInvoice["agreement"]>,
): OrderToIssue["agreement"] {
  const text = cleanLines(agreement.text, 20_000);
  if (text === "") reader.wrong("agreement.text", "required", "must not be empty");
  return { title: reader.text("agreement.title", agreement.title, 200), text };
}

function readForeign(
  reader: FieldReader,
  foreign: NonNullable<NewInvoice["foreignEquivalent"]>,
): OrderToIssue["foreignEquivalent"] {
  const currency = reader.currency("foreignEquivalent.currency", foreign.currency);
  const amount = reader.amount("foreignEquivalent.amount", foreign.amount, currency);
  if (amount === 0) reader.wrong("foreignEquivalent.amount", "too_small", "must be more than zero");
  return { currency, amount: amount ?? zero };
}

function readExpiry(reader: FieldReader, text: string, now: number): Date {
  const expiresAt = new Date(text);
  if (expiresAt.getTime() <= now) reader.wrong("expiresAt", "not_in_future", "must be in the future");
  return expiresAt;
}
