/** Our books beside the providers', by day and account. What differs lists its payments, each a press from the screen. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReconciliationReport, ReconciliationState } from "#contract/reports.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Choices } from "../display/choices.tsx";
import { DateShown } from "../display/date.tsx";
import { isoDay } from "../display/iso-day.ts";
import { MethodName } from "../display/method-name.tsx";
import { Empty, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { PeriodChoice } from "../vat/period-choice.tsx";
import { readVatPeriod } from "../vat/vat-period.ts";
import { Differences } from "./differences.tsx";
import { MoneyTabs } from "./money-tabs.tsx";

const states = ["differs", "agrees", "not_reported"] as const satisfies readonly ReconciliationState[];

/** So many differences of a period are listed by the API. */
const mostDifferences = 1_000;

export const stateLooks: Readonly<Record<ReconciliationState, string>> = {
  agrees: "chip chip-paid",
  differs: "chip chip-overdue",
  not_reported: "chip",
};

export function Reconciliation() {
  const { t } = useWording();
  const navigate = useNavigate({ from: "/payments/$part" });
  const search = useSearch({ from: "/payments/$part" });
  const today = isoDay(new Date());
  const period = readVatPeriod(search.period, today);
  const state = states.find((one) => one === search.state);
  const { from, to } = period;
  const report = useRead("GET /api/v1/reports/reconciliation", { query: { from, to } });
  return (
    <Screen title={t("money.reconciliation")}>
      <MoneyTabs />
      <PeriodChoice
        period={period}
        today={today}
        onChoose={({ text }) => void navigate({ search: { ...search, period: text }, replace: true })}
      />
      <nav aria-label={t("reconciliation.states")}>
        <Choices>
          {([undefined, ...states] as const).map((one) => (
            <li key={one ?? "all"}>
              <Link
                to="/payments/$part"
                params={{ part: "reconciliation" }}
                search={{ period: period.text, ...(one && { state: one }) }}
                className={one === state ? "choice active" : "choice"}
                aria-current={one === state ? "page" : undefined}
                activeProps={{ className: "" }}
              >
                {one ? t(`reconciliation.state.${one}`) : t("invoices.everything")}
              </Link>
            </li>
          ))}
        </Choices>
      </nav>
      <Reading query={report} rows={6}>
        {(shown) => <Days report={shown} state={state} />}
      </Reading>
    </Screen>
  );
}

type DaysProps = { readonly report: ReconciliationReport; readonly state: ReconciliationState | undefined };

function Days({ report: { rows, differences }, state }: DaysProps) {
  const { t } = useWording();
  const shown = rows.filter((row) => state === undefined || row.state === state);
  if (shown.length === 0) return <Empty title={t(state ? "reconciliation.noneOf" : "money.nothing")} />;
  return (
    <>
      {differences.length >= mostDifferences && (
        <p className="notice">{t("reconciliation.tooMany", { count: mostDifferences })}</p>
      )}
      <ul className="cards reconciled">
        {shown.map((row) => (
          <li key={[row.day, row.account, row.currency].join(" ")} className="card">
            <ComparedDay row={row} />
            <Differences
              differences={differences.filter(
                ({ day, account, currency }) =>
                  day === row.day && account === row.account && currency === row.currency,
              )}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function ComparedDay({ row }: { readonly row: ReconciliationReport["rows"][number] }) {
  const { t } = useWording();
  const { day, account, methods, currency, taken, givenBack, difference, state } = row;
  const hasRefunds = Number(givenBack.ours) > 0 || Number(givenBack.theirs ?? 0) > 0;
  const theirs = (amount: string | null) =>
    amount === null ? t("reconciliation.notYet") : <Amount amount={amount} currency={currency} />;
  return (
    <>
      <div className="card-row">
        <DateShown instant={day} />
        <span className={stateLooks[state]}>{t(`reconciliation.state.${state}`)}</span>
      </div>
      <p>
        {methods.map((method, index) => (
          <span key={method}>
            {index > 0 && " · "}
            <MethodName method={method} />
          </span>
        ))}{" "}
        <bdi dir="ltr" className="soft">
          {account}
        </bdi>
      </p>
      <table className="beside">
        <thead>
          <tr>
            <td />
            <th scope="col">{t("reconciliation.ours")}</th>
            <th scope="col">{t("reconciliation.theirs")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("reconciliation.taken")}</th>
            <td>
              <Amount amount={taken.ours} currency={currency} />
            </td>
            <td>{theirs(taken.theirs)}</td>
          </tr>
          {hasRefunds && (
            <tr>
              <th scope="row">{t("money.refunds")}</th>
              <td>
                <Amount amount={givenBack.ours} currency={currency} />
              </td>
              <td>{theirs(givenBack.theirs)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {difference !== null && state === "differs" && (
        <p className="fact is-bad">
          <span>{t("reconciliation.difference")}</span>
          <Amount amount={difference} currency={currency} />
        </p>
      )}
    </>
  );
}
