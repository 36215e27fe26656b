/** A field with its label above and what is wrong with it below. The browser keeps what is typed: forms are read when sent. */
import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, useId } from "react";
import { useWording } from "../i18n/texts.ts";
import type { Fault } from "./field-fault.ts";

export type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: Fault | null | undefined;
  readonly type?: "text" | "password" | "email" | "tel" | "date" | "search";
  readonly inputMode?: "decimal" | "numeric" | "tel" | "email";
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly defaultValue?: string | undefined;
  readonly maxLength?: number;
  readonly min?: string;
  /** Digits and addresses are read from left to right in Arabic, too. */
  readonly isLtr?: boolean;
  /** Words of one language whatever the screen's is; each line begins where that language begins. */
  readonly wordsIn?: "ar" | "en" | undefined;
  readonly isLarge?: boolean;
  readonly lines?: number;
  /** What a kind of field adds to its input. */
  readonly control?: InputHTMLAttributes<HTMLInputElement>;
};

export function Field(props: FieldProps) {
  const id = useId();
  const { t } = useWording();
  const {
    label,
    hint,
    fault,
    isRequired = false,
    isLtr = false,
    isLarge = false,
    wordsIn,
    lines,
    ...rest
  } = props;
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const control = {
    id,
    name: rest.name,
    defaultValue: rest.defaultValue,
    maxLength: rest.maxLength,
    autoComplete: rest.autoComplete ?? "off",
    className: isLarge ? "control control-large" : "control",
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": fault ? true : undefined,
    "aria-required": isRequired || undefined,
    ...(isLtr && { dir: "ltr" as const }),
    ...(wordsIn && { lang: wordsIn, dir: wordsIn === "ar" ? ("rtl" as const) : ("ltr" as const) }),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines === undefined ? (
        <input
          {...control}
          type={rest.type ?? "text"}
          {...rest.control}
          inputMode={rest.inputMode}
          min={rest.min}
          // biome-ignore lint/a11y/noAutofocus: the screen was opened to fill this field
          autoFocus={rest.autoFocus}
        />
      ) : (
        <textarea {...control} rows={lines} />
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className="field-fault" id={`${id}-fault`}>
          {typeof fault === "string" ? t(fault) : t(fault.text, fault.values)}
        </p>
      )}
    </div>
  );
}
