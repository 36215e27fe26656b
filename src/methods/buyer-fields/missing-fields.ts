/** Whether a form's toast about missing fields is due (Spec 8). */
import type { FieldTable, FieldValues } from "#core/fields.ts";

/** Whether a required field of a table is empty; white space alone counts as empty. */
export function isAnyMissing(table: FieldTable, values: FieldValues): boolean {
  return Object.entries(table).some(
    ([name, { requiredKey }]) => requiredKey !== undefined && (values[name] ?? "").trim() === "",
  );
}
