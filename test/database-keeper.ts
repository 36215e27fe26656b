/**
 * The process behind `database-server.ts`: holds one PostgreSQL server while a process is connected to its socket.
 * Started with the directory as its only argument; ends at once when that directory has a keeper already.
 */
import { rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { type DataDirectoryLock, lockDataDirectory } from "#db/data-directory-lock.ts";
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts";
import { type KeeperAnswer, keeperSocket } from "./database-server.ts";

/** How long the server outlives its last user, so that the next test file of a run finds it warm. */
const idleMs = 1_000;
/** How long a new keeper waits for its first user. */
const firstUserMs = 10_000;

/** The data are thrown away, so speed is all that counts; many test processes hold connections at a time. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  min_wal_size: "32MB",
  max_wal_size: "128MB",
  max_connections: "300",
  autovacuum: "off",
};

const log: Log = {
  info: () => {},
  warn: (event, fields) => console.warn(event, fields),
  error: (event, fields) => console.error(event, fields),
};

function keep(directory: string): void {
  const users = new Set<Socket>();
  let idle = setTimeout(shutDown, firstUserMs);
  const starting = startServer(join(directory, "server"));
  const answer: Promise<KeeperAnswer> = starting.then(
    ({ databaseUrl }) => ({ databaseUrl }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );

  const door = createServer((user) => {
    clearTimeout(idle);
    users.add(user);
    user.on("error", () => {}); // always followed by "close"
    user.on("data", () => leave(user, { stay: 0 }));
    user.on("close", () => leave(user, { stay: idleMs }));
    void answer.then((words) => user.write(`${JSON.stringify(words)}\n`));
  });

  function leave(user: Socket, { stay }: { readonly stay: number }): void {
    if (!users.delete(user)) return;
    if (users.size > 0) user.end();
    else idle = setTimeout(shutDown, stay);
  }

  function shutDown(): void {
    door.close();
    void starting
      .then((server) => server.stop())
      .catch(() => {})
      .finally(() => process.exit());
  }

  process.on("SIGTERM", shutDown);
  rmSync(keeperSocket(directory), { force: true }); // of a keeper that was killed
  door.listen(keeperSocket(directory), () => process.send?.("listening", () => process.disconnect?.()));
}

/** A server that does not start (after an update of PostgreSQL, a crash of the machine) is made again. */
async function startServer(dataDir: string): Promise<EmbeddedServer> {
  const onExit = (why: string) => {
    log.error(why);
    process.exit(1);
  };
  const server = await startEmbedded({ dataDir, log, settings, onExit }).catch((error: unknown) => {
    log.warn("test_database_made_again", { error });
    rmSync(dataDir, { recursive: true, force: true });
    return startEmbedded({ dataDir, log, settings, onExit });
  });
  await prepare(server.superuserUrl);
  return server;
}

/** Lets the role create databases, and drops those that killed tests have left. */
async function prepare(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("alter role wasl createdb");
  const left = await client.query<{ datname: string }>(
    "select datname from pg_database where datname like 'wasl\\_test\\_%' or datname like 'wasl\\_unfinished\\_%'",
  );
  for (const { datname } of left.rows)
    await client.query(`drop database ${client.escapeIdentifier(datname)}`);
  await client.end();
}

function lockOrLeave(directory: string): DataDirectoryLock {
  try {
    return lockDataDirectory(directory);
  } catch {
    process.exit();
  }
}

const directory = process.argv[2] ?? "";
lockOrLeave(directory);
keep(directory);
