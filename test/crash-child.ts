/**
 * A server process for tests that kill it: everything from the environment, its address on the first line. SIGTERM
 * drains it, as it does the real program.
 */

import { createLog } from "#server/log/log.ts";
import { readConfig } from "#server/settings/config.ts";
import { startServer } from "#server/start-server.ts";

const server = await startServer(readConfig(process.env), {
  log: createLog(() => {}),
  distDir: null,
  onFatal: (why) => {
    throw new Error(why);
  },
});
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void server.stop());
