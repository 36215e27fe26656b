/** What the form of a product sends, and what is wrong with what was typed. */
import type { NewProduct } from "#contract/products.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { faultOfCode } from "../forms/field-fault.ts";
import { readTypedCount } from "../forms/typed-count.ts";
import type { Faults } from "../forms/use-checked-form.ts";
import type { TextKey } from "../i18n/texts.ts";

export type ReadProduct = Required<
  Pick<NewProduct, "title" | "price" | "priceIncludesVat" | "description" | "stockQty">
> &
  Pick<NewProduct, "vatRate" | "vatExemption">;

type VatReason = NonNullable<NewProduct["vatExemption"]>;

/** Rates that the form offers: the usual one, or none for a reason by its code. */
export const usualRate = "usual";

const mostInStock = 1_000_000;

/** Reads the form; either what a product is, or faults. A form without the field of VAT says nothing of it. */
export function readProductForm(
  form: FormData,
): { readonly fields: ReadProduct } | { readonly faults: Faults } {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const faults: Record<string, TextKey> = {};
  const price = readTypedAmount(text("price"), "SAR");
  if (price === null) faults["price"] = text("price") === "" ? "fault.priceMissing" : "fault.amount";
  if (text("title") === "") faults["title"] = "fault.titleMissing";
  const stock = readTypedCount(text("stockQty"), { least: 0, most: mostInStock });
  if (stock === "wrong") faults["stockQty"] = "fault.stock";
  const rate = text("vat");
  const isUsual = rate === usualRate;
  if (Object.keys(faults).length > 0) return { faults };
  return {
    fields: {
      title: text("title"),
      price: price ?? "0",
      priceIncludesVat: form.has("priceIncludesVat"),
      description: text("description") || null,
      stockQty: stock === "wrong" ? null : stock,
      ...(rate !== "" && {
        vatRate: isUsual ? null : "0",
        vatExemption: isUsual ? null : (rate as VatReason),
      }),
    },
  };
}

const places: readonly (readonly [path: RegExp, name: string, text: TextKey])[] = [
  [/^title/, "title", "fault.title"],
  [/^price/, "price", "fault.amount"],
  [/^stockQty/, "stockQty", "fault.stock"],
  [/^description/, "description", "fault.note"],
  [/^vat/, "vat", "fault.vat"],
];

/** The fields that the server found wrong, by the names of the form's. */
export function productFaults(fields: readonly { readonly path: string; readonly code?: string }[]): Faults {
  const faults: Record<string, TextKey> = {};
  for (const { path, code } of fields) {
    const found = places.find(([pattern]) => pattern.test(path.replace(/^body\./, "")));
    if (found) faults[found[1]] ??= faultOfCode(code) ?? found[2];
  }
  return faults;
}
