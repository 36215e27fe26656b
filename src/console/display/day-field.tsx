/** A day by the browser's own field, with the same day of the Hijri calendar below; days of a period are none to come. */
import { useEffect, useId, useRef } from "react";
import { useWording } from "../i18n/texts.ts";
import { hijriDayOfYear } from "./dates.ts";
import { isoDay } from "./iso-day.ts";

type DayFieldProps = {
  readonly label: string;
  /** "2026-11-23" */
  readonly value: string | undefined;
  /** What was picked, as the field has it: empty while a day is being typed. */
  readonly onChoose: (text: string) => void;
};

export function DayField({ label, value, onChoose }: DayFieldProps) {
  const { language } = useWording();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // A link and the way back change the day, too; what is half typed has no value yet, and stays.
  useEffect(() => {
    const { current } = input;
    if (current && current.value !== (value ?? "")) current.value = value ?? "";
  }, [value]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        type="date"
        className="control"
        max={isoDay(new Date())}
        defaultValue={value}
        onChange={({ target }) => onChoose(target.value)}
      />
      {value && <p className="field-hint">{hijriDayOfYear(value, language)}</p>}
    </div>
  );
}
