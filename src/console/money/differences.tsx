/** What differs between our books and a provider's: each opens the payments of its invoice. */
import { Link } from "@tanstack/react-router";
import type { ReconciliationReport } from "#contract/reports.ts";
import { Amount } from "../display/amount.tsx";
import { useWording } from "../i18n/texts.ts";

type DifferencesProps = { readonly differences: ReconciliationReport["differences"] };

export function Differences({ differences }: DifferencesProps) {
  const { t } = useWording();
  if (differences.length === 0) return null;
  return (
    <ul className="lines differences">
      {differences.map(({ kind, orderNumber, reference, currency, ours, theirs, foundAt }) => (
        <li key={[kind, reference, foundAt].join(" ")}>
          <p className="why">{t(`difference.${kind}`)}</p>
          <div className="fact">
            {orderNumber === null ? (
              <bdi dir="ltr" className="soft">
                {reference}
              </bdi>
            ) : (
              <Link to="/payments" search={{ order: orderNumber }}>
                {t("reconciliation.payments")} <bdi dir="ltr">{orderNumber}</bdi>
              </Link>
            )}
            <span>
              {t("reconciliation.ours")} <Amount amount={ours} currency={currency} /> ·{" "}
              {t("reconciliation.theirs")} <Amount amount={theirs} currency={currency} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
