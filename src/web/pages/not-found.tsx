/** The page of every address that does not exist (Spec 2). The address is not repeated on it. */
import { useTranslations } from "use-intl/react";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
import type { Page } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import tokens from "../styles/tokens.css?inline";

export const notFoundPage: Page = {
  styles: [tokens, base],
  load: async () => ({
    status: 404,
    title: (language) => translator(language, "common")("pageNotFound"),
    body: <NotFound />,
  }),
};

function NotFound() {
  const t = useTranslations("common");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t("pageNotFound")}>
        <p>
          <a className="button" href={addresses.home}>
            {t("backToHome")}
          </a>
        </p>
      </NotFoundPanel>
    </PageFrame>
  );
}
