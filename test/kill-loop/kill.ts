/** Ways in which an installation loses its processes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServerProcess } from "../server-process.ts";

export const targets = ["app", "database", "both"] as const;
export type Target = (typeof targets)[number];

type Victim = { readonly server: ServerProcess; readonly dataDir: string };

/** As kill -9 does; resolves when the program has ended. With its built-in database, the program stops on its own. */
export async function kill(target: Target, { server, dataDir }: Victim): Promise<void> {
  if (target !== "app") {
    const pid = await postmasterPid(dataDir);
    // `both`: the group, which is the postmaster and every process that serves a connection.
    if (pid !== null) process.kill(target === "both" ? -pid : pid, "SIGKILL");
  }
  // After the death of the database the program has a moment to end itself, as it does under a supervisor.
  if (target === "database") await Promise.race([server.ended, new Promise((go) => setTimeout(go, 5_000))]);
  await server.kill();
}

/** The built-in database's main process, which the loop has started itself by way of the server. */
async function postmasterPid(dataDir: string): Promise<number | null> {
  const content = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(content.split("\n", 1)[0]);
  return pid > 1 ? pid : null;
}
