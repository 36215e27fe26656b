/** What a page shows when something of ours failed. Works with base.css and what its panel brings, instead of any page's content. */
import { useTranslations } from "use-intl/react";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
import type { PageView } from "../page.ts";
import { usePageScope } from "../scope.tsx";

export const failureView: PageView = {
  status: 500,
  title: (language) => translator(language, "errors")("failure"),
  body: <Failure />,
};

function Failure() {
  const t = useTranslations("errors");
  const { url } = usePageScope();
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t("failure")}>
        <p>{t("failureHint")}</p>
        <p>
          <a className="button" href={`${url.pathname}${url.search}`}>
            {t("reload")}
          </a>
        </p>
      </NotFoundPanel>
    </PageFrame>
  );
}
