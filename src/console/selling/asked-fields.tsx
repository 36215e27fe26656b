/** What a link asks its buyers beside name and mobile: up to five questions, each a text, a number or a choice. */
import { useRef, useState } from "react";
import { type AskedField, type AskedType, askedLimits, askedTypes } from "#core/asked-fields.ts";
import { Icon } from "../display/icon.tsx";
import { cross, plus } from "../display/icons.ts";
import { Field } from "../forms/field.tsx";
import type { Faults } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { choicesText, namesOfQuestion, rowsOf } from "./asked-fields-form.ts";

type AskedFieldsProps = {
  readonly asked: readonly AskedField[];
  readonly faults: Faults;
  /** What was typed before and not sent, by the names of the controls: then these questions stand here. */
  readonly before: Readonly<Record<string, string>>;
};

type Row = { readonly row: number; readonly asked: AskedField | null; readonly isAdded?: boolean };

export function AskedFields({ asked, faults, before }: AskedFieldsProps) {
  const { t } = useWording();
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const kept = rowsOf(Object.keys(before));
    // A form that was kept with no question in it had all of them taken away.
    const isKept = Object.keys(before).length > 0;
    return isKept
      ? kept.map((row) => ({ row, asked: asked[row] ?? null }))
      : asked.map((one, row) => ({ row, asked: one }));
  });
  // Not one that was there before: its fields would begin with what is gone.
  const next = useRef(Math.max(asked.length, ...rows.map(({ row }) => row + 1)));
  return (
    <>
      {rows.map(({ row, asked: one, isAdded = false }, at) => (
        <Question
          key={row}
          row={row}
          asked={one}
          isAdded={isAdded}
          typeBefore={before[namesOfQuestion(row).type]}
          number={at + 1}
          faults={faults}
          onRemove={() => setRows(rows.filter((other) => other.row !== row))}
        />
      ))}
      {rows.length < askedLimits.fields && (
        <button
          type="button"
          className="act act-start"
          onClick={() => setRows([...rows, { row: next.current++, asked: null, isAdded: true }])}
        >
          <Icon path={plus} />
          {t("asked.add")}
        </button>
      )}
    </>
  );
}

type QuestionProps = {
  readonly row: number;
  readonly asked: AskedField | null;
  /** By a press just now: its owner types next. */
  readonly isAdded: boolean;
  readonly typeBefore: string | undefined;
  readonly number: number;
  readonly faults: Faults;
  readonly onRemove: () => void;
};

function Question({ row, asked, isAdded, typeBefore, number, faults, onRemove }: QuestionProps) {
  const { t } = useWording();
  const [type, setType] = useState<AskedType>(
    () => askedTypes.find((one) => one === typeBefore) ?? asked?.type ?? "text",
  );
  const names = namesOfQuestion(row);
  const english = asked && asked.label.en !== asked.label.ar ? asked.label.en : "";
  return (
    <fieldset className="line">
      <legend>{t("asked.question", { number })}</legend>
      <input type="hidden" name={names.key} value={asked?.key ?? ""} />
      <div className="field-pair">
        <Field
          name={names.ar}
          label={t("asked.arabic")}
          wordsIn="ar"
          autoFocus={isAdded}
          maxLength={askedLimits.label}
          defaultValue={asked?.label.ar}
          fault={faults[names.ar]}
        />
        <Field
          name={names.en}
          label={t("asked.english")}
          wordsIn="en"
          maxLength={askedLimits.label}
          defaultValue={english}
        />
      </div>
      <label className="field">
        <span>{t("asked.type")}</span>
        <select
          name={names.type}
          className="control"
          value={type}
          onChange={({ target }) => setType(askedTypes.find((one) => one === target.value) ?? "text")}
        >
          {askedTypes.map((one) => (
            <option key={one} value={one}>
              {t(`asked.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {type === "choice" && (
        <Field
          name={names.choices}
          label={t("asked.choices")}
          hint={t("asked.choicesHint")}
          lines={4}
          maxLength={3_000}
          defaultValue={choicesText(asked?.choices ?? [])}
          fault={faults[names.choices]}
        />
      )}
      <label className="check">
        <input type="checkbox" name={names.required} defaultChecked={asked?.isRequired ?? false} />
        <span>{t("asked.required")}</span>
      </label>
      <button type="button" className="act" onClick={onRemove}>
        <Icon path={cross} />
        {t("asked.remove", { number })}
      </button>
    </fieldset>
  );
}
