/** Money in and money owed: today, this week, this month, and what is unpaid by age. */
import { Link } from "@tanstack/react-router";
import type { Home } from "#contract/home.ts";
import { Amount } from "../display/amount.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { movedDay } from "../plot/day-sums.ts";

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
      <div className="row-acts">
        <Link to="/payments/$part" params={{ part: "close" }} className="act">
          {t("home.close")}
        </Link>
        <Link to="/payments/$part" params={{ part: "due" }} className="act">
          {t("home.due")}
        </Link>
        <Link to="/vat" className="act">
          {t("home.vat")}
        </Link>
      </div>
    </section>
  );
}

/** Nothing where nothing is owed. */
export function Unpaid({ unpaid, today }: Pick<Home, "unpaid" | "today">) {
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
            overdue.ages
              .filter(({ count: late }) => late > 0)
              .map(({ fromDays, toDays, count: late, amount: sum }) => (
                <li key={fromDays} className="fact soft">
                  <Link
                    to="/invoices"
                    search={{
                      show: "overdue",
                      ...(toDays !== null && { dueFrom: movedDay(today, -toDays) }),
                      dueTo: movedDay(today, -fromDays),
                    }}
                  >
                    {toDays === null
                      ? t("home.ageMore", { from: fromDays })
                      : t("home.age", { from: fromDays, to: toDays })}
                    {": "}
                    {t("invoices.shown", { count: late })}
                  </Link>
                  <Amount amount={sum} currency={currency} />
                </li>
              ))}
        </ul>
      ))}
    </section>
  );
}
