/** A Wasl in a process of its own on the database of a test, for races with deploys and for being killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestApp } from "./app-harness.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export type ServerProcess = AsyncDisposable & {
  readonly pid: number;
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  /** As a deploy does: no new requests, the running ones are finished. Resolves with the exit code. */
  readonly drain: () => Promise<number | null>;
  /** As kill -9 does. */
  readonly kill: () => Promise<void>;
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<unknown>;
};

type Addresses = {
  readonly simulatorUrl?: string;
  readonly databaseUrl?: string;
  readonly apiUrl?: string;
  readonly dataDir?: string;
  /** Where its files are; without it in the store that all servers of a test share. */
  readonly store?: "disk";
  /** Other settings. */
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: Program;
};

/**
 * Starts one beside `app`, with the same secret. Addresses default to those of `app`; the data directory, which a
 * process has to itself, to a temporary one.
 */
export async function startServerProcess(
  app: { readonly db: Pick<TestApp["db"], "databaseUrl">; readonly simulatorUrl: string },
  addresses: Addresses = {},
): Promise<ServerProcess> {
  const settings = {
    ...(addresses.store !== "disk" && sharedStore),
    DATABASE_URL: addresses.databaseUrl ?? app.db.databaseUrl,
    DATA_DIR: addresses.dataDir,
    SIM_URL: addresses.simulatorUrl ?? app.simulatorUrl,
    ...(addresses.apiUrl !== undefined && { WASL_API_URL: addresses.apiUrl }),
    ...addresses.env,
  };
  return await spawnServer(settings, addresses.program);
}

/** Starts one with the built-in database of a data directory. */
export async function startEmbeddedProcess(where: {
  readonly dataDir: string;
  readonly simulatorUrl: string;
  /** Other settings. */
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: Program;
}): Promise<ServerProcess> {
  const settings = {
    DATABASE_URL: undefined,
    DATA_DIR: where.dataDir,
    SIM_URL: where.simulatorUrl,
    ...where.env,
  };
  return await spawnServer(settings, where.program);
}

/** What is run; the default logs nothing and has no pages. */
export type Program = {
  /** Writes its address on the first line of its standard output. */
  readonly file: string;
  /** Receives each line of its standard error. */
  readonly onLine: (line: string) => void;
};

/** Servers of one database need one store of files. Nothing of these tests is kept there: no server answers. */
export const sharedStore = {
  WASL_S3_BUCKET: "wasl",
  WASL_S3_ENDPOINT: "http://127.0.0.1:9",
  WASL_S3_ACCESS_KEY_ID: "test",
  WASL_S3_SECRET_ACCESS_KEY: "test",
};

/** Settings of every such process, for starting one inside of the test as well. */
export const processSettings = {
  WASL_ENV: "test",
  PORT: "0",
  WASL_WEB_URL: "http://localhost:3000",
  WASL_RATE_LIMITS: "false",
  WASL_SECRET_KEY: "a master secret of tests, long enough",
};

async function spawnServer(
  settings: Readonly<Record<string, string | undefined>>,
  program?: Program,
): Promise<ServerProcess> {
  const directory = settings["DATA_DIR"] === undefined ? temporaryDirectory() : null;
  const child = spawn(process.execPath, [program?.file ?? join(import.meta.dirname, "crash-child.ts")], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      ...processSettings,
      ...settings,
      ...(directory && { DATA_DIR: directory.path }),
    },
    stdio: ["ignore", "pipe", program ? "pipe" : "inherit"],
  });
  if (program && child.stderr) createInterface(child.stderr).on("line", program.onLine);
  const exited = once(child, "exit") as Promise<[number | null]>;
  child.once("exit", () => directory?.[Symbol.dispose]());
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw new Error("the server ended before it listened");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  return {
    url: first.value,
    pid: child.pid ?? 0,
    kill,
    ended: exited,
    drain: async () => {
      child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
    [Symbol.asyncDispose]: kill,
  };
}

export type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The server ends the connection with it. */
  readonly isLast: boolean;
};

/** Sends JSON to a server process; null when it ended under the call. */
export async function sendTo(
  process: Pick<ServerProcess, "url">,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | null> {
  try {
    const response = await fetch(`${process.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const isLast = response.headers.get("connection") === "close";
    return { status: response.status, body: Object(await response.json()), isLast };
  } catch {
    return null;
  }
}
