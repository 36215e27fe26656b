/**
 * One PostgreSQL server for all test processes of this checkout, however many run at the same time.
 *
 * A keeper process (`database-keeper.ts`) holds the server. A process that needs it connects to the keeper's socket and
 * stays connected: that connection is the lease. The kernel closes it when the process ends, even by kill -9, and the
 * keeper stops the server soon after the last one. So nothing has to be started or stopped by hand.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryRoot } from "./temporary-directory.ts";

const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;

export type Lease = {
  /** Address of a database whose role may create others. */
  readonly databaseUrl: string;
  /** Releases it at once; resolves when the server has stopped, or at once when others still use it. */
  readonly release: () => Promise<void>;
};

/** The keeper's one line to every process that connects; any line in return means that the lease is given back. */
export type KeeperAnswer = { readonly databaseUrl: string } | { readonly error: string };

/** Where the keeper of a directory listens. */
export function keeperSocket(directory: string): string {
  return join(directory, "keeper.sock");
}

/**
 * Takes a lease on the server, starting it when it is not running. The lease does not keep this process from ending.
 *
 * @param directory where server and socket live; the default is shared by all test processes of this checkout
 * @throws Error with what the keeper said when the server cannot be started
 */
export async function leaseServer(directory = checkoutDirectory()): Promise<Lease> {
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const lease = await tryLease(directory);
    if (lease) return lease;
    // Several processes may do this at the same time: the data directory's lock lets one keeper live.
    await startKeeper(directory);
  }
  throw new Error(`The test database did not start; ${join(directory, "keeper.log")} may say why.`);
}

/** Where the test processes of this checkout keep what they share. */
export function checkoutDirectory(): string {
  const key = createHash("sha256")
    .update(`${process.getuid?.()} ${import.meta.dirname}`)
    .digest("hex")
    .slice(0, 12);
  return join(temporaryRoot(), `wasl-test-${key}`);
}

/** A lease, or nothing when no keeper listens or the one that did is on its way out. */
async function tryLease(directory: string): Promise<Lease | undefined> {
  const socket = createConnection(keeperSocket(directory));
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.on("error", () => {}); // always followed by "close"
  });
  const line = await Promise.race([firstLine(socket), closed]);
  if (line === undefined) return undefined;
  const answer: KeeperAnswer = JSON.parse(line);
  if ("error" in answer) {
    socket.destroy();
    throw new Error(`The test database did not start: ${answer.error}`);
  }
  socket.unref();
  const release = async () => {
    socket.ref();
    socket.write("done\n");
    await Promise.race([closed, sleep(stopTimeoutMs, undefined, { ref: false })]);
    socket.destroy();
  };
  return { databaseUrl: answer.databaseUrl, release };
}

function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      received += part;
      if (received.endsWith("\n")) resolve(received);
    });
  });
}

/** Resolves when the new keeper listens, or when it has ended because another one lives. */
async function startKeeper(directory: string): Promise<void> {
  const log = openSync(join(directory, "keeper.log"), "a");
  const keeper = spawn(process.execPath, [join(import.meta.dirname, "database-keeper.ts"), directory], {
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined },
  });
  closeSync(log);
  const ended = await new Promise<boolean>((resolve) => {
    keeper.once("message", () => resolve(false));
    keeper.once("exit", () => resolve(true));
  });
  if (ended) await sleep(50);
  else keeper.disconnect();
  keeper.unref();
}
