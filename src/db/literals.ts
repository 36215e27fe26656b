/** Lists of states for statements that are written as text: from the tables of `core`, so that each is written once. */

/**
 * Names as a list of literals, `'active', 'stopped'`: the partial indexes do not fit a statement that has parameters there.
 * @throws Error for what is no name of a state: a mistake of the program
 */
export function literals(names: readonly string[]): string {
  const wrong = names.find((name) => !/^[A-Za-z_]+$/.test(name));
  if (wrong !== undefined) throw new Error(`no name of a state: ${wrong}`);
  return names.map((name) => `'${name}'`).join(", ");
}
