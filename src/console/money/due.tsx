/** What is expected in the bank by payment method: the next day of each, every day opened, and the methods whose terms are missing. */
import type { DueReport } from "#contract/settlement.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { format, gregorianDay } from "../display/dates.ts";
import { MethodName } from "../display/method-name.tsx";
import { Empty, Reading } from "../display/states.tsx";
import { sumOf } from "../display/sum.ts";
import { useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { MoneyTabs } from "./money-tabs.tsx";
import { TermsLine } from "./terms-line.tsx";

export function Due() {
  const { t } = useWording();
  const report = useRead("GET /api/v1/reports/due", {});
  return (
    <Screen title={t("due.title")}>
      <MoneyTabs />
      <p className="soft">{t("due.hint")}</p>
      <Reading query={report} rows={4}>
        {(shown) => <Dues report={shown} />}
      </Reading>
    </Screen>
  );
}

function Dues({ report: { due, withoutTerms } }: { readonly report: DueReport }) {
  const { t } = useWording();
  return (
    <>
      {due.length === 0 && withoutTerms.length === 0 && <Empty title={t("due.none")} />}
      {due.length > 1 && (
        <p className="due-total">
          {t("due.total")}{" "}
          <Amount
            amount={sumOf(
              due.map(({ amount }) => amount),
              "SAR",
            )}
            currency="SAR"
          />
        </p>
      )}
      <ul className="cards">
        {due.map((one) => (
          <DueCard key={`${one.method} ${one.account}`} due={one} />
        ))}
      </ul>
      {withoutTerms.length > 0 && (
        <section className="panel" aria-labelledby="without-terms">
          <h2 id="without-terms">{t("due.withoutTerms")}</h2>
          <p className="soft">{t("due.withoutTermsHint")}</p>
          <ul className="lines">
            {withoutTerms.map((method) => (
              <li key={method}>
                <MethodName method={method} />
                <TermsLine method={method} terms={null} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type OneDue = DueReport["due"][number];

function DueCard({ due }: { readonly due: OneDue }) {
  const { t } = useWording();
  const { method, account, currency, amount, days, terms, isOwnAccount } = due;
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">
          <MethodName method={method} />{" "}
          <bdi dir="ltr" className="soft">
            {account}
          </bdi>
        </span>
        <Amount amount={amount} currency={currency} />
      </div>
      {!isOwnAccount && <p className="soft">{t("due.notOwn")}</p>}
      <ul className="lines due-days">
        {[...Map.groupBy(days, ({ arrivesOn }) => arrivesOn)]
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .map(([arrivesOn, arriving]) => (
            <li key={arrivesOn}>
              <Arriving arrivesOn={arrivesOn} days={arriving} currency={currency} />
            </li>
          ))}
      </ul>
      <TermsLine method={method} terms={terms} />
    </li>
  );
}

type ArrivingProps = { readonly arrivesOn: string; readonly days: OneDue["days"]; readonly currency: string };

/** What arrives on one day, and of which days' payments it is. */
function Arriving({ arrivesOn, days, currency }: ArrivingProps) {
  const { t, language } = useWording();
  const weekday = format("gregory", language, { weekday: "long" }).format(new Date(arrivesOn));
  return (
    <details>
      <summary className="fact">
        <span>
          {weekday} <DateShown instant={arrivesOn} />
        </span>
        <Amount
          amount={sumOf(
            days.map(({ amount }) => amount),
            currency,
          )}
          currency={currency}
        />
      </summary>
      {days.map(({ paidOn, payments, gross, refunds, kept }) => (
        <dl key={paidOn} className="card-facts">
          <div className="fact">
            <dt>
              {t("due.paidOn", { day: gregorianDay(paidOn, language) })} ·{" "}
              {t("home.payments", { count: payments })}
            </dt>
            <dd>
              <Amount amount={gross} currency={currency} />
            </dd>
          </div>
          {Number(refunds) > 0 && (
            <div className="fact soft">
              <dt>{t("money.refunds")}</dt>
              <dd>
                <Amount amount={`-${refunds}`} currency={currency} />
              </dd>
            </div>
          )}
          <div className="fact soft">
            <dt>{t("money.fees")}</dt>
            <dd>
              <Amount amount={Number(kept) === 0 ? kept : `-${kept}`} currency={currency} />
            </dd>
          </div>
        </dl>
      ))}
    </details>
  );
}
