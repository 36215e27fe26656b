/** What a field of a form on a field table has, whatever is typed into it. */
import { errorText } from "./error-text.ts";
import type { Form } from "./use-form.ts";

export type FieldProps<Name extends string> = {
  readonly id: string;
  readonly field: Name;
  readonly error: string | undefined;
  readonly isDone: boolean;
};

/**
 * Gives each field its id, which is its name, its message and its tick.
 * @param t the translator of the namespace that the messages of the table belong to
 */
export function fieldsOf<Name extends string>(
  form: Form,
  t: (key: never) => string,
): (name: Name) => FieldProps<Name> {
  return (name) => ({
    id: name,
    field: name,
    error: errorText(t, form.errors[name]),
    isDone: form.done.includes(name),
  });
}

/** The input of an e-mail address. */
export const emailInput = {
  type: "email",
  inputMode: "email",
  autoComplete: "email",
  maxLength: 254,
  dir: "ltr",
} as const;
