/** Which invoices are listed: kinds as links, days as the browser's own fields with the Hijri day below. */
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { gregorianDay, hijriDayOfYear } from "../display/dates.ts";
import { isoDay } from "../display/iso-day.ts";
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
          <DayField name="from" text="invoices.from" filters={filters} />
          <DayField name="to" text="invoices.to" filters={filters} />
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

function DayField(props: { name: "from" | "to"; text: TextKey; filters: InvoiceFilters }) {
  const { t, language } = useWording();
  const id = useId();
  const navigate = invoicesRoute.useNavigate();
  const value = props.filters[props.name];
  const choose = (text: string): void => {
    const { [props.name]: _, ...rest } = props.filters;
    const day = readDay(text);
    void navigate({ search: day ? { ...rest, [props.name]: day } : rest, replace: true });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t(props.text)}</label>
      <input
        id={id}
        type="date"
        className="control"
        max={isoDay(new Date())}
        defaultValue={value}
        onChange={({ target }) => choose(target.value)}
      />
      {value && <p className="field-hint">{hijriDayOfYear(value, language)}</p>}
    </div>
  );
}
