/** What a refusal says at the field that it names. Some codes mean the same in every form; the words for others are the form's own. */
import type { CallFailure, WrongField } from "../calls/call.ts";
import type { TextKey, Values } from "../i18n/texts.ts";

/** What a field says of itself (`Field` translates it): a text, with what stands in it where it has places. */
export type Fault = TextKey | { readonly text: TextKey; readonly values: Values };

/** What is wrong, by the name of the field. */
export type Faults = Readonly<Record<string, TextKey>>;

const textsOfCodes: Readonly<Record<string, TextKey>> = {
  card_number_misplaced: "fault.cardNumber",
  not_printable: "fault.notPrintable",
};

/** The text of a code that means the same in every form; null for others. */
export function faultOfCode(code: string | undefined): TextKey | null {
  return (code !== undefined && textsOfCodes[code]) || null;
}

/**
 * What is wrong with one field of a call that was refused.
 * @param own the form's own words for other codes; a field that has none is marked all the same
 */
export function faultAt(
  failure: CallFailure | null,
  path: string,
  own: TextKey = "fault.notTaken",
): TextKey | null {
  const wrong = failure?.fields.find((field) => field.path === path);
  return wrong ? (faultOfCode(wrong.code) ?? own) : null;
}

/**
 * What is wrong with the fields of a form, as its own words and those of all forms say it.
 * @param faultsOf the form's own words, by its names of the fields
 * @param has whether the form has a field of that name: one that the form has no words for has the server's name
 */
export function faultsAt(
  fields: readonly WrongField[],
  faultsOf: (fields: readonly WrongField[]) => Faults,
  has: (name: string) => boolean,
): Faults {
  const ofCodes = fields.flatMap((field) => {
    const text = faultOfCode(field.code);
    if (text === null) return [];
    const names = Object.keys(faultsOf([field]));
    return (names.length > 0 ? names : [field.path].filter(has)).map((name) => [name, text] as const);
  });
  return { ...faultsOf(fields), ...Object.fromEntries(ofCodes) };
}
