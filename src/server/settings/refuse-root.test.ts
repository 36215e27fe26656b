import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runScript } from "#test/script.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { refuseRoot } from "./refuse-root.ts";

test("live does not run as root, and says what to do", () => {
  const live = { environment: "live", dataDir: "/var/lib/wasl" } as const;
  assert.throws(() => refuseRoot(live, 0), /chown -R wasl \/var\/lib\/wasl/);
  refuseRoot(live, 1000);
  refuseRoot(live, undefined);
  for (const environment of ["local", "test", "stage", "pilot"] as const)
    refuseRoot({ ...live, environment }, 0);
});

test("a start as root in live ends before a database is made", {
  skip: process.getuid?.() !== 0,
}, async () => {
  using directory = temporaryDirectory();
  await using program = runScript(
    `
    import { existsSync } from "node:fs";
    import { readConfig } from "#server/settings/config.ts";
    import { createLog } from "#server/log/log.ts";
    import { startServer } from "#server/start-server.ts";
    const [dataDir] = process.argv.slice(1);
    const variables = { WASL_ENV: "live", WASL_WEB_URL: "https://pay.example", DATA_DIR: dataDir, PORT: "0" };
    const config = { ...readConfig({ ...variables, WASL_ENV: "test" }), environment: "live" };
    const start = startServer(config, { log: createLog(() => {}), distDir: null, onFatal: () => {} });
    console.log(await start.then(() => "started", (error) => error.message), existsSync(dataDir));`,
    join(directory.path, "never-made"),
  );
  assert.match(await program.line(), /^Wasl does not run as root .* false$/);
});
