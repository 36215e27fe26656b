/**
 * When a field's message comes and goes: it comes when the buyer leaves a filled field or presses Pay, never while a
 * value is being typed for the first time, and it goes as soon as the value is right. Pure; use-form.ts holds the
 * state.
 */
import { checkFields, type FieldTable, type FieldValues } from "#core/fields.ts";

/** Text keys of the messages that stand on the form, by field name. */
export type FormErrors = Readonly<Record<string, string>>;

type Change = { readonly table: FieldTable; readonly values: FieldValues; readonly field: string };

/** The messages after the buyer left a field. An empty field stays quiet until Pay is pressed. */
export function errorsAfterBlur(errors: FormErrors, change: Change): FormErrors {
  return isEmpty(change)
    ? errorsAfterInput(errors, change)
    : withError(errors, change.field, errorOf(change));
}

/** The messages after a key press or a paste: one that stands may change its words or go, a new one does not come. */
export function errorsAfterInput(errors: FormErrors, change: Change): FormErrors {
  return errors[change.field] === undefined ? errors : withError(errors, change.field, errorOf(change));
}

/** All messages of a form whose Pay button was pressed, in the order of the table. */
export function errorsOnSubmit(table: FieldTable, values: FieldValues): FormErrors {
  return Object.fromEntries(checkFields(table, values).map(({ field, textKey }) => [field, textKey]));
}

/** Whether a field holds something, and it is right. */
export function isDone(change: Change): boolean {
  return !isEmpty(change) && errorOf(change) === undefined;
}

/** The messages with those that the server or the gateway added. */
export function errorsWith(
  errors: FormErrors,
  problems: readonly { readonly field: string; readonly textKey: string }[],
): FormErrors {
  return problems.reduce((all, { field, textKey }) => withError(all, field, textKey), errors);
}

function isEmpty({ values, field }: Change): boolean {
  return (values[field] ?? "").trim() === "";
}

function errorOf({ table, values, field }: Change): string | undefined {
  return checkFields(table, values).find((problem) => problem.field === field)?.textKey;
}

function withError(errors: FormErrors, field: string, textKey: string | undefined): FormErrors {
  if (errors[field] === textKey) return errors;
  const { [field]: _, ...others } = errors;
  return textKey === undefined ? others : { ...others, [field]: textKey };
}
