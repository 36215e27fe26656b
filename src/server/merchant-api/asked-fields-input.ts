/** What a product link asks its buyers (docs/decisions/0191), between the API and the link's column. */
import type { NewAskedField } from "#contract/asked-fields.ts";
import { type AskedField, askedLimits, type OwnText } from "#core/asked-fields.ts";
import type { FieldReader } from "./field-reader.ts";

/** Reads them, all that is wrong named below `askedFields`. Buyers see the texts. */
export function readAskedFields(reader: FieldReader, stated: readonly NewAskedField[]): AskedField[] {
  const keys = stated.map(({ key }) => key);
  return stated.map((field, index) => {
    const at = (name: string): string => `askedFields.${index}.${name}`;
    if (keys.indexOf(field.key) !== index) reader.wrong(at("key"), "taken", "another field has this key");
    const choices = (field.choices ?? []).map((choice, place) =>
      readOwnText(reader, at(`choices.${place}`), choice),
    );
    if (field.type === "choice" && choices.length === 0)
      reader.wrong(at("choices"), "required", "a choice is between something");
    if (field.type !== "choice" && choices.length > 0)
      reader.wrong(at("choices"), "not_allowed", "only a choice has choices");
    if (new Set(choices.map(({ ar }) => ar)).size < choices.length)
      reader.wrong(at("choices"), "taken", "each of them once");
    const label = readOwnText(reader, at("label"), field.label);
    // In the order of the database, so that the same fields are the same text.
    return { key: field.key, type: field.type, label, choices, isRequired: field.isRequired ?? false };
  });
}

function readOwnText(
  reader: FieldReader,
  path: string,
  { ar, en }: { readonly ar: string; readonly en?: string | undefined },
): OwnText {
  const arabic = reader.text(`${path}.ar`, ar, askedLimits.label);
  return { ar: arabic, en: reader.optional(`${path}.en`, en, askedLimits.label) ?? arabic };
}
