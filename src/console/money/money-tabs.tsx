/** The screens about money, a press from each other; of reports only for those who may read them. */
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";

/** Last parts of the addresses below /payments. */
export const moneyParts = [
  "refunds",
  "approvals",
  "close",
  "due",
  "fees",
  "reconciliation",
  "funnel",
  "exports",
] as const;

export function MoneyTabs() {
  const { t } = useWording();
  const mayReport = useMay("reports.read");
  const mayRefund = useMay("refunds.make");
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // On phones the row is wider than the window: the screen's own name is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another link that is active
  useEffect(() => {
    list.current?.querySelector(".active")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  const parts = moneyParts.filter((part) =>
    part === "approvals" ? mayRefund : mayReport || part === "refunds",
  );
  return (
    <nav aria-label={t("money.screens")} className="money-tabs">
      <ul className="choices" ref={list}>
        <li>
          <Link to="/payments" className="choice" activeOptions={{ exact: true, includeSearch: false }}>
            {t("money.payments")}
          </Link>
        </li>
        {parts.map((part) => (
          <li key={part}>
            <Link
              to="/payments/$part"
              params={{ part }}
              className="choice"
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {t(`money.${part}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
