/** The product's terms of sale, Arabic first, then English (Spec 2.10). */

import type { Language } from "#core/language.ts";
import { directionOf, languages } from "#core/language.ts";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { TermsClauses } from "../components/terms-clauses.tsx";
import { translator } from "../i18n/translator.ts";
import type { Page } from "../page.ts";
import base from "../styles/base.css?inline";
import terms from "../styles/terms.css?inline";
import tokens from "../styles/tokens.css?inline";

export const salesTermsPage: Page = {
  styles: [tokens, base, terms],
  load: async () => ({
    status: 200,
    title: (language) => translator(language, "terms")("title"),
    body: (
      <PageFrame logo={<ProductLogo />} layout="terms-layout">
        {languages.map((language, index) => (
          <Terms key={language} language={language} level={index === 0 ? "h1" : "h2"} />
        ))}
      </PageFrame>
    ),
  }),
};

function Terms({ language, level: Heading }: { readonly language: Language; readonly level: "h1" | "h2" }) {
  return (
    <section className="terms" lang={language} dir={directionOf(language)}>
      <Heading>{translator(language, "terms")("title")}</Heading>
      <TermsClauses language={language} />
    </section>
  );
}
