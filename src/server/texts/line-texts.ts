/** Words of an order's lines, alike on pages, in the API and on papers: units and reasons of exemption. */
import type { Language } from "#core/language.ts";
import { defaultUnit, type UnitCode } from "#core/pricing/unit-code.ts";
import type { VatExemption } from "#core/tax/tax-invoice.ts";
import ar from "./lines.ar.json" with { type: "json" };
import en from "./lines.en.json" with { type: "json" };

/** A text in each language, to be kept as it is today. */
export type InBoth = Readonly<Record<Language, string>>;

/** Why no VAT is charged. */
export function exemptionTexts(exemption: VatExemption): InBoth {
  return { ar: ar.exemptions[exemption], en: en.exemptions[exemption] };
}

/** The name of a unit of measure, as it is behind a quantity. */
export function unitNames(unit: UnitCode): InBoth {
  return { ar: ar.units[unit], en: en.units[unit] };
}

/** The same as pages show it beside a quantity or a price: null for pieces, which need no name. */
export function shownUnit(unit: UnitCode): InBoth | null {
  return unit === defaultUnit ? null : unitNames(unit);
}
