/**
 * The boxes of the Saudi VAT return on what was sold (form of the tax authority, boxes 1 to 5), and which of them what a tax
 * document states belongs to.
 */
import { standardVatBps } from "../pricing/percent.ts";
import type { VatCategory, VatExemption } from "./tax-invoice.ts";

/** In the order of the form. The last two are on no line of the form of today. */
export const vatBoxes = [
  "standardRated",
  "governmentPays",
  "zeroRated",
  "exports",
  "exempt",
  "otherRate",
  "outOfScope",
] as const;

export type VatBox = (typeof vatBoxes)[number];

/** The number of each box on the form; null for what has none. */
export const numberOfBox: Readonly<Record<VatBox, number | null>> = {
  standardRated: 1,
  governmentPays: 2,
  zeroRated: 3,
  exports: 4,
  exempt: 5,
  otherRate: null,
  outOfScope: null,
};

/** Reasons whose VAT the government pays for citizens: private education, private healthcare, the first house. */
const paidByGovernment: readonly VatExemption[] = ["VATEX-SA-EDU", "VATEX-SA-HEA", "VATEX-SA-ROYALDECREE"];

/** Goods and services that leave the country. International transport and customs suspension are sold inside of it. */
const exported: readonly VatExemption[] = ["VATEX-SA-32", "VATEX-SA-33"];

/** What the lines of a document were sold under. */
export type VatStanding = {
  readonly category: VatCategory;
  /** Basis points. */
  readonly vatBps: number;
  readonly exemption: VatExemption | null;
};

/** The box of what was sold under a category, rate and reason. */
export function boxOf({ category, vatBps, exemption }: VatStanding): VatBox {
  switch (category) {
    case "S":
      return vatBps === standardVatBps ? "standardRated" : "otherRate";
    case "E":
      return "exempt";
    case "O":
      return "outOfScope";
    case "Z":
      if (exemption !== null && paidByGovernment.includes(exemption)) return "governmentPays";
      return exemption !== null && exported.includes(exemption) ? "exports" : "zeroRated";
  }
}
