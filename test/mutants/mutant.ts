/**
 * A fault that a developer could really make, kept as data: what to search for in a file and what to put there. The
 * tests that it names are those which promise that it is found.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a fault does: calls doubt a no, lets two in, miscounts money, parts books that belong together, believes. */
export type FaultKind = "doubt" | "lock" | "amount" | "books" | "trust";

export type Mutant = {
  /** Short and kebab-case; names the mutant on the command line. */
  readonly id: string;
  readonly kind: FaultKind;
  /** The fault, in a few words. */
  readonly what: string;
  /** Path from the project's root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly search: string;
  readonly replace: string;
  /** Test files that must find it, the likeliest first; they are run until the first failure. */
  readonly tests: readonly string[];
};

/**
 * Plants a mutant in a copy of the project.
 * @returns what takes it out again
 * @throws Error when the code has changed so that the fault has no place any more, or more than one
 */
export function plant(directory: string, { id, file, search, replace }: Mutant): () => void {
  const path = join(directory, file);
  const text = readFileSync(path, "utf8");
  const places = text.split(search).length - 1;
  if (places !== 1)
    throw new Error(
      `${id}: its text stands ${places} times in ${file}, not once; bring the mutant up to date`,
    );
  const [before = "", after = ""] = text.split(search);
  writeFileSync(path, before + replace + after);
  return () => writeFileSync(path, text);
}
