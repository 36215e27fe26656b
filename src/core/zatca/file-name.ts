/** What the tax authority calls the file of an e-invoice (Electronic Invoice XML Implementation Standard, 8). Pure. */
import { riyadhTimestamp } from "../tax/tax-qr.ts";

/**
 * VAT number, time of issue in Riyadh and number, in which everything but letters and digits is a hyphen:
 * "310122393500003_20261120T140509_INV-000042.xml".
 * @param issuedAt milliseconds since the epoch
 */
export function eInvoiceFileName({
  vatNumber,
  issuedAt,
  number,
}: {
  readonly vatNumber: string;
  readonly issuedAt: number;
  readonly number: string;
}): string {
  const time = riyadhTimestamp(issuedAt).replace(/[-:]/g, "");
  return `${vatNumber}_${time}_${number.replace(/[^A-Za-z0-9]/g, "-")}.xml`;
}
