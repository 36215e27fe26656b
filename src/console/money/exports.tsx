/** Every list of a month or quarter as a file, with how far it is while it loads. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { DownloadButton } from "../display/download-button.tsx";
import { isoDay } from "../display/iso-day.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { PeriodChoice } from "../vat/period-choice.tsx";
import { readVatPeriod } from "../vat/vat-period.ts";
import { MoneyTabs } from "./money-tabs.tsx";

const names = ["payments", "refunds", "invoices", "fees", "tax-documents", "vat", "clients"] as const;

/** What a person may not export is not offered. */
export function Exports() {
  const { t, language } = useWording();
  const navigate = useNavigate({ from: "/payments/$part" });
  const mayReport = useMay("reports.read");
  const mayClients = useMay("customers.export");
  const today = isoDay(new Date());
  const period = readVatPeriod(useSearch({ from: "/payments/$part" }).period, today);
  const { from, to, text } = period;
  return (
    <Screen title={t("money.exports")}>
      <MoneyTabs />
      {mayReport ? (
        <>
          <PeriodChoice
            period={period}
            today={today}
            onChoose={(chosen) => void navigate({ search: { period: chosen.text }, replace: true })}
          />
          <p className="soft">{t("exports.hint")}</p>
          <ul className="cards exports">
            {names
              .filter((name) => name !== "clients" || mayClients)
              .map((name) => (
                <li key={name} className="card">
                  <h2 className="card-name">{t(`exports.name.${name}`)}</h2>
                  <p className="soft">{t(`exports.what.${name}`)}</p>
                  <div className="downloads">
                    {(["xlsx", "csv"] as const).map((kind) => (
                      <DownloadButton
                        key={`${kind} ${text}`}
                        call={`GET /api/v1/exports/${name}`}
                        query={{ from, to, language, format: kind }}
                        fileName={`${t(`exports.name.${name}`).replaceAll(" ", "-")}-${text}.${kind}`}
                        label={kind === "xlsx" ? "Excel" : "CSV"}
                        about={t(`exports.name.${name}`)}
                      />
                    ))}
                  </div>
                </li>
              ))}
          </ul>
        </>
      ) : (
        <p className="notice">{t("failures.permission_missing")}</p>
      )}
    </Screen>
  );
}
