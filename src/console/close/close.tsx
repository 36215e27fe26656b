/** The close of a day on one screen of a phone: by method, refunds, fees, what is left, invoices, differences; to share and print. */
import { Link, useSearch } from "@tanstack/react-router";
import type { DailyClose } from "#contract/daily-close.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { gregorianDay, hijriDay } from "../display/dates.ts";
import { isoDay } from "../display/iso-day.ts";
import { MethodName } from "../display/method-name.tsx";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { readDay } from "../invoices/invoice-filters.ts";
import { Differences } from "../money/differences.tsx";
import { MoneyTabs } from "../money/money-tabs.tsx";
import { stateLooks } from "../money/reconciliation.tsx";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { feesOf, leftOf } from "./close-text.ts";
import { CloseWays } from "./close-ways.tsx";
import { DayChoice } from "./day-choice.tsx";

export function Close() {
  const { t, language } = useWording();
  const { shop } = useSession();
  const today = isoDay(new Date());
  const asked = readDay(useSearch({ from: "/payments/$part" }).day);
  const day = asked !== undefined && asked <= today ? asked : today;
  const close = useRead("GET /api/v1/reports/close", { query: { day } });
  return (
    <Screen title={t("close.title")}>
      <MoneyTabs />
      <DayChoice day={day} today={today} />
      <Reading query={close} rows={6}>
        {(shown) => (
          <div className="close">
            <p className="close-head">
              <bdi>{shop.name}</bdi> · {gregorianDay(shown.day, language)} · {hijriDay(shown.day, language)}
            </p>
            {!shown.isOver && <p className="soft">{t("close.open")}</p>}
            <div className="panel close-panel">
              <Sums close={shown} />
              <Counts close={shown} />
            </div>
            <CloseWays close={shown} />
          </div>
        )}
      </Reading>
    </Screen>
  );
}

type OfClose = { readonly close: DailyClose };

function Sums({ close: { methods, totals } }: OfClose) {
  const { t } = useWording();
  if (totals.length === 0) return <p>{t("close.nothing")}</p>;
  return (
    <>
      <section aria-label={t("close.byMethod")}>
        <ul className="lines">
          {methods.map(({ method, account, currency, gross, payments }) => (
            <li key={[method, account, currency].join(" ")} className="fact">
              <span>
                <MethodName method={method} />{" "}
                <span className="soft">{t("home.payments", { count: payments })}</span>
              </span>
              <Amount amount={gross} currency={currency} />
            </li>
          ))}
        </ul>
      </section>
      {totals.map((total) => (
        <section key={total.currency} aria-label={t("close.left")}>
          <dl>
            <div className="fact">
              <dt>{t("close.gross")}</dt>
              <dd>
                <Amount amount={total.gross} currency={total.currency} />
              </dd>
            </div>
            <div className="fact">
              <dt>{t("money.refunds")}</dt>
              <dd>
                <Amount amount={total.refunds} currency={total.currency} />
              </dd>
            </div>
            <div className="fact">
              <dt>{t("money.fees")}</dt>
              <dd>
                <Amount amount={feesOf(total)} currency={total.currency} />
              </dd>
            </div>
            <div className="fact close-left">
              <dt>{t("close.left")}</dt>
              <dd>
                <Amount amount={leftOf(total)} currency={total.currency} />
              </dd>
            </div>
          </dl>
          {total.expected === null && (
            <p className="soft">
              {t("close.feesPartly")}{" "}
              <Link to="/payments/$part" params={{ part: "fees" }} className="no-print">
                {t("terms.enter")}
              </Link>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

function Counts({ close }: OfClose) {
  const { t } = useWording();
  const { invoices, refunds, state, differences, day } = close;
  const paid = invoices.paid.reduce((all, { count }) => all + count, 0);
  return (
    <section aria-label={t("close.counts")}>
      <ul className="lines">
        <li className="fact">
          <span>{t("close.paid")}</span>
          <span>{paid}</span>
        </li>
        <li className="fact">
          <Link to="/invoices" search={{ from: day, to: day }}>
            {t("close.issued")}
          </Link>
          <span>{invoices.issued}</span>
        </li>
        <li className="fact">
          <Link to="/payments/$part" params={{ part: "refunds" }}>
            {t("close.refunds")}
          </Link>
          <span>{refunds}</span>
        </li>
        <li className="fact">
          <Link to="/payments/$part" params={{ part: "reconciliation" }} search={{ period: day.slice(0, 7) }}>
            {t("money.reconciliation")}
          </Link>
          <span className={stateLooks[state]}>{t(`reconciliation.state.${state}`)}</span>
        </li>
      </ul>
      <Differences differences={differences} />
    </section>
  );
}
