/** Which invoices are listed: kinds as links, days as the browser's own fields with the Hijri day below. */
import { Link } from "@tanstack/react-router";
import { gregorianDay } from "../display/dates.ts";
import { DayField } from "../display/day-field.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { invoicesRoute } from "../routes.tsx";
import { type InvoiceFilters, offeredKinds, readDay } from "./invoice-filters.ts";

export function FilterBar({ filters }: { readonly filters: InvoiceFilters }) {
  const { t, language } = useWording();
  // An age of what is overdue ends with the next choice of a kind.
  const { show, dueFrom, dueTo, ...rest } = filters;
  const isDated = filters.from !== undefined || filters.to !== undefined;
  return (
    <div className="filters">
      <ul className="choices" aria-label={t("invoices.kinds")}>
        <li>
          <Link to="/invoices" search={rest} className="choice" activeOptions={{ exact: true }}>
            {t("invoices.everything")}
          </Link>
        </li>
        {offeredKinds.map((kind) => (
          <li key={kind}>
            <Link to="/invoices" search={{ ...rest, show: kind }} className="choice">
              {t(`standing.${kind}`)}
            </Link>
          </li>
        ))}
      </ul>
      {(dueFrom ?? dueTo) && (
        <p className="filtered">
          {t("invoices.due")} {dueFrom && <bdi>{gregorianDay(dueFrom, language)}</bdi>} –{" "}
          {dueTo && <bdi>{gregorianDay(dueTo, language)}</bdi>}
        </p>
      )}
      <details className="dates" open={isDated}>
        <summary>{t("invoices.dates")}</summary>
        <div className="date-fields">
          <PeriodEnd name="from" text="invoices.from" filters={filters} />
          <PeriodEnd name="to" text="invoices.to" filters={filters} />
          {isDated && (
            <Link to="/invoices" search={show ? { show } : {}} className="button">
              {t("invoices.allDays")}
            </Link>
          )}
        </div>
      </details>
    </div>
  );
}

function PeriodEnd(props: { name: "from" | "to"; text: TextKey; filters: InvoiceFilters }) {
  const { t } = useWording();
  const navigate = invoicesRoute.useNavigate();
  const choose = (text: string): void => {
    const { [props.name]: _, ...rest } = props.filters;
    const day = readDay(text);
    void navigate({ search: day ? { ...rest, [props.name]: day } : rest, replace: true });
  };
  return <DayField label={t(props.text)} value={props.filters[props.name]} onChoose={choose} />;
}
