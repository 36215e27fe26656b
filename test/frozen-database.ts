/**
 * Freezing a built-in database: all of its processes stand still, connections stay open and no answer comes, as on a
 * machine that hangs.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Freezes the server of the data directory.
 * @returns what lets it continue; harmless when repeated
 */
export function freezeDatabase(dataDir: string): () => void {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
  // First, so that it makes no process that the list below lacks.
  process.kill(postmaster, "SIGSTOP");
  const pids = [...childrenOf(postmaster), postmaster];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of pids.splice(0)) {
      try {
        process.kill(pid, "SIGCONT");
      } catch {} // it ended meanwhile
    }
  };
}

function childrenOf(parent: number): number[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}
