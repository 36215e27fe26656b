/** `start` as a process of its own that is stopped before it is up. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { lockDataDirectory } from "#db/data-directory-lock.ts";
import { whatRuns } from "#db/postmaster.ts";
import { freePort } from "#test/free-port.ts";
import { installedDirectory } from "#test/installed-directory.ts";
import { processSettings } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";

/** Starts one with the built-in database; at the end it is gone, and so is a database that it left behind. */
function start(dataDir: string, settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "wasl.mjs"), "start"], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      npm_lifecycle_event: undefined,
      DATABASE_URL: undefined,
      ...processSettings,
      SIM_PORT: "0",
      SIM_SMTP_PORT: "0",
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    complaint += part;
  });
  const lines: string[] = [];
  const output = createInterface(child.stdout).on("line", (line) => lines.push(line));
  const ended = Promise.all([once(child, "exit"), once(child, "close")]);
  const said = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      output.on("line", (line) => line.includes(words) && resolve());
      child.once("close", () => reject(new Error(`It ended without saying "${words}": ${complaint}`)));
    });
  return {
    child,
    lines,
    said,
    /** Exit code, signal that ended it, and what it complained of. */
    end: async () => {
      const [[code, signal]] = await ended;
      return { code, signal, complaint };
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
      const orphan = postmasterPid(dataDir);
      if (orphan !== null && isDatabaseOf(dataDir, orphan)) process.kill(orphan, "SIGKILL");
    },
  };
}

function postmasterPid(dataDir: string): number | null {
  const file = join(dataDir, "postgres", "postmaster.pid");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

function isDatabaseOf(dataDir: string, pid: number): boolean {
  return whatRuns(pid, join(dataDir, "postgres")) === "this cluster";
}

/** Stopped as cleanly as one that was up: no failure is logged, nothing runs, and the directory is free. */
async function assertStopped(program: ReturnType<typeof start>, dataDir: string): Promise<void> {
  assert.deepEqual(await program.end(), { code: 0, signal: null, complaint: "" });
  assert.equal(postmasterPid(dataDir), null);
  assert.doesNotMatch(program.lines.join("\n"), /"level":"(?:warn|error)"|Wasl is ready/);
  assert.match(program.lines.at(-1) ?? "", /"msg":"stopped"/);
  lockDataDirectory(dataDir).release();
}

const moments = [
  { when: "the database begins to start", words: "starting PostgreSQL", signal: "SIGINT" },
  { when: "the database is ready", words: "ready to accept connections", signal: "SIGTERM" },
  { when: "a migration is done", words: "migration_applied", signal: "SIGINT" },
] as const;

for (const { when, words, signal } of moments) {
  test(`${signal} when ${when} and the program is not stops both`, async () => {
    using directory = temporaryDirectory();
    await using program = start(directory.path);
    await program.said(words);
    const database = postmasterPid(directory.path);
    program.child.kill(signal);
    await assertStopped(program, directory.path);
    assert.ok(database === null || !isDatabaseOf(directory.path, database));
  });
}

test("SIGTERM while the database is made for the first time starts none", async () => {
  using directory = temporaryDirectory();
  await using program = start(directory.path);
  await until(() => readdirSync(directory.path).some((name) => name.startsWith("postgres-unfinished-")));
  program.child.kill("SIGTERM");
  await assertStopped(program, directory.path);
  assert.doesNotMatch(program.lines.join("\n"), /starting PostgreSQL/);
});

test("metrics are read at their port while the program runs, and every line of its log names the server", async () => {
  using directory = await installedDirectory();
  const port = await freePort();
  await using program = start(directory.path, { WASL_METRICS_PORT: String(port), WASL_NODE_NAME: "pay-1" });
  await program.said("Wasl is ready");
  const read = async (): Promise<string> => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(await read(), /^wasl_database_up 1$/m);
  program.child.kill("SIGTERM");
  assert.deepEqual(await program.end(), { code: 0, signal: null, complaint: "" });
  const lines = program.lines.filter((line) => line.startsWith("{"));
  assert.ok(lines.length > 2);
  assert.deepEqual(
    lines.filter((line) => (JSON.parse(line) as { node?: string }).node !== "pay-1"),
    [],
  );
  await assert.rejects(read());
});
