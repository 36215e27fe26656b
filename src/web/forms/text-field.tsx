/** One field of a form: label, input, hint and message, tied together for people who cannot see where they stand. */
import type { InputHTMLAttributes, ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { cleanInput } from "./clean-input.ts";

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id"> & {
  /** The same in every release, so that browsers can fill the field. */
  readonly id: string;
  /** Name in the form's field table. */
  readonly field: string;
  readonly label: string;
  readonly hint?: string;
  /** The hint says more than what is wrong: it stays beside an error. */
  readonly keepsHint?: boolean;
  readonly error?: string | undefined;
  /** The field was left with a right value in it. */
  readonly isDone?: boolean;
  /** Stands before or behind the input, inside its border. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Where what stands before the input is read left to right with it in both languages, such as a number's code. */
  readonly boxDir?: "ltr";
};

export function TextField(props: TextFieldProps) {
  const { id, field, label, hint: text, keepsHint, error, isDone, before, after, boxDir, ...input } = props;
  // An error says what most hints do, and stands in their place.
  const hint = error && !keepsHint ? undefined : text;
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box" dir={boxDir} data-wrong={error ? "" : undefined}>
        {before}
        <input
          id={id}
          data-field={field}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          // Not while a keyboard still composes a word. The form, which listens around the field, sees it clean.
          onInput={(event) => {
            if (!(event.nativeEvent as InputEvent).isComposing) cleanInput(event.currentTarget);
          }}
          {...input}
        />
        {after}
        {isDone && !error && <Icon path={icons.check} className="field-done" />}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
