/** What a run says: tables on the terminal, and everything as JSON in results/. */
import { mkdir, writeFile } from "node:fs/promises";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import type { JudgedGoal } from "./goals.ts";
import { type BenchOptions, type Figures, type PartResult, show, type Table } from "./part.ts";

const resultsDir = join(import.meta.dirname, "../results");

/** The machine in a few words. */
export function describeMachine(): readonly string[] {
  const gigabytes = Math.round(totalmem() / 1e9);
  return [
    `${cpus()[0]?.model ?? "unknown processor"} (${cpus().length} cores)`,
    `${gigabytes} GB`,
    `${platform()} ${arch()}`,
    `Node ${process.version}`,
  ];
}

/** Prints the tables and notes of one part. */
export function printPart({ tables, notes }: PartResult): void {
  for (const table of tables) console.log(toText(table));
  for (const note of notes) console.log(`  ${note}`);
}

/** Prints the result of every goal that was measured. */
export function printGoals(goals: readonly JudgedGoal[]): void {
  const measured = goals.filter(({ verdict }) => verdict !== "not measured");
  const rows = measured.map(({ goal, value, verdict }) => [
    goal.id,
    verdict,
    show(value ?? Number.NaN),
    `${goal.op} ${goal.must ?? "-"}`,
    `${goal.op} ${goal.reach}`,
    goal.what,
  ]);
  console.log(`\ngoals\n${toText({ head: ["goal", "verdict", "value", "must", "reach", "what"], rows })}`);
}

/**
 * Writes the run to results/.
 * @returns the path of the file
 */
export async function keepRun(run: {
  readonly startedAt: Date;
  readonly machine: readonly string[];
  readonly options: BenchOptions;
  readonly names: readonly string[];
  readonly figures: Figures;
  readonly verdicts: readonly JudgedGoal[];
}): Promise<string> {
  const goals = run.verdicts.map(({ goal, value, verdict }) => ({ id: goal.id, value, verdict }));
  const path = join(resultsDir, `${run.startedAt.toISOString().replace(/[:.]/g, "-")}.json`);
  await mkdir(resultsDir, { recursive: true });
  const { startedAt, machine, options, names, figures } = run;
  await writeFile(
    path,
    `${JSON.stringify({ startedAt, machine, options, parts: names, figures, goals }, null, 2)}\n`,
  );
  return path;
}

/** Columns of equal width; words to the left, figures to the right. */
function toText({ head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, column) => {
        const width = widths[column] ?? 0;
        return /^[\d<>.=% -]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
      }),
    )
    .map((cells) => `  ${cells.join("  ").trimEnd()}`)
    .join("\n");
}
