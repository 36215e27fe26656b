/** The link to the same page in the other language (Spec 1). */
import { useLocale, useTranslations } from "use-intl/react";
import { otherLanguage } from "#core/language.ts";
import { usePageScope } from "../scope.tsx";

/**
 * Written in the language it leads to. The page keeps its address, and by its script what was put into that since
 * (script/kept-language.ts); the script keeps the choice (decision K16). `mark` is a parameter that tells such an
 * address from one in which another page named the language.
 */
export function LanguageSwitch({ mark }: { readonly mark?: string }) {
  const t = useTranslations("common");
  const language = otherLanguage(useLocale());
  const { url } = usePageScope();
  const query = new URLSearchParams(url.search);
  query.set("lang", language);
  if (mark !== undefined) query.set(mark, "1");
  return (
    <a
      className="language-switch"
      href={`${url.pathname}?${query}`}
      lang={language}
      hrefLang={language}
      rel="alternate"
    >
      {t("otherLanguage")}
    </a>
  );
}
