/**
 * Before `npm run unit`: writes files to artifacts/unit that run many test files in one process. With a process for every
 * file, half of the run's time went into loading the same program again. The processes take their files from one list
 * (`take-test-files.ts`), so that at the end of the run none of them waits for another.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "artifacts/unit");
/** More than are needed, a tenth of a second each: on a slow machine a process takes fewer files. */
const processes = 30;

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

function write(index: number, text: string): void {
  writeFileSync(join(folder, `${String(index).padStart(3, "0")}.test.mjs`), `${text}\n`);
}

const files = globSync(["src/**/*.test.ts", "test/**/*.test.ts"], { cwd: root }).sort();
for (const file of first) if (!files.includes(file)) throw new Error(`There is no ${file}.`);
const others = files.filter((file) => !first.includes(file));
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "taken"), { recursive: true });
writeFileSync(join(folder, "files.json"), JSON.stringify(others));
for (const [index, file] of first.entries())
  write(index, `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};`);
const taking = JSON.stringify(pathToFileURL(join(import.meta.dirname, "take-test-files.ts")).href);
for (let index = 0; index < processes; index += 1) {
  const which = index === processes - 1 ? "all" : "some";
  write(100 + index, `import { takeTestFiles } from ${taking};\ntakeTestFiles(${JSON.stringify(which)});`);
}
