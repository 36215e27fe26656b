/** What every screen stands in: the shop and its world above, the ways beside it or, on a phone, below. */
import { Link, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Icon } from "../display/icon.tsx";
import { useWording, withTexts } from "../i18n/texts.ts";
import { previewedRole } from "../session/preview.ts";
import { useSession } from "../session/shop.ts";
import { GateDialog } from "./gate-dialog.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { LivePlace } from "./live-place.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { ShopSwitch } from "./shop-switch.tsx";
import { SignOut } from "./sign-out.tsx";
import { useWays } from "./ways.ts";
import { WorldSwitch } from "./world-switch.tsx";

const PreviewBar = lazy(() => withTexts(() => import("./preview-bar.tsx")));
const WaitingBar = lazy(() => withTexts(() => import("./waiting-bar.tsx")));

/** The frame of the console. */
export function Shell() {
  const { t } = useWording();
  const { shop } = useSession();
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        {t("shell.skip")}
      </a>
      <header className="top">
        <Suspense>{previewedRole() !== null && <PreviewBar />}</Suspense>
        <Suspense>{!shop.isApproved && <WaitingBar />}</Suspense>
        {shop.world === "test" && <p className="test-band">{t("shell.testWorld")}</p>}
        <div className="top-row">
          <ShopSwitch />
          <WorldSwitch />
          <LanguageSwitch />
        </div>
      </header>
      <nav className="ways" aria-label={t("shell.ways")}>
        <ul>
          {useWays().map(({ to, text, icon, on }) => (
            <li key={to} className={`way-${on}`}>
              <Link
                to={to}
                className={to === "/invoices/new" ? "way way-new" : "way"}
                activeOptions={{
                  exact: to === "/" || to === "/invoices" || to === "/shop",
                  includeSearch: false,
                }}
              >
                <Icon path={icon} />
                <span>{t(text)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className="way-desktop">
          <SignOut />
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {/* Another shop begins every screen from its start. */}
        <Outlet key={shop.merchantId} />
      </main>
      <LivePlace />
      <OfflineBar />
      <GateDialog />
    </div>
  );
}
