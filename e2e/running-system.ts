/**
 * Starts what `npm start` starts, on free ports and an empty data directory. Tests find it through demo.json. When it
 * is stopped, no card number may be left in what it printed or in its database.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { tracesInDatabase, tracesInOutput, typedCards } from "#test/card-traces.ts";
import { freePort } from "#test/free-port.ts";
import { installDatabase } from "#test/installed-directory.ts";

const root = resolve(import.meta.dirname, "..");
const startTimeoutMs = 120_000;

export type RunningSystem = {
  readonly dataDir: string;
  /**
   * Stops it as an operator would, and removes its data.
   * @throws Error when a card number was kept, with the places
   */
  readonly stop: () => Promise<void>;
};

/**
 * Resolves when it says that it is ready.
 * @param settings environment variables on top of the caller's own; undefined takes one away
 * @param database "made" begins with a built-in database that was made before: its first start is shown by the system of all tests
 */
export async function startSystem(
  settings: Readonly<Record<string, string | undefined>> = {},
  database: "none" | "made" = "none",
): Promise<RunningSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), "wasl-e2e-"));
  if (database === "made") await installDatabase(dataDir);
  const [port, simulatorPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, ["src/cli/wasl.mjs", "start"], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SIM_PORT: String(simulatorPort),
      SIM_SMTP_PORT: String(smtpPort),
      WASL_RATE_LIMITS: "false",
      WASL_SIGN_UP: "open",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Not "exit": what it printed last is still on its way then.
  const closed = once(child, "close");
  const printed = { stdout: "", stderr: "" };
  const output = (): string => `${printed.stdout}\n${printed.stderr}`;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.stderr += text;
  });
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`not ready in time:\n${output()}`)), startTimeoutMs);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed.stdout += text;
      if (!printed.stdout.includes("Wasl is ready")) return;
      clearTimeout(timer);
      done();
    });
    child.on("close", (code) => fail(new Error(`ended with ${code}:\n${output()}`)));
  });
  return {
    dataDir,
    stop: async () => {
      const cards = typedCards("e2e");
      const traces = await searchDatabase(dataDir, cards).finally(async () => {
        child.kill("SIGTERM");
        await closed;
        await rm(dataDir, { recursive: true, force: true });
      });
      traces.push(...tracesInOutput(output(), cards).map((place) => `output, ${place}`));
      if (traces.length > 0) throw new Error(`card numbers were kept:\n${traces.join("\n")}`);
    },
  };
}

/** Asks the database of the running system, as the operator's commands do. */
async function searchDatabase(dataDir: string, cards: readonly string[]): Promise<string[]> {
  const databaseUrl = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  if (!databaseUrl) throw new Error(`no database is running for ${dataDir}`);
  const db = await connectDatabase({ databaseUrl, log: createLog(() => {}), poolSize: 1 });
  try {
    return (await tracesInDatabase(db.pool, cards)).map((place) => `database, ${place}`);
  } finally {
    await db.close();
  }
}
