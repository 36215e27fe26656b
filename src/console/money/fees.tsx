/** Fees of a month or quarter by payment method and account: what buyers paid as service fee, and what providers keep. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FeesReport } from "#contract/settlement.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DownloadButton } from "../display/download-button.tsx";
import { isoDay } from "../display/iso-day.ts";
import { MethodName } from "../display/method-name.tsx";
import { Empty, Reading } from "../display/states.tsx";
import { sumOf } from "../display/sum.ts";
import { useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { PeriodChoice } from "../vat/period-choice.tsx";
import { readVatPeriod } from "../vat/vat-period.ts";
import { MoneyTabs } from "./money-tabs.tsx";
import { TermsLine } from "./terms-line.tsx";

export function FeesScreen() {
  const { t, language } = useWording();
  const navigate = useNavigate({ from: "/payments/$part" });
  const today = isoDay(new Date());
  const period = readVatPeriod(useSearch({ from: "/payments/$part" }).period, today);
  const { from, to, text } = period;
  const report = useRead("GET /api/v1/reports/fees", { query: { from, to } });
  return (
    <Screen title={t("money.fees")}>
      <MoneyTabs />
      <PeriodChoice
        period={period}
        today={today}
        onChoose={(chosen) => void navigate({ search: { period: chosen.text }, replace: true })}
      />
      <p className="soft">{t("fees.hint")}</p>
      <Reading query={report} rows={4}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={t("money.nothing")} />
          ) : (
            <ul className="cards">
              {rows.map((row) => (
                <FeesCard key={[row.method, row.account, row.currency].join(" ")} row={row} />
              ))}
            </ul>
          )
        }
      </Reading>
      <div className="downloads">
        <DownloadButton
          call="GET /api/v1/exports/fees"
          query={{ from, to, language, format: "xlsx" }}
          fileName={`${t("exports.name.fees")}-${text}.xlsx`}
          label={t("fees.file")}
        />
      </div>
    </Screen>
  );
}

function FeesCard({ row }: { readonly row: FeesReport["rows"][number] }) {
  const { t } = useWording();
  const { method, account, currency, payments, gross, charged, expected, terms } = row;
  const kept = expected && sumOf([expected.amount, expected.vat], currency);
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">
          <MethodName method={method} />
        </span>
        <bdi dir="ltr" className="soft">
          {account}
        </bdi>
      </div>
      <dl className="card-facts">
        <div className="fact">
          <dt>{t("home.payments", { count: payments })}</dt>
          <dd>
            <Amount amount={gross} currency={currency} />
          </dd>
        </div>
        <div className="fact">
          <dt>{t("fees.charged")}</dt>
          <dd>
            <Amount amount={charged} currency={currency} />
          </dd>
        </div>
        <div className="fact">
          <dt>{t("fees.expected")}</dt>
          <dd>{kept === null ? t("fees.unknown") : <Amount amount={kept} currency={currency} />}</dd>
        </div>
        {expected && (
          <div className="fact soft">
            <dt>{t("fees.ofWhichVat")}</dt>
            <dd>
              <Amount amount={expected.vat} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
      <TermsLine method={method} terms={terms} />
    </li>
  );
}
