/**
 * Amounts as people type and paste them in Arabic and English: digits of both scripts, the Arabic decimal and thousands
 * signs, commas, spaces, marks of direction and the currency's name.
 */
import { parseDecimal } from "./money.ts";
import { normaliseDigits, stripUnseen } from "./text.ts";

const decimalSign = "\u066b";
const thousandsSign = "\u066c";
const arabicComma = "\u060c";

/**
 * An amount as the API takes it: "١٬٢٣٤٫٥٠" is "1234.50". A comma before exactly three digits groups thousands, before
 * one or two it begins the decimals. Null for what is no amount of the currency, and for zero.
 */
export function readTypedAmount(text: string, currency: string): string | null {
  const plain = normaliseDigits(stripUnseen(text))
    .replace(/[\s\u00a0\u202f_'’]/g, "")
    .replaceAll(thousandsSign, "")
    .replaceAll(decimalSign, ".")
    .replaceAll(arabicComma, ",")
    .replace(
      /^(?:SAR|SR|\u0631\.\u0633\.?|\u0631\u064a\u0627\u0644|\u20c1)|(?:SAR|SR|\u0631\.\u0633\.?|\u0631\u064a\u0627\u0644|\u20c1)$/gi,
      "",
    );
  const number =
    plain.includes(".") || !/,\d{1,2}$/.test(plain) ? groupedNumber(plain) : plain.replace(",", ".");
  const whole = number?.replace(/^\./, "0.") ?? "";
  const amount = parseDecimal(whole, currency);
  return amount === null || amount === 0 ? null : whole;
}

/** A number without its commas, which must all stand before three digits. */
function groupedNumber(text: string): string | null {
  if (!text.includes(",")) return text;
  return /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(",", "") : null;
}
