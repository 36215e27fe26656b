/** Types by which `database-types.test.ts` compares what is declared with what a database says of itself. */
import type { Selectable } from "kysely";
import type { Schema } from "#db/schema.ts";

/** Every table, and what its columns give when they are read. */
export type Declared = {
  [Table in keyof Schema]: { [C in keyof Selectable<Schema[Table]>]: Selectable<Schema[Table]>[C] };
};

/** Whether all names are among the held ones. */
export type AreHeld<Names, Held> = [Names] extends [Held] ? true : false;

/**
 * Whether a column gives what it holds. The declared type may be narrower (a status among texts), is null exactly
 * when the held one is, and may leave JSON open.
 */
export type IsReadAs<Read, Kept> = unknown extends Read
  ? true
  : [null extends Read ? true : false] extends [null extends Kept ? true : false]
    ? [NonNullable<Read>] extends [NonNullable<Kept>]
      ? true
      : false
    : false;
