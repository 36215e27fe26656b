/**
 * From the body of Paylink's `addInvoice` to the body of our own contract, which is then issued as every other
 * (merchant-api/issue-invoice.ts). Its amount is what the buyer pays, VAT included; products must come to it unless the
 * merchant has said otherwise, since Paylink itself charges the amount whatever they come to.
 */
import { type NewInvoice, newInvoice } from "#contract/new-invoice.ts";
import type { PaylinkOrder } from "#contract/paylink.ts";
import { formatDecimal, type Minor, minor, sum, zero } from "#core/money.ts";
import { dialCodes } from "#core/phone/dial-codes.ts";
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { parseQuantity, priceOf } from "#core/pricing/quantity.ts";
import { cleanLines, cleanText } from "#core/text.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import { FieldReader } from "../merchant-api/field-reader.ts";
import { plainDecimal, readDecimal } from "./exact-decimal.ts";
import ar from "./titles.ar.json" with { type: "json" };
import en from "./titles.en.json" with { type: "json" };

type Product = NonNullable<PaylinkOrder["products"]>[number];
type NewLine = NewInvoice["lines"][number];

/** Theirs are converted to riyals at a rate of their own; we have none. */
const currency = "SAR";

/** Their names of methods, and ours. */
const methodOfBrand: Readonly<Record<string, AllowedMethodName>> = {
  mada: "mada",
  visaMastercard: "creditcard",
  amex: "amex",
  tamara: "tamara",
  tabby: "tabby",
  stcpay: "stcpay",
  urpay: "urpay",
};

/** Their name of a method; undefined for one that they do not have. */
export function brandOfMethod(method: string): string | undefined {
  return Object.entries(methodOfBrand).find(([, name]) => name === method)?.[0];
}

/** What is read with regard to the merchant. */
export type OrderContext = {
  readonly amounts: "add_up" | "as_sent";
  readonly hasVatNumber: boolean;
  readonly served: ReadonlySet<AllowedMethodName>;
};

export type ReadOrder = {
  readonly body: NewInvoice;
  /** What the invoice must come to. */
  readonly amount: Minor;
  /** Which product each line is; null for a line that was made here. */
  readonly products: readonly (number | null)[];
};

/**
 * Reads an order.
 * @throws Problem `validation_failed` with every field that is wrong here, by its name of theirs; what the contract finds
 *   has names of ours (refusals.ts)
 */
export function readOrder(order: PaylinkOrder, context: OrderContext): ReadOrder {
  const reader = new FieldReader(currency);
  if ((order.currency ?? currency).toUpperCase() !== currency)
    reader.wrong("currency", "unknown_currency", "only SAR is taken here");
  const amount = readAmount(reader, "amount", order.amount, { mayRound: false });
  if (amount <= 0) reader.wrong("amount", "too_small", "must be more than zero");
  const sold = (order.products ?? []).map((product, index) => readProduct(reader, product, index, context));
  const { lines, discount } = linesOf(reader, order, { sold, amount, context });
  const allowedMethods = readBrands(reader, order.supportedCardBrands ?? [], context.served);
  reader.refuseWrong();
  const note = cleanLines(order.note ?? "", 2000);
  const body: NewInvoice = {
    externalOrderNumber: order.orderNumber,
    lines: lines.map(({ line }) => line),
    pricesIncludeVat: true,
    client: clientOf(order),
    ...(discount > 0 && { discount: { type: "FIXED", value: formatDecimal(discount, currency) } }),
    ...(note !== "" && { note }),
    ...(order.callBackUrl && { callbackUrl: order.callBackUrl }),
    ...(order.cancelUrl && { cancelUrl: order.cancelUrl }),
    ...(allowedMethods && { allowedMethods: [...allowedMethods] }),
  };
  return { body: newInvoice.parse(body), amount, products: lines.map(({ product }) => product) };
}

/** A product as a line; one of a price below zero, by which shops write a discount, is no line. */
type Sold = { readonly product: number | null; readonly line: NewLine; readonly total: Minor };

function readProduct(
  reader: FieldReader,
  product: Product,
  index: number,
  { amounts, hasVatNumber }: OrderContext,
): Sold {
  const path = `products.${index}`;
  const price = readAmount(reader, `${path}.price`, product.price, { mayRound: amounts === "as_sent" });
  const qty = parseQuantity(plainDecimal(product.qty));
  if (qty === null)
    reader.wrong(`${path}.qty`, "invalid_quantity", "must be more than 0, with at most three decimals");
  const total = qty === null ? zero : priceOf(qty, minor(Math.abs(price)));
  if (total === null) reader.wrong(`${path}.price`, "invalid_amount", "too large");
  const text = cleanLines((product.description ?? "").replace(/<[^<>]*>/g, " "), 2000);
  const vatRate = product.specificVat && hasVatNumber ? plainDecimal(product.specificVat) : null;
  if (vatRate !== null && !/^\d{1,3}(\.\d{1,2})?$/.test(vatRate))
    reader.wrong(`${path}.specificVat`, "invalid_percent", "must be a percentage from 0 to 100");
  const line: NewLine = {
    title: reader.text(`${path}.title`, product.title, 500),
    quantity: plainDecimal(product.qty),
    unitPrice: formatDecimal(minor(Math.abs(price)), currency),
    isDigital: product.isDigital,
    ...(text !== "" && { description: text }),
    ...(vatRate !== null && { vatRate }),
  };
  return { product: index, line, total: minor(price < 0 ? -(total ?? zero) : (total ?? zero)) };
}

/** A line has one title, whatever its reader's language: both languages are in it. */
function titleOf(name: keyof typeof en): string {
  return `${ar[name]} / ${en[name]}`;
}

/** Makes the lines come to the amount, or names that they do not. */
function linesOf(
  reader: FieldReader,
  order: PaylinkOrder,
  { sold, amount, context }: { sold: readonly Sold[]; amount: Minor; context: OrderContext },
): { readonly lines: readonly Sold[]; readonly discount: Minor } {
  const made = (title: string, total: Minor): Sold => ({
    product: null,
    line: { title, quantity: 1, unitPrice: formatDecimal(total, currency) },
    total,
  });
  const lines = sold.filter(({ total }) => total >= 0);
  if (sold.length === 0 && amount > 0)
    return {
      lines: [made(titleOf("order").replaceAll("{orderNumber}", order.orderNumber), amount)],
      discount: zero,
    };
  const products = sum(sold.map(({ total }) => total));
  const discount = minor(-sum(sold.filter(({ total }) => total < 0).map(({ total }) => total)));
  const missing = amount - products;
  if (missing === 0) return { lines, discount };
  if (context.amounts === "add_up") {
    const words = `the products come to ${formatDecimal(products, currency)}; the merchant's setting paylinkAmounts may allow this`;
    reader.wrong("amount", "does_not_add_up", words);
    return { lines, discount };
  }
  return missing > 0
    ? { lines: [...lines, made(titleOf("difference"), minor(missing))], discount }
    : { lines, discount: minor(discount - missing) };
}

function readAmount(
  reader: FieldReader,
  path: string,
  text: string,
  { mayRound }: { readonly mayRound: boolean },
): Minor {
  const read = readDecimal(text);
  if (read === null) reader.wrong(path, "invalid_amount", "too large");
  else if (!read.isExact && !mayRound) reader.wrong(path, "invalid_amount", "more decimals than SAR has");
  return read?.amount ?? zero;
}

/** Undefined where none is named: every method then. Names that we do not know, and methods without an account, are left out. */
function readBrands(
  reader: FieldReader,
  brands: readonly string[],
  served: ReadonlySet<AllowedMethodName>,
): readonly AllowedMethodName[] | undefined {
  if (brands.length === 0) return undefined;
  const named = brands.flatMap((brand) =>
    Object.hasOwn(methodOfBrand, brand) ? (methodOfBrand[brand] ?? []) : [],
  );
  const usable = [...new Set(named)].filter((name) => served.has(name));
  if (usable.length === 0)
    reader.wrong("supportedCardBrands", "method_not_available", "none of these methods has an account");
  return usable;
}

function clientOf({ clientName, clientMobile, clientEmail }: PaylinkOrder): NewInvoice["client"] {
  const name = cleanText(clientName ?? "", 100);
  return {
    countryCode: countryOf(clientMobile ?? ""),
    ...(name !== "" && { name }),
    ...(clientMobile && { mobile: clientMobile }),
    ...(clientEmail && { email: clientEmail }),
  };
}

/** Theirs does not say of which country a mobile is: a Saudi one, else of the country of its dial code. */
function countryOf(mobile: string): string {
  if (!/^\s*(\+|00)/.test(mobile) || parseMobile(mobile, defaultCountry).kind === "ok") return defaultCountry;
  const found = dialCodes.find(([iso2]) => parseMobile(mobile, iso2).kind === "ok");
  return found?.[0] ?? defaultCountry;
}
