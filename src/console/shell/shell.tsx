/** What every screen stands in: the shop and its world above, the ways beside it or, on a phone, below. */
import { Link, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { Permission } from "#core/roles.ts";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { type TextKey, useWording, withTexts } from "../i18n/texts.ts";
import { previewedRole } from "../session/preview.ts";
import { useSession } from "../session/shop.ts";
import { GateDialog } from "./gate-dialog.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { LivePlace } from "./live-place.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { ShopSwitch } from "./shop-switch.tsx";
import { SignOut } from "./sign-out.tsx";
import { WorldSwitch } from "./world-switch.tsx";

const PreviewBar = lazy(() => withTexts(() => import("./preview-bar.tsx")));
const WaitingBar = lazy(() => withTexts(() => import("./waiting-bar.tsx")));

type Way = {
  readonly to:
    | "/"
    | "/invoices"
    | "/invoices/new"
    | "/payments"
    | "/products"
    | "/vat"
    | "/customers"
    | "/developers"
    | "/shop"
    | "/shop/look"
    | "/team"
    | "/account"
    | "/more";
  readonly text: TextKey;
  readonly icon: string;
  /** Where it is shown: on phones the bar has room for five. */
  readonly on: "both" | "desktop" | "phone";
  /** What a role needs to be shown it. */
  readonly may?: Permission;
};

const ways: readonly Way[] = [
  { to: "/", text: "shell.home", icon: icons.home, on: "both", may: "reports.read" },
  { to: "/invoices", text: "shell.invoices", icon: icons.invoice, on: "both" },
  { to: "/invoices/new", text: "shell.new", icon: icons.plus, on: "both", may: "invoices.issue" },
  { to: "/payments", text: "shell.payments", icon: icons.payment, on: "both" },
  { to: "/products", text: "shell.products", icon: icons.product, on: "desktop" },
  { to: "/vat", text: "shell.vat", icon: icons.paper, on: "desktop", may: "reports.read" },
  { to: "/customers", text: "shell.customers", icon: icons.people, on: "desktop", may: "customers.read" },
  { to: "/developers", text: "shell.developers", icon: icons.key, on: "desktop", may: "developer.manage" },
  // Who may not change the shop finds terms, messages and e-invoicing there.
  { to: "/shop", text: "shell.settings", icon: icons.shop, on: "desktop", may: "reports.read" },
  { to: "/shop/look", text: "shell.look", icon: icons.eye, on: "desktop", may: "theme.manage" },
  { to: "/team", text: "shell.team", icon: icons.team, on: "desktop", may: "team.manage" },
  { to: "/account", text: "shell.account", icon: icons.account, on: "desktop" },
  { to: "/more", text: "shell.more", icon: icons.more, on: "phone" },
];

/** The frame of the console. */
export function Shell() {
  const { t } = useWording();
  const { shop } = useSession();
  const shown = ways.filter(({ may }) => may === undefined || shop.permissions.includes(may));
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
          {shown.map(({ to, text, icon, on }) => (
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
