/** Words of a merchant or a buyer in a page of any language. */
import { useLocale } from "use-intl/react";
import type { Language } from "#core/language.ts";
import { writtenLanguage } from "../i18n/written-language.ts";

type OwnWordsProps = {
  readonly text: string;
  /** The language of the part that they stand in, where that is not the page's. */
  readonly within?: Language;
};

/** They keep their own direction, and a screen reader their own voice, where they are of the other language. */
export function OwnWords({ text, within }: OwnWordsProps) {
  const written = writtenLanguage(text);
  const page = useLocale();
  return <bdi lang={written === (within ?? page) ? undefined : (written ?? undefined)}>{text}</bdi>;
}
