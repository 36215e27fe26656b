/** How far buyers came: a row for each step with its share of the first, and why payments were declined. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FunnelReport } from "#contract/funnel.ts";
import type { ProductLink } from "#contract/product-links.ts";
import { useRead } from "../calls/queries.ts";
import { isoDay } from "../display/iso-day.ts";
import { Empty, Reading } from "../display/states.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { PeriodChoice } from "../vat/period-choice.tsx";
import { readVatPeriod } from "../vat/vat-period.ts";
import { MoneyTabs } from "./money-tabs.tsx";

export function FunnelScreen() {
  const { t } = useWording();
  const navigate = useNavigate({ from: "/payments/$part" });
  const today = isoDay(new Date());
  const period = readVatPeriod(useSearch({ from: "/payments/$part" }).period, today);
  const { from, to } = period;
  const report = useRead("GET /api/v1/reports/funnel", { query: { from, to } });
  return (
    <Screen title={t("money.funnel")}>
      <MoneyTabs />
      <PeriodChoice
        period={period}
        today={today}
        onChoose={(chosen) => void navigate({ search: { period: chosen.text }, replace: true })}
      />
      <p className="soft">{t("funnel.hint")}</p>
      <Reading query={report} rows={5}>
        {(found) => <Funnel report={found} />}
      </Reading>
    </Screen>
  );
}

const dayMs = 24 * 60 * 60_000;
/** Of a link: what happened long ago says little of what to change now. */
const linkDays = 90;

/** Of one product link; nothing for who may not read reports. */
export function LinkFunnel({ link }: { readonly link: ProductLink }) {
  return useMay("reports.read") ? <OwnFunnel linkIdentity={link.linkIdentity} /> : null;
}

function OwnFunnel({ linkIdentity }: { readonly linkIdentity: string }) {
  const { t } = useWording();
  const to = isoDay(new Date());
  const from = isoDay(new Date(Date.now() - (linkDays - 1) * dayMs));
  const report = useRead("GET /api/v1/reports/funnel", { query: { from, to, linkIdentity } });
  return (
    <section className="panel" aria-labelledby="link-funnel">
      <h2 id="link-funnel">{t("funnel.ofLink")}</h2>
      <Reading query={report} rows={4}>
        {(found) => <Funnel report={found} />}
      </Reading>
    </section>
  );
}

type Step = { readonly name: TextKey; readonly count: number };

function stepsOf(report: FunnelReport): Step[] {
  const { looked, issued, sent, opened, started, paid } = report;
  if (looked !== null)
    return [
      { name: "funnel.looked", count: looked },
      { name: "funnel.ordered", count: issued },
      { name: "funnel.started", count: started },
      { name: "funnel.paid", count: paid },
    ];
  return [
    { name: "funnel.issued", count: issued },
    { name: "funnel.sent", count: sent },
    { name: "funnel.opened", count: opened },
    { name: "funnel.started", count: started },
    { name: "funnel.paid", count: paid },
  ];
}

function Funnel({ report }: { readonly report: FunnelReport }) {
  const { t, language } = useWording();
  const steps = stepsOf(report);
  const most = Math.max(...steps.map(({ count }) => count));
  if (most === 0) return <Empty title={t("funnel.none")} />;
  const percent = new Intl.NumberFormat(language === "ar" ? "ar-u-nu-latn" : "en", {
    style: "percent",
    maximumFractionDigits: 0,
  });
  const [first] = steps;
  return (
    <>
      <ol className="funnel">
        {steps.map(({ name, count }) => (
          <li key={name}>
            <span className="funnel-name">{t(name)}</span>
            <span className="funnel-count">
              <bdi>{count}</bdi>
              {first && first.count > 0 && count <= first.count && (
                <span className="soft">
                  {" "}
                  <bdi dir="ltr">{percent.format(count / first.count)}</bdi>
                </span>
              )}
            </span>
            <svg className="funnel-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(count / most) * 100} height="4" />
            </svg>
          </li>
        ))}
      </ol>
      {report.declined > 0 && <Declined report={report} />}
    </>
  );
}

function Declined({ report: { declined, reasons } }: { readonly report: FunnelReport }) {
  const { t } = useWording();
  return (
    <>
      <h3>{t("funnel.declined", { count: declined })}</h3>
      <dl>
        {reasons.map(({ code, count }) => (
          <div key={code} className="fact">
            <dt>{t(`funnel.reason_${code}`)}</dt>
            <dd>
              <bdi>{count}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
