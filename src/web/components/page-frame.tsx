/** What stands around the content of every page: skip link, testing notice, header, footer. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { MerchantModel } from "#contract/order.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import type { StandingMarks } from "../order/watched.ts";
import { addresses } from "../routes.ts";
import { usePageScope } from "../scope.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { OrderChanged } from "./order-changed.tsx";
import { TestCardsOnly } from "./test-cards-only.tsx";

type PageFrameProps = {
  /** The logo at the head of the page. */
  readonly logo: ReactNode;
  readonly children: ReactNode;
  /** Class of the main element: the layout of the page. */
  readonly layout: string;
  /** Pages inside the payment frame have neither header nor footer (Spec 2.5). */
  readonly isBare?: boolean;
  /** Whose page it is: that of a test world is marked. Null for a page of no shop's. */
  readonly shop: Pick<MerchantModel, "isTest"> | null;
  /** What the page shows of an order, where it is loaded again once that has changed, or says so while something is typed. */
  readonly marks?: StandingMarks;
};

export function PageFrame({ logo, children, layout, isBare = false, shop, marks }: PageFrameProps) {
  const t = useTranslations("common");
  const { environment, islands } = usePageScope();
  return (
    <>
      <a className="skip-link" href="#content">
        {t("skipToContent")}
      </a>
      <p className="offline" role="alert" popover="manual" data-offline={t("offline")} hidden />
      {(shop?.isTest || environment.isTestingPhase) && (
        <aside className="testing-phase" data-world={shop?.isTest ? "test" : undefined}>
          <Icon path={icons.alert} />
          <p>{t(shop?.isTest ? "testWorld" : "testingPhase")}</p>
        </aside>
      )}
      {shop?.isTest && islands.size > 0 && <TestCardsOnly />}
      {/* Not between header and content, whose styles ask what stands beside them. */}
      {marks?.["data-pause"] !== undefined && <OrderChanged />}
      {!isBare && (
        <header className="page-header">
          <div className="page-header-inner">
            {logo}
            <LanguageSwitch />
          </div>
        </header>
      )}
      <main id="content" className={layout} tabIndex={-1} {...marks}>
        {children}
      </main>
      {!isBare && (
        <footer className="page-footer">
          <a href={addresses.salesTerms}>{t("salesTerms")}</a>
        </footer>
      )}
    </>
  );
}
