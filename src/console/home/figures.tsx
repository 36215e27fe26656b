/** Money in and money owed: today, this week, this month, and what is unpaid by age. */
import { Link } from "@tanstack/react-router";
import type { Home } from "#contract/home.ts";
import { Amount } from "../display/amount.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";

const periods = ["today", "week", "month"] as const;
const periodTexts: Readonly<Record<(typeof periods)[number], TextKey>> = {
  today: "home.today",
  week: "home.week",
  month: "home.month",
};

export function MoneyIn({ money }: Pick<Home, "money">) {
  const { t } = useWording();
  return (
    <section aria-labelledby="money-in">
      <h2 id="money-in" className="visually-hidden">
        {t("home.moneyIn")}
      </h2>
      <dl className="figures">
        {periods.map((period) => {
          const { totals } = money[period];
          const shown = totals.length === 0 ? [{ currency: "SAR", net: "0.00", payments: 0 }] : totals;
          return (
            <div key={period} className="figure">
              <dt>{t(periodTexts[period])}</dt>
              {shown.map(({ currency, net, payments }) => (
                <dd key={currency}>
                  <Amount amount={net} currency={currency} />
                  <span className="soft">{t("home.payments", { count: payments })}</span>
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
      <Link to="/vat" className="act">
        {t("home.vat")}
      </Link>
    </section>
  );
}

/** Nothing where nothing is owed. */
export function Unpaid({ unpaid }: Pick<Home, "unpaid">) {
  const { t } = useWording();
  if (unpaid.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="unpaid">
      <h2 id="unpaid">{t("standing.unpaid")}</h2>
      {unpaid.map(({ currency, count, amount, overdue }) => (
        <ul key={currency} className="lines">
          <li className="fact">
            <Link to="/invoices" search={{ show: "unpaid" }}>
              {t("invoices.shown", { count })}
            </Link>
            <Amount amount={amount} currency={currency} />
          </li>
          {overdue.count > 0 && (
            <li className="fact is-bad">
              <Link to="/invoices" search={{ show: "overdue" }}>
                {t("home.overdue", { count: overdue.count })}
              </Link>
              <Amount amount={overdue.amount} currency={currency} />
            </li>
          )}
          {overdue.count > 0 &&
            overdue.ages.map(({ fromDays, toDays, count: late, amount: sum }) => (
              <li key={fromDays} className="fact soft">
                <span>
                  {toDays === null
                    ? t("home.ageMore", { from: fromDays })
                    : t("home.age", { from: fromDays, to: toDays })}
                  {": "}
                  {t("invoices.shown", { count: late })}
                </span>
                <Amount amount={sum} currency={currency} />
              </li>
            ))}
        </ul>
      ))}
    </section>
  );
}
