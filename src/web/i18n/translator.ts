/** Texts outside of components: titles, plain modules. */
import { createTranslator } from "use-intl/core";
import type { Language } from "#core/language.ts";
import type { Namespace } from "./catalogue.ts";
import { catalogue } from "./catalogue.ts";
import { timeZone } from "./time-zone.ts";

/**
 * The texts of one namespace in one language: `translator("ar", "common")("productName")`. Cheap enough to be made
 * where it is used; the messages themselves are not copied.
 */
export function translator<N extends Namespace>(language: Language, namespace: N) {
  return createTranslator({ locale: language, messages: catalogue[language], namespace, timeZone });
}
