/**
 * Units of measure of invoice lines: codes of UN/ECE Recommendation 20 (packages: Recommendation 21 behind an X), the
 * list of which electronic invoices take theirs (EN 16931, BT-130). Their names are in the documents' translations.
 */
export const unitCodes = [
  "PCE",
  "SET",
  "PR",
  "DZN",
  "XPK",
  "XBX",
  "XCT",
  "XBG",
  "XBO",
  "XPX",
  "GRM",
  "KGM",
  "TNE",
  "MLT",
  "LTR",
  "MTQ",
  "CMT",
  "MTR",
  "KMT",
  "MTK",
  "MIN",
  "HUR",
  "DAY",
  "WEE",
  "MON",
  "ANN",
  "E48",
  "KWH",
] as const;

export type UnitCode = (typeof unitCodes)[number];

/** What a line is sold in when nothing is said: the piece. */
export const defaultUnit: UnitCode = "PCE";
