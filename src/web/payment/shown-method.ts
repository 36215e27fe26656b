/** The words of a method as the pages of payment show it. */
import type { Language } from "#core/language.ts";
import type { MethodId } from "#methods/catalog.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { translator } from "../i18n/translator.ts";
import type { ShownMethod } from "./method-list.tsx";

/** A method's name and what its button says, in one language. */
export function shownMethod(id: MethodId, language: Language): Pick<ShownMethod, "id" | "label" | "action"> {
  return { id, label: translator(language, id)("label"), ...actionOf(id, language) };
}

/** What the method's button says, where a press is not yet the payment. */
export function actionOf(id: MethodId, language: Language): Pick<ShownMethod, "action"> {
  const texts: Readonly<Record<string, unknown>> = catalogue[language][id];
  const { action } = texts;
  return typeof action === "string" ? { action } : {};
}
