/** The server's half of a field table: the same rules as on the page, before the provider is called (Spec 5). */
import { checkFields, type FieldTable } from "#core/fields.ts";
import { Problem } from "#core/problem.ts";

/** Where the value of a field comes from: its name in the body, and its value. */
export type SentField = { readonly path: string; readonly value: string | null | undefined };

/**
 * Checks what a call brought against a method's field table.
 * @param sent by field name of the table
 * @throws Problem `validation_failed` that names the wrong fields as the body calls them
 */
export function requireFields<Table extends FieldTable>(
  table: Table,
  sent: Readonly<Record<keyof Table & string, SentField>>,
): void {
  const entries = Object.entries<SentField>(sent);
  const values = Object.fromEntries(entries.map(([field, { value }]) => [field, value ?? undefined]));
  const problems = checkFields(table, values);
  if (problems.length === 0) return;
  const paths = Object.fromEntries(entries.map(([field, { path }]) => [field, path]));
  throw new Problem("validation_failed", {
    fields: problems.map(({ field, textKey }) => ({
      path: paths[field] ?? field,
      code: textKey,
      message: textKey,
    })),
  });
}
