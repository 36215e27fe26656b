/** The names by which merchants allow methods: often the method's id, but nothing says that they are the same. */
import { type AllowedMethodName, allMethods, namesOf } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";

/**
 * The name of a method in merchants' lists; of one with several (the schemes of the card) the first.
 * @throws Error for what is no method of the catalogue
 */
export function listName(id: MethodId): AllowedMethodName {
  const [name] = allMethods.filter((method) => method.id === id).flatMap(namesOf);
  if (name === undefined) throw new Error(`no merchant can allow ${id}`);
  return name;
}
