/** Which invoices are listed: kinds as links, days as the browser's own fields with the Hijri day below. */
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Choices } from "../display/choices.tsx";
import { gregorianDay } from "../display/dates.ts";
import { useWording } from "../i18n/texts.ts";
import { type InvoiceFilters, offeredKinds } from "./invoice-filters.ts";

const PeriodFields = lazy(() => import("./period-fields.tsx"));

export function FilterBar({ filters }: { readonly filters: InvoiceFilters }) {
  const { t, language } = useWording();
  // An age of what is overdue ends with the next choice of a kind.
  const { show, dueFrom, dueTo, ...rest } = filters;
  const isDated = filters.from !== undefined || filters.to !== undefined;
  const [isOpen, setOpen] = useState(isDated);
  return (
    <div className="filters">
      <Choices label={t("invoices.kinds")}>
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
      </Choices>
      {(dueFrom ?? dueTo) && (
        <p className="filtered">
          {t("invoices.due")} {dueFrom && <bdi>{gregorianDay(dueFrom, language)}</bdi>} –{" "}
          {dueTo && <bdi>{gregorianDay(dueTo, language)}</bdi>}
        </p>
      )}
      <details className="dates" open={isDated} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t("invoices.dates")}</summary>
        <Suspense>{isOpen && <PeriodFields filters={filters} />}</Suspense>
      </details>
    </div>
  );
}
