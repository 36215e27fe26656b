/** A site of three servers on one PostgreSQL, as durable as the built-in one: the others continue while one is down. */
import { join } from "node:path";
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts";
import { createLog } from "#server/log/log.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { killPostmaster } from "./one-server.ts";
import { compiled, makeDirectory, program, type Site, type SitePlace } from "./site.ts";

const count = 3;
const silent = createLog(() => {});

type Member = { process: ServerProcess; readonly dataDir: string; isUp: boolean };

/** Starts them on the data that are there. */
export async function openThreeServers({ directory, simulatorUrl }: SitePlace): Promise<Site> {
  const databaseDir = makeDirectory(join(directory, "database"));
  let isDatabaseUp = false;
  const startDatabase = async (): Promise<EmbeddedServer> => {
    const onExit = (): void => {
      isDatabaseUp = false;
    };
    const started = await startEmbedded({ dataDir: databaseDir, log: silent, onExit });
    isDatabaseUp = true;
    return started;
  };
  let database = await startDatabase();
  const startServer = async (dataDir: string): Promise<ServerProcess> =>
    await startServerProcess({ db: database, simulatorUrl }, { dataDir, env: compiled, program });
  const watch = (member: Member): void => {
    member.isUp = true;
    const { process } = member;
    void process.ended.then(() => {
      if (member.process === process) member.isUp = false;
    });
  };
  const members: Member[] = [];
  for (let index = 1; index <= count; index += 1) {
    const dataDir = makeDirectory(join(directory, `server-${index}`));
    const member = { process: await startServer(dataDir), dataDir, isUp: true };
    watch(member);
    members.push(member);
  }
  const pick = <T>(choices: readonly T[]): T | undefined =>
    choices[Math.floor(Math.random() * choices.length)];
  const ups = (): readonly Member[] => members.filter(({ isUp }) => isUp);
  return {
    size: count,
    url: () => (pick(ups()) ?? members[0])?.process.url ?? "",
    databaseUrl: async () => database.databaseUrl,
    servers: ups,
    kill: async (target) => {
      if (target !== "app") {
        await killPostmaster(join(databaseDir, "postgres"), target === "both");
        isDatabaseUp = false;
      }
      if (target !== "database") await pick(ups())?.process.kill();
    },
    mend: async () => {
      if (!isDatabaseUp) {
        // Its lock on the directory goes with it, which a database that died does not release.
        await database.stop();
        database = await startDatabase();
      }
      for (const member of members.filter(({ isUp }) => !isUp)) {
        member.process = await startServer(member.dataDir);
        watch(member);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(ups().map(({ process }) => process.drain()));
      await database.stop();
    },
  };
}
