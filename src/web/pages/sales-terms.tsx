/**
 * The product's terms of sale, Arabic first, then English (Spec 2.10); above them, where the address names a shop that has some, its own
 * rules of returns (docs/decisions/0148).
 */
import type { ShopReturns } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { directionOf, languages } from "#core/language.ts";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { TermsClauses } from "../components/terms-clauses.tsx";
import { translator } from "../i18n/translator.ts";
import type { Page } from "../page.ts";
import base from "../styles/base.css?inline";
import terms from "../styles/terms.css?inline";
import tokens from "../styles/tokens.css?inline";

export const salesTermsPage: Page = {
  styles: [tokens, base, terms],
  load: async ({ request, services }) => {
    const shop = request.url.searchParams.get("shop");
    const returns = shop ? await services.loadReturns(shop) : null;
    return {
      status: 200,
      title: (language) => translator(language, "terms")("title"),
      body: (
        <PageFrame shop={null} logo={<ProductLogo />} layout="terms-layout">
          {returns && <Returns returns={returns} />}
          {languages.map((language, index) => (
            <Terms key={language} language={language} level={index === 0 && !returns ? "h1" : "h2"} />
          ))}
        </PageFrame>
      ),
    };
  },
};

/** What the shop wrote, in each language that it wrote it in. */
function Returns({ returns: { shopName, text, english } }: { readonly returns: ShopReturns }) {
  const texts = [["ar", text] as const, ...(english === null ? [] : [["en", english] as const])];
  return texts.map(([language, said], index) => {
    const Heading = index === 0 ? "h1" : "h2";
    return (
      <section key={language} className="terms" lang={language} dir={directionOf(language)}>
        <Heading>
          {translator(language, "invoice")("returnsOf")} <OwnWords text={shopName} within={language} />
        </Heading>
        <p className="terms-own" dir="auto">
          {said}
        </p>
      </section>
    );
  });
}

function Terms({ language, level: Heading }: { readonly language: Language; readonly level: "h1" | "h2" }) {
  return (
    <section className="terms" lang={language} dir={directionOf(language)}>
      <Heading>{translator(language, "terms")("title")}</Heading>
      <TermsClauses language={language} />
    </section>
  );
}
