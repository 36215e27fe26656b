/**
 * A fault that a developer could really make, kept as data: what to search for in a file and what to put there. The
 * tests that it names are those which promise that it is found.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a fault does: calls doubt a no, lets two in, miscounts money, parts books that belong together, believes. */
export type FaultKind = "doubt" | "lock" | "amount" | "books" | "trust";

/** One change of a text. */
export type Edit = Pick<Mutant, "file" | "search" | "replace">;

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
  /** What else must change for the fault to do harm: another line that would have held. */
  readonly also?: readonly Edit[];
  /** Test files that must find it, the likeliest first; they are run until the first failure. */
  readonly tests: readonly string[];
};

/**
 * Plants a mutant in a copy of the project.
 * @returns what takes it out again
 * @throws Error when the code has changed so that the fault has no place any more, or more than one
 */
export function plant(directory: string, mutant: Mutant): () => void {
  const undone: (() => void)[] = [];
  const takeOut = (): void => {
    for (const undo of undone.toReversed()) undo();
  };
  try {
    for (const edit of editsOf(mutant)) undone.push(change(directory, edit, mutant.id));
  } catch (error) {
    takeOut();
    throw error;
  }
  return takeOut;
}

/** All changes of a mutant. */
export function editsOf({ file, search, replace, also = [] }: Mutant): readonly Edit[] {
  return [{ file, search, replace }, ...also];
}

/** Groups of mutants that change no file twice, so that each group can be planted together and taken out again. */
export function apartByFile(mutants: readonly Mutant[]): Mutant[][] {
  const filesOf = (mutant: Mutant): string[] => editsOf(mutant).map(({ file }) => file);
  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const files = filesOf(mutant);
    const group = groups.find((members) => !members.flatMap(filesOf).some((file) => files.includes(file)));
    if (group) group.push(mutant);
    else groups.push([mutant]);
  }
  return groups;
}

function change(directory: string, { file, search, replace }: Edit, id: string): () => void {
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
