/** What the shop asks beside name and mobile: a text, a number, or one of its choices. */
import { useLocale, useTranslations } from "use-intl/react";
import { type AskedField, askedLimits } from "#core/asked-fields.ts";
import { TextField } from "../forms/text-field.tsx";
import type { Form } from "../forms/use-form.ts";
import type { AnswerProblem } from "./asked-answers.ts";
import { askedFieldId } from "./asking.ts";
import type { ProductOffer } from "./offer.ts";

const problems: readonly AnswerProblem[] = ["answerMissing", "numberWrong", "answerWrong"];

type AskedFieldsProps = { readonly offer: ProductOffer; readonly form: Form };

export function AskedFields({ offer: { askedFields }, form }: AskedFieldsProps) {
  const t = useTranslations("asking");
  if (askedFields.length === 0) return null;
  return (
    <fieldset className="asked-fields">
      <legend>{t("questions")}</legend>
      {askedFields.map((asked) => (
        <OneField key={asked.key} asked={asked} form={form} />
      ))}
    </fieldset>
  );
}

function OneField({ asked, form }: { readonly asked: AskedField; readonly form: Form }) {
  const t = useTranslations("asking");
  const language = useLocale();
  const id = askedFieldId(asked.key);
  const found = form.errors[id];
  // What the server found has a name of its own.
  const problem =
    found && problems.find((one) => one === found) ? (found as AnswerProblem) : found && "answerWrong";
  const own = asked.label[language];
  const label = asked.isRequired ? own : t("optional", { label: own });
  const error = problem && t(problem);
  if (asked.type === "choice") return <Choice asked={asked} label={label} error={error} />;
  return (
    <TextField
      id={id}
      field={id}
      label={label}
      error={error}
      isDone={form.done.includes(id)}
      required={asked.isRequired}
      autoComplete="off"
      maxLength={asked.type === "text" ? askedLimits.answer : 24}
      {...(asked.type === "number" ? { dir: "ltr", inputMode: "decimal" } : { dir: "auto" })}
    />
  );
}

type ChoiceProps = {
  readonly asked: AskedField;
  readonly label: string;
  readonly error: string | undefined;
};

function Choice({ asked, label, error }: ChoiceProps) {
  const t = useTranslations("asking");
  const language = useLocale();
  const id = askedFieldId(asked.key);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box" data-wrong={error ? "" : undefined}>
        <select
          id={id}
          data-field={id}
          required={asked.isRequired}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          defaultValue=""
        >
          <option value="">{t("choose")}</option>
          {asked.choices.map((choice, index) => (
            <option key={choice.ar} value={index}>
              {choice[language]}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
