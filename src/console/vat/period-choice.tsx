/** Which month or quarter: one field with the latest, the ones before and after it, and the same days in the Hijri calendar. */
import { useId } from "react";
import { hijriDays, monthName } from "../display/days.ts";
import { Icon } from "../display/icon.tsx";
import { back, forth } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { latestPeriods, movedPeriod, type VatPeriod } from "./vat-period.ts";

type PeriodChoiceProps = {
  readonly period: VatPeriod;
  /** "2026-11-23" */
  readonly today: string;
  readonly onChoose: (period: VatPeriod) => void;
};

export function PeriodChoice({ period, today, onChoose }: PeriodChoiceProps) {
  const { t, language } = useWording();
  const id = useId();
  const nameOf = ({ text, from }: VatPeriod): string =>
    text.includes("Q")
      ? t("period.quarter", { quarter: text.slice(-1), year: text.slice(0, 4) })
      : monthName(from, language);
  const groups = [
    { label: t("period.months"), periods: latestPeriods("months", 24, today) },
    { label: t("period.quarters"), periods: latestPeriods("quarters", 8, today) },
  ];
  const isListed = groups.some(({ periods }) => periods.some(({ text }) => text === period.text));
  const later = movedPeriod(period, 1);
  const step = (to: VatPeriod, label: string, icon: string, isPast: boolean) => (
    <button
      type="button"
      className="button button-icon"
      aria-label={label}
      title={label}
      disabled={isPast}
      onClick={() => onChoose(to)}
    >
      <Icon path={icon} className="is-directed" />
    </button>
  );
  return (
    <div className="field period">
      <label htmlFor={id}>{t("period.label")}</label>
      <div className="period-row">
        {step(movedPeriod(period, -1), t("period.before"), back, false)}
        <select
          id={id}
          className="control"
          value={period.text}
          onChange={({ target }) => {
            const all = groups.flatMap(({ periods }) => periods);
            onChoose(all.find(({ text }) => text === target.value) ?? period);
          }}
        >
          {!isListed && <option value={period.text}>{nameOf(period)}</option>}
          {groups.map(({ label, periods }) => (
            <optgroup key={label} label={label}>
              {periods.map((each) => (
                <option key={each.text} value={each.text}>
                  {nameOf(each)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {step(later, t("period.after"), forth, later.from > today)}
      </div>
      <p className="field-hint">{hijriDays(period, language)}</p>
    </div>
  );
}
