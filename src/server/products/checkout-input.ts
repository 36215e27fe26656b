/** From the body of a checkout to what is ordered: texts cleaned, the mobile in its international form (Spec 5). */
import { createHash } from "node:crypto";
import type { ProductCheckout } from "#contract/product.ts";
import type { Answer, AskedField } from "#core/asked-fields.ts";
import { misplacedCardNumber } from "#core/card/card-in-text.ts";
import { checkFields } from "#core/fields.ts";
import { type Minor, parseDecimal } from "#core/money.ts";
import { readCountryCode } from "#core/phone/country-code.ts";
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { maximumCheckoutQty } from "#core/pricing/product-link.ts";
import { Problem, type ProblemField } from "#core/problem.ts";
import {
  type Company,
  companyFacts,
  companyFieldNames,
  companyFields,
  readCompany,
} from "#core/tax/company-buyer.ts";
import { cleanText } from "#core/text.ts";
import { isClientName } from "#core/validators.ts";
import { isPrintable } from "../documents/printable-names.ts";
import { readAnswers } from "./answers.ts";
import type { LinkPrice } from "./price-token.ts";

export type CheckoutInput = {
  readonly name: string;
  /** International form with a leading plus. */
  readonly mobile: string;
  /** ISO 3166, upper case. */
  readonly countryCode: string;
  readonly qty: number;
  /** What the order is for, if a company needs the tax invoice. */
  readonly company: Company | null;
  /** The shop's own number, which it has put into the address of the page. */
  readonly externalOrderNumber: string | null;
  /** As typed; null for none. */
  readonly couponCode: string | null;
  /** To what the link asks, in its order. */
  readonly answers: readonly Answer[];
  readonly checkoutKey: string | null;
  /** SHA-256 of what is ordered at which price, by whom. */
  readonly contentHash: Buffer;
};

/**
 * Reads a checkout of a link that costs `price`.
 * @throws Problem `validation_failed` naming `customerName`, `customerMobile` and the facts of `company` with the codes `required`,
 *   `invalid`, `not_printable`, `card_number_misplaced`, the refusals of `parseMobile` and of `readAnswers`; `quantity_invalid` for less than one piece
 *   or more than are sold at once
 */
export function readCheckout(
  body: ProductCheckout,
  {
    price,
    merchantVatNumber,
    externalOrderNumber,
    asked,
  }: {
    readonly price: LinkPrice;
    readonly merchantVatNumber: string | null;
    readonly externalOrderNumber: string | null;
    /** What the link asks. */
    readonly asked: readonly AskedField[];
  },
): CheckoutInput {
  const name = cleanText(body.customerName, 100);
  const country = body.customerCountryCode ?? defaultCountry;
  const countryCode = readCountryCode(country) ?? country;
  const mobile = parseMobile(body.customerMobile, countryCode);
  const fields: ProblemField[] = [];
  const isPrinted = isPrintable(name);
  if (!isClientName(name) || !isPrinted) {
    const code = name === "" ? "required" : isPrinted ? "invalid" : "not_printable";
    fields.push({
      path: "customerName",
      code,
      message: "a name with at least one letter, that papers can print",
    });
  }
  const misplaced = misplacedCardNumber("customerName", name);
  if (misplaced) fields.push(misplaced);
  if (mobile.kind === "refused") {
    fields.push({ path: "customerMobile", code: mobile.code, message: "a mobile number of the country" });
  }
  const company = body.company ? toCompany(body.company) : null;
  const numberPath = body.company?.number === undefined ? "company.vatNumber" : "company.number";
  fields.push(...wrongFactsOf(company, { merchantVatNumber, numberPath }));
  const { answers, wrong } = readAnswers(asked, body.answers ?? {});
  fields.push(...wrong);
  if (fields.length > 0 || mobile.kind === "refused") throw new Problem("validation_failed", { fields });
  if (body.qty < 1 || body.qty > maximumCheckoutQty) throw new Problem("quantity_invalid");
  const couponCode = cleanText(body.couponCode ?? "", 64) || null;
  const known = company && readCompany(company);
  const { priceIncludesVat, ...figures } = price;
  // What is usual adds nothing, so that a checkout of before the column is known again.
  const own = externalOrderNumber === null ? [] : [{ externalOrderNumber }];
  const more = [
    ...(priceIncludesVat ? ["price with VAT"] : []),
    ...(known ? [known] : []),
    ...own,
    ...answers,
  ];
  const content = [name, mobile.e164, countryCode, body.qty, couponCode, figures, ...more];
  return {
    name,
    mobile: mobile.e164,
    countryCode,
    qty: body.qty,
    company: known,
    externalOrderNumber,
    couponCode,
    answers,
    checkoutKey: body.checkoutKey ?? null,
    contentHash: createHash("sha256").update(JSON.stringify(content)).digest(),
  };
}

function toCompany({ number, vatNumber, ...rest }: NonNullable<ProductCheckout["company"]>): Company {
  return { ...rest, number: number ?? vatNumber ?? "" };
}

/** What of a company is wrong, by the rules of the page, and the seller's own number. */
function wrongFactsOf(
  company: Company | null,
  {
    merchantVatNumber,
    numberPath,
  }: { readonly merchantVatNumber: string | null; readonly numberPath: string },
): ProblemField[] {
  if (company === null) return [];
  const values = Object.fromEntries(companyFacts.map((fact) => [companyFieldNames[fact], company[fact]]));
  const wrong = new Set(checkFields(companyFields, values).map(({ field }) => field));
  return companyFacts.flatMap((fact): ProblemField[] => {
    const path = fact === "number" ? numberPath : `company.${fact}`;
    const misplaced = fact === "number" ? null : misplacedCardNumber(path, company[fact]);
    if (misplaced) return [misplaced];
    if (!isPrintable(company[fact]))
      return [{ path, code: "not_printable", message: "papers cannot print it" }];
    const isOwn =
      fact === "number" && merchantVatNumber !== null && readCompany(company)?.number === merchantVatNumber;
    if (isOwn) return [{ path, code: "own_vat_number", message: "the seller's own" }];
    const code = company[fact].trim() === "" ? "required" : "invalid";
    return wrong.has(companyFieldNames[fact]) ? [{ path, code, message: "needed for a tax invoice" }] : [];
  });
}

/** The price that a page says it showed, in minor units; null for what is no price. A text or a JSON number. */
export function readStatedPrice(stated: number | string, currency: string): Minor | null {
  // A number is written in full, so that 85.1 and "85.10" are the same.
  return parseDecimal(typeof stated === "number" ? String(stated) : stated.trim(), currency);
}
