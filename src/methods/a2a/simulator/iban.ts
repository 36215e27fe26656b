/**
 * IBANs of the simulated bank. A real one may only be made by the bank that keeps the account; these stand under the
 * bank code 99, which no bank in the Kingdom has.
 */

const bankCode = "99";

/** Digits of an account number. */
export const accountDigits = 15;

/** The Saudi IBAN of an account number of fifteen digits: check digits by ISO 13616, then bank and account. */
export function ibanOf(accountNumber: string): string {
  const body = `${bankCode}000${accountNumber}`;
  // S is 28, A is 10; the country and two zeros stand at the end while the remainder is taken.
  const remainder = Number(BigInt(`${body}281000`) % 97n);
  return `SA${String(98 - remainder).padStart(2, "0")}${body}`;
}
