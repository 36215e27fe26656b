/** Words of a merchant or a buyer in a page of any language. */
import { useLocale } from "use-intl/react";
import { writtenLanguage } from "../i18n/written-language.ts";

/** They keep their own direction, and a screen reader their own voice, where they are of the other language. */
export function OwnWords({ text }: { readonly text: string }) {
  const written = writtenLanguage(text);
  return <bdi lang={written === useLocale() ? undefined : (written ?? undefined)}>{text}</bdi>;
}
