/**
 * The server of a kill loop: everything from the environment, its address on the first line. Its clock may be put forward or
 * back while it runs: by so many milliseconds as a file of its data directory says, read again at SIGUSR2.
 */
import { readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createLog } from "#server/log/log.ts";
import { systemClock } from "#server/ports.ts";
import { readConfig } from "#server/settings/config.ts";
import { startServer } from "#server/start-server.ts";
import { clockFile } from "./clock-file.ts";

const file = join(process.env["DATA_DIR"] ?? ".", clockFile);

function readOffset(): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0;
  }
}

let offsetMs = readOffset();
process.on("SIGUSR2", () => {
  offsetMs = readOffset();
});

const server = await startServer(readConfig(process.env), {
  log: createLog(() => {}),
  distDir: null,
  clock: { ...systemClock, now: () => Date.now() + offsetMs },
  onFatal: (why) => {
    throw new Error(why);
  },
});
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void server.stop());
// Who is killed writes nothing at its end.
flushCompileCache();
