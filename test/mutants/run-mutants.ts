/**
 * `npm run mutants`: plants each fault alone in a copy of this tree and runs the tests that must find it; `npm run
 * mutants -- <id> …` only those; with `--seeds 2000` it plays worlds by number instead, until one finds the fault. It ends with 1 when one survives, or when the code has moved on and a mutant has not.
 * With `--record FILE --minutes 5` it begins no fault after five minutes, and continues there when it is called again.
 * Not part of `npm test`: it takes minutes, and says how good the tests are, not the code.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { leaseServer } from "../database-server.ts";
import { listFiles, root } from "../source-tree.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { mutants } from "./faults/all.ts";
import { apartByFile, type Mutant, plant } from "./mutant.ts";
import { runTests, type Verdict } from "./run-tests.ts";

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: "string" },
    record: { type: "string" },
    minutes: { type: "string", default: "6000" },
  },
});
const unknown = wanted.filter((id) => !mutants.some((mutant) => mutant.id === id));
if (unknown.length > 0) throw new Error(`no such mutant: ${unknown.join(", ")}`);
const recorded = readRecord(values.record);
const chosen = mutants.filter(
  ({ id }) => (wanted.length === 0 || wanted.includes(id)) && !recorded.has(`fault ${id}`),
);
const latest = performance.now() + Number(values.minutes) * 60_000;

using copy = temporaryDirectory();
copyTree(copy.path);
const unread = chosen.filter(({ id }) => !recorded.has(`types ${id}`));
requireSound(copy.path, unread);
for (const { id } of unread) record(`types ${id}`, "compile");
const lease = await leaseServer();
const env = { TEST_DATABASE_URL: lease.databaseUrl, NODE_COMPILE_CACHE: join(copy.path, "compiled") };

const survivors: string[] = [];
let tried = 0;
for (const mutant of chosen) {
  if (performance.now() > latest) break;
  const startedAt = performance.now();
  if (!values.seeds) await requireGreen(mutant.tests);
  const takeOut = plant(copy.path, mutant);
  const verdict = values.seeds ? playWorlds(values.seeds) : await runTests(copy.path, mutant.tests, env);
  takeOut();
  tried += 1;
  if (verdict.kind === "green") survivors.push(mutant.id);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const line = `${mutant.kind} | ${mutant.id}: ${mutant.what} | ${wordsOf(verdict)}`;
  console.log(`| ${tried}/${chosen.length} | ${line} | ${seconds} s |`);
  record(`fault ${mutant.id}`, line);
}
await lease.release();
console.log(`${tried - survivors.length} of ${tried} found.`);
if (survivors.length > 0) console.log(`Survived: ${survivors.join(", ")}`);
process.exitCode = survivors.length === 0 ? 0 : 1;

/** The tests pass without any fault; each is asked once. */
async function requireGreen(files: readonly string[]): Promise<void> {
  for (const file of files.filter((each) => !recorded.has(`test ${each}`))) {
    const sound = await runTests(copy.path, [file], env);
    if (sound.kind !== "green") throw new Error(`red without any fault: ${file}: ${wordsOf(sound)}`);
    record(`test ${file}`, "green");
  }
}

/** What an earlier call found out: a name and a tab before the words of each line. */
function readRecord(file: string | undefined): Set<string> {
  const text = file !== undefined && existsSync(file) ? readFileSync(file, "utf8") : "";
  return new Set(text.split("\n").map((line) => line.split("\t", 1)[0] ?? ""));
}

function record(name: string, words: string): void {
  recorded.add(name);
  if (values.record) appendFileSync(values.record, `${name}\t${words}\n`);
}

function wordsOf(verdict: Verdict): string {
  if (verdict.kind === "found") return `found: ${verdict.by}`;
  return verdict.kind === "hung" ? "found: its tests never end" : "SURVIVED";
}

/** Plays worlds in the copy; the first that goes wrong names its seed. */
function playWorlds(seeds: string): Verdict {
  const command = [join(copy.path, "test/simulation/simulate.ts"), "--seeds", seeds, "--brief"];
  const { stdout, status } = spawnSync(process.execPath, command, {
    cwd: copy.path,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  });
  if (status === 0) return { kind: "green" };
  return { kind: "found", by: /^seed \d+: .{0,200}/m.exec(stdout)?.[0] ?? "nothing was played" };
}

/** The working tree as it is, with what is not committed; packages are shared. */
function copyTree(directory: string): void {
  for (const path of listFiles("")) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    cpSync(join(root, path), join(directory, path));
  }
  if (existsSync(join(root, "dist")))
    cpSync(join(root, "dist"), join(directory, "dist"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
}

/** Every fault has its one place and is good TypeScript: what does not compile is found by the compiler. */
function requireSound(directory: string, chosen: readonly Mutant[]): void {
  const missing = chosen.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(directory, path)));
  if (missing.length > 0) throw new Error(`no such test: ${missing.join(", ")}`);
  for (const mutant of chosen) plant(directory, mutant)();
  for (const round of apartByFile(chosen)) {
    const takeOut = round.map((mutant) => plant(directory, mutant));
    // What a fault leaves unused does no harm.
    const types = spawnSync(join(root, "node_modules/.bin/tsc"), ["--noEmit", "--noUnusedLocals", "false"], {
      cwd: directory,
      encoding: "utf8",
    });
    if (types.status !== 0) throw new Error(`these mutants do not compile:\n${types.stdout}`);
    for (const undo of takeOut) undo();
  }
}
