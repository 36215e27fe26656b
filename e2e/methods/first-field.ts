/** Where a panel begins: what tests of all panels wait for and fill. */
import type { FieldTable } from "#core/fields.ts";
import { catalog } from "#methods/catalog.ts";

/** Cards have no table: the page alone reads what is typed of them. */
const cardNumbers: Readonly<Record<string, string>> = { card: "card-number", amex: "amex-number" };

type PanelOfCatalog = Extract<(typeof catalog)[number], { readonly surface: "panel" }>;

/** The methods whose panel asks for something by a table of fields. */
export type AskingMethod = {
  [Id in PanelOfCatalog["id"]]: keyof Extract<PanelOfCatalog, { readonly id: Id }>["fields"] extends never
    ? never
    : Id;
}[PanelOfCatalog["id"]];

/** The id of the first field of a method's panel; null of a panel without fields. */
export function firstFieldOf(method: string): string | null {
  const fields: FieldTable = catalog.find(({ id }) => id === method)?.fields ?? {};
  return cardNumbers[method] ?? Object.keys(fields)[0] ?? null;
}
