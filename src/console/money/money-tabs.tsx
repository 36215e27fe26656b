/** The screens about money, a press from each other; of reports only for those who may read them. */
import { Link } from "@tanstack/react-router";
import { Choices } from "../display/choices.tsx";
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
  const parts = moneyParts.filter((part) =>
    part === "approvals" ? mayRefund : mayReport || part === "refunds",
  );
  return (
    <nav aria-label={t("money.screens")} className="money-tabs">
      <Choices>
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
      </Choices>
    </nav>
  );
}
