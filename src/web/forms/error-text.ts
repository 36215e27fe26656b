/** Messages of fields by their text keys. */

/**
 * The message of a field, or undefined when there is none. Keys of field tables are plain text to the compiler;
 * `methods/texts.test.ts` holds those of every method's table to its texts.
 * @param t the translator of the namespace that the table's keys belong to
 */
export function errorText(t: (key: never) => string, key: string | undefined): string | undefined {
  return key === undefined ? undefined : t(key as never);
}
