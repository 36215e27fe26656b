/**
 * Freezing a built-in database: all of its processes stand still, connections stay open and nobody answers, as on a
 * machine that hangs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** The process that the cluster in `clusterDir` runs by. */
export function postmasterPid(clusterDir: string): number {
  return Number.parseInt(readFileSync(join(clusterDir, "postmaster.pid"), "utf8"), 10);
}

/**
 * Freezes the server of a cluster.
 * @param superuserUrl address of a role that sees all processes
 * @returns what lets it go on; harmless when repeated
 */
export async function freezeDatabase(superuserUrl: string, clusterDir: string): Promise<() => void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  await client.end();
  const pids = [postmasterPid(clusterDir), ...rows.map(({ pid }) => pid)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of pids.splice(0)) {
      try {
        process.kill(pid, "SIGCONT");
      } catch {} // it ended meanwhile
    }
  };
}

/** Address of the superuser of the server that a running Wasl has in `dataDir`. */
export function superuserUrlOf(dataDir: string): string {
  return `postgres://postgres@${encodeURIComponent(join(dataDir, "postgres-run"))}:5432/postgres?sslmode=disable`;
}
