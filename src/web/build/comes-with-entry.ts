/** Which modules a page needs before it runs, seen from the imports, so that the build names none of them by hand. */
import { resolve } from "node:path";

/** What the bundler knows of a module: what it imports, without what it loads later by `import()`. */
type Graph = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null };

/**
 * Makes a question: does a module come with the entry, because the entry or what it imports imports it? What only screens
 * that are loaded later import does not.
 * @param entry source of the entry, from the root of the project
 */
export function comesWithEntry(entry: string): (id: string, graph: Graph) => boolean {
  let known: ReadonlySet<string> | null = null;
  return (id, graph) => {
    known ??= importedFrom(resolve(entry), graph);
    return known.has(id);
  };
}

function importedFrom(entry: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([entry]);
  // A set that grows while it is walked through is walked through to its end.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
