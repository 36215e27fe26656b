/**
 * Field tables: what a form asks for, as data. The page checks the table when the buyer leaves a field or submits,
 * the server checks the same table before it calls a provider, so the rules exist once (Spec 5).
 */

/** What was typed, by field name. A field that is missing counts as empty. */
export type FieldValues = Readonly<Record<string, string | undefined>>;

export type FieldRule = {
  /** Whether the (non-empty) value is right; the other values are there for rules that span fields. */
  readonly isMet: (value: string, values: FieldValues) => boolean;
  /** Text key of the message when it is not. */
  readonly textKey: string;
};

export type Field = {
  /** Text key of the message for an empty field; a field without one is optional. */
  readonly requiredKey?: string;
  /** Checked in order for a value that is there; the first that is not met gives the message. */
  readonly rules?: readonly FieldRule[];
  /** For values that can be wrong in several ways: the text key of what is wrong with a value that is there. */
  readonly faultOf?: (value: string, values: FieldValues) => string | null;
  /** The field counts only when this says so (an OTP once it was sent); always, when left out. */
  readonly appliesWhen?: (values: FieldValues) => boolean;
  /** What the buyer was promised is not kept: no draft holds it, in the browser neither. */
  readonly isPrivate?: true;
};

/** The fields of a form by name, in the order in which the buyer meets them. */
export type FieldTable = Readonly<Record<string, Field>>;

/** One thing to put right: the field and the text key of its message. */
export type FieldProblem = { readonly field: string; readonly textKey: string };

/**
 * Checks values against a table. Gives at most one problem per field, in the order of the table; an empty list
 * means that all is well. White space alone counts as empty.
 */
export function checkFields(table: FieldTable, values: FieldValues): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(table)) {
    if (field.appliesWhen && !field.appliesWhen(values)) continue;
    const value = Object.hasOwn(values, name) ? (values[name] ?? "").trim() : "";
    const textKey = problemOf(field, value, values);
    if (textKey !== undefined) problems.push({ field: name, textKey });
  }
  return problems;
}

function problemOf(field: Field, value: string, values: FieldValues): string | undefined {
  if (value === "") return field.requiredKey;
  const rule = field.rules?.find((each) => !each.isMet(value, values));
  return rule?.textKey ?? field.faultOf?.(value, values) ?? undefined;
}
