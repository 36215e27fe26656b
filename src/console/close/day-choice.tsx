/** One day: the ones before and after it, and any by the browser's own field. */
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { Icon } from "../display/icon.tsx";
import { back, forth } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { readDay } from "../invoices/invoice-filters.ts";

type DayProps = { readonly day: string; readonly today: string };

export function DayChoice({ day, today }: DayProps) {
  const { t } = useWording();
  const id = useId();
  const navigate = useNavigate({ from: "/payments/$part" });
  const choose = (chosen: string | undefined): void => {
    if (chosen !== undefined && chosen <= today)
      void navigate({ search: chosen === today ? {} : { day: chosen }, replace: true });
  };
  const moved = (by: number): string =>
    new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
  return (
    <div className="field period no-print">
      <label htmlFor={id}>{t("close.day")}</label>
      <div className="period-row">
        <button
          type="button"
          className="button button-icon"
          aria-label={t("close.before")}
          title={t("close.before")}
          onClick={() => choose(moved(-1))}
        >
          <Icon path={back} className="is-directed" />
        </button>
        <input
          key={day}
          id={id}
          type="date"
          className="control"
          max={today}
          defaultValue={day}
          onChange={({ target }) => choose(readDay(target.value))}
        />
        <button
          type="button"
          className="button button-icon"
          aria-label={t("close.after")}
          title={t("close.after")}
          disabled={day >= today}
          onClick={() => choose(moved(1))}
        >
          <Icon path={forth} className="is-directed" />
        </button>
      </div>
    </div>
  );
}
