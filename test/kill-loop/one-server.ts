/** A site of one server with its built-in database: they end and begin together. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readDatabaseAddress } from "#db/database-address.ts";
import { type ServerProcess, startEmbeddedProcess } from "../server-process.ts";
import { compiled, type Killing, makeDirectory, program, type Site, type SitePlace } from "./site.ts";

/** After the death of its database a program has so long to end itself, as it does under a supervisor. */
const ownEndMs = 5_000;

/** Starts one on the data that are there. */
export async function openOneServer({ directory, simulatorUrl }: SitePlace): Promise<Site> {
  const dataDir = makeDirectory(join(directory, "data"));
  const start = async (): Promise<ServerProcess> => {
    const started = await startEmbeddedProcess({ dataDir, simulatorUrl, env: compiled, program });
    isUp = true;
    void started.ended.then(() => {
      isUp = false;
    });
    return started;
  };
  let isUp = false;
  let server = await start();
  return {
    size: 1,
    url: () => server.url,
    databaseUrl: async () => {
      const address = await readDatabaseAddress(dataDir);
      if (address === null) throw new Error("the server did not say where its database listens");
      return address;
    },
    servers: () => (isUp ? [{ process: server, dataDir }] : []),
    kill: async (target) => await kill(target, { server, dataDir }),
    mend: async () => {
      if (!isUp) server = await start();
    },
    [Symbol.asyncDispose]: async () => void (await server.drain()), // which stops its database, too
  };
}

/** As kill -9 does; resolves when the program has ended. */
async function kill(
  target: Killing,
  { server, dataDir }: { readonly server: ServerProcess; readonly dataDir: string },
): Promise<void> {
  if (target !== "app") await killPostmaster(join(dataDir, "postgres"), target === "both");
  if (target === "database") await Promise.race([server.ended, sleep(ownEndMs)]);
  await server.kill();
}

/**
 * Kills the database's main process, which the loop has started itself.
 * @param withChildren every process that serves a connection, too
 */
export async function killPostmaster(clusterDir: string, withChildren: boolean): Promise<void> {
  const content = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(content.split("\n", 1)[0]);
  if (pid > 1) process.kill(withChildren ? -pid : pid, "SIGKILL");
}
