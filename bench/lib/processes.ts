/**
 * What the kernel says about processes: processor time of a process with all its descendants, its memory, and how
 * busy the rest of the machine is. Processor time per operation is the steadiest figure on a shared machine. It comes
 * from /proc; on other systems than Linux every figure is NaN.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** /proc counts processor time in ticks; Linux shows programs 100 of them per second on every architecture. */
const tickMs = 10;

type Process = { readonly pid: number; readonly parent: number; readonly cpuMs: number };

const isLinux = existsSync("/proc/self/smaps_rollup");

/** Processor time in milliseconds that a process, its descendants and their ended children have used so far. */
export function cpuMsOf(pid: number): number {
  if (!isLinux) return Number.NaN;
  return treeOf(pid).reduce((total, one) => total + one.cpuMs, 0);
}

/** Memory of a process and its descendants in megabytes; pages that several share are divided among them. */
export function memoryMbOf(pid: number): number {
  if (!isLinux) return Number.NaN;
  const kilobytes = treeOf(pid).map((one) => {
    const rollup = readOrNothing(`/proc/${one.pid}/smaps_rollup`);
    return Number(/^Pss: +(\d+)/m.exec(rollup)?.[1] ?? 0);
  });
  return kilobytes.reduce((total, each) => total + each, 0) / 1000;
}

/** Processor time in milliseconds that the whole machine has used so far. */
function machineCpuMs(): number {
  const [total = ""] = readOrNothing("/proc/stat").split("\n", 1);
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = total
    .split(/ +/)
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) * tickMs;
}

/** Share of the machine that others may use during a sample. */
export const quietShare = 0.12;

/** Begins to watch; the function that it gives says which share of the machine, 0 to 1, others have used since. */
export function watchForeign(ownPid: number): () => number {
  const startedAt = performance.now();
  const before = machineCpuMs() - cpuMsOf(ownPid);
  return () => {
    const elapsedMs = (performance.now() - startedAt) * cpus().length;
    return Math.max(0, (machineCpuMs() - cpuMsOf(ownPid) - before) / elapsedMs);
  };
}

const glanceMs = 250;

/** Waits until others have left the machine alone for a quarter of a second, or until the limit has ended. */
export async function waitUntilQuiet(patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const share = watchForeign(process.pid);
    await sleep(glanceMs);
    if (share() <= quietShare) return;
  }
}

function treeOf(root: number): Process[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const tree = all.filter(({ pid }) => pid === root);
  for (const one of tree) tree.push(...all.filter(({ parent }) => parent === one.pid));
  return tree;
}

/** One process, or nothing when it has ended meanwhile. */
function readProcess(pid: number): Process[] {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything; the fields after it are numbers.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 16) return [];
  const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
  return [{ pid, parent: Number(fields[1]), cpuMs: ticks * tickMs }];
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
