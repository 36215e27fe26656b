/**
 * Before `npm run unit`: writes files to artifacts/unit that run several test files in one process each. With a process
 * for every file, half of the run's time went into loading the same program again; neighbours of a folder share it.
 * Each file stays a suite of its own, so that its hooks run around its own tests and no other's.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "artifacts/unit");
const filesPerProcess = 20;

/** What lasts longest begins first, in processes of its own: at the end of the run nothing waits for it. */
const first = [
  "src/server/payments/crash.test.ts",
  "test/added-method.test.ts",
  "test/simulation/simulation.test.ts",
  "test/fuzz/fuzz.test.ts",
  "test/backup.test.ts",
  "test/query-plans.test.ts",
  "test/races.test.ts",
];

/** Writes the file that runs these test files in one process. */
function writeGroup(index: number, files: readonly string[]): void {
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href;
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}); });\n`;
  });
  const path = join(folder, `${String(index).padStart(3, "0")}.test.mjs`);
  writeFileSync(path, `import { describe } from "node:test";\n${suites.join("")}`);
}

const files = globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root }).sort();
for (const file of first) if (!files.includes(file)) throw new Error(`There is no ${file}.`);
const others = files.filter((file) => !first.includes(file));
const groups: (readonly string[])[] = first.map((file) => [file]);
for (let from = 0; from < others.length; from += filesPerProcess) {
  groups.push(others.slice(from, from + filesPerProcess));
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [index, group] of groups.entries()) writeGroup(index, group);
