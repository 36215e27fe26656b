/** What the page tells its islands in the browser, beside their props: one JSON block at the end of the body. */
import type { Language } from "#core/language.ts";
import type { Messages } from "../i18n/catalogue.ts";

export const pageDataId = "page-data";

export type PageData = {
  readonly language: Language;
  /** The texts of the page's language that its islands need at once. */
  readonly messages: Partial<Messages>;
  /** Where all texts of that language are, for parts that are opened later (decision K16). */
  readonly translations: string;
};
