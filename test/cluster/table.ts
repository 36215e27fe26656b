/** The table that a run prints. */
import type { Result } from "./judge.ts";

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const columns: Readonly<Record<string, (result: Result) => string>> = {
  Fault: ({ fault }) => fault,
  "Issued / paid": ({ issued, paid }) => `${issued} / ${paid}`,
  Lost: ({ lost }) => String(lost),
  Doubled: ({ doubled }) => String(doubled),
  "Writes back": ({ writesBackMs }) => seconds(writesBackMs),
  "Longest answer": ({ longestAnswerMs }) => seconds(longestAnswerMs),
  "Taken during it, booked after": ({ takenDuring, bookedMs }) => `${takenDuring}, ${seconds(bookedMs)}`,
  Refusals: ({ refusals }) => refusals || "none",
};

/** Writes rows as Markdown, as docs/reliability.md has them, and under them what was found. */
export function printTable(results: readonly Result[]): void {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const names = Object.keys(columns);
  console.log(["", row(names), row(names.map(() => "---"))].join("\n"));
  for (const result of results) console.log(row(Object.values(columns).map((column) => column(result))));
  for (const { fault, found } of results) for (const each of found) console.log(`  ${fault}: ${each}`);
}
