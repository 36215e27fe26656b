/** The first minute of a newcomer: `start` at a terminal, and the sentences for what cannot work. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { version } from "#server/settings/version.ts";
import { freePort } from "#test/free-port.ts";
import { installedDirectory } from "#test/installed-directory.ts";
import { processSettings } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { requireBuiltPages } from "./built-pages.ts";
import { createTerminalLog } from "./terminal-log.ts";

const door = join(import.meta.dirname, "wasl.mjs");

/** A program at a terminal: the system's `script` makes one, and passes on what is typed. */
function atTerminal(settings: Readonly<Record<string, string>>) {
  const command = [process.execPath, door, "start"];
  const args =
    process.platform === "darwin"
      ? ["-q", "/dev/null", ...command]
      : ["-qec", command.map((word) => `'${word}'`).join(" "), "/dev/null"];
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, npm_lifecycle_event: undefined, ...settings };
  return spawn("script", args, {
    env: { ...env, DATABASE_URL: undefined },
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** A start at a terminal whose box is there, or that has ended before; `screen` gives all that was shown. */
async function startedAtTerminal(dataDirectory: string) {
  const port = await freePort();
  const program = atTerminal({
    ...processSettings,
    WASL_ENV: "local",
    WASL_WEB_URL: `http://localhost:${port}`,
    PORT: String(port),
    SIM_PORT: String(await freePort()),
    SIM_SMTP_PORT: String(await freePort()),
    DATA_DIR: dataDirectory,
  });
  let screen = "";
  const ended = once(program, "exit");
  const shown = new Promise<void>((resolve) => {
    program.stdout.setEncoding("utf8").on("data", (part: string) => {
      screen += part;
      if (screen.includes("└")) resolve();
    });
  });
  await Promise.race([shown, ended]);
  return { program, ended, screen: () => screen };
}

test("a window that is closed ends the program and the database that came with it", async () => {
  using directory = await installedDirectory();
  const { program, ended } = await startedAtTerminal(directory.path);
  const database = join(directory.path, "postgres/postmaster.pid");
  assert.ok(existsSync(database));
  program.kill("SIGKILL");
  await ended;
  await until(() => !existsSync(database));
});

test("at a terminal a start shows one box, with an invoice that can be paid first and a call that works", async () => {
  using directory = temporaryDirectory();
  const { program, ended, screen: shown } = await startedAtTerminal(directory.path);
  program.stdin.write("\u0003");
  await ended;
  const screen = shown();
  assert.doesNotMatch(screen, /"level"/);
  assert.equal(screen.match(/┌/g)?.length, 1, screen);
  const lines = screen.split(/\r?\n/);
  for (const line of lines) if (!line.includes("curl")) assert.ok(line.length <= 80, line);
  const firstLink = lines.find((line) => line.includes("http") && !line.includes("ready"))?.trim();
  assert.match(firstLink ?? "", /^http:\/\/localhost:\d+\/pay\/order\/[0-9A-Z]{16}$/);
  assert.match(
    screen,
    /curl -s http:\/\/localhost:\d+\/api\/v1\/invoices -H "Authorization: Bearer wasl_local_/,
  );
});

const refused = [
  {
    setting: { PORT: "abc" },
    says: /The setting PORT is not usable: it must be a port number .*such as 3000/,
  },
  {
    setting: { WASL_RATE_LIMITS: "yes" },
    says: /WASL_RATE_LIMITS is not usable: it must be "true" or "false"/,
  },
  { setting: { DATA_DIR: "/dev/null/x" }, says: /The data directory \/dev\/null\/x cannot be made/ },
  ...(process.platform === "linux"
    ? [
        {
          setting: { DATA_DIR: "/proc/x/y" },
          says: /The data directory \/proc\/x\/y cannot be made; may this user/,
        },
      ]
    : []),
];
for (const { setting, says } of refused) {
  const shown = Object.entries(setting).map((pair) => pair.join("="));
  test(`a start with ${shown} ends at once with a sentence`, async () => {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, DATABASE_URL: undefined, ...processSettings };
    const program = spawn(process.execPath, [door, "start"], {
      env: { ...env, ...setting },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 60_000,
    });
    const [complaint, [code]] = await Promise.all([text(program.stderr), once(program, "exit")]);
    assert.match(complaint, says);
    assert.equal(complaint.trim().split("\n").length, 1);
    assert.equal(code, 1);
  });
}

test("a start refuses pages that are not built, and pages of another version", () => {
  using directory = temporaryDirectory();
  assert.throws(() => requireBuiltPages(directory.path, version), /not built\. Run "npm run build" first/);
  mkdirSync(join(directory.path, "server"));
  writeFileSync(join(directory.path, "server/version.json"), '{"version":"0.9.0"}');
  assert.throws(() => requireBuiltPages(directory.path, version), /are of version 0\.9\.0 and this is /);
  writeFileSync(join(directory.path, "server/version.json"), JSON.stringify({ version }));
  requireBuiltPages(directory.path, version);
});

test("a terminal shows warnings and errors in a line each, without secrets, and nothing less", () => {
  const lines: string[] = [];
  const log = createTerminalLog((line) => lines.push(line));
  log.info("migration_applied", { name: "0001" });
  log.warn("webhook not registered", { method: "tabby", token: "sk_live_1" });
  log.error("failed", { error: new Error("no room") });
  assert.deepEqual(lines, [
    'warn: webhook not registered method="tabby" token="[redacted]"',
    'error: failed error="no room"',
  ]);
});
