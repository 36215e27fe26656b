/**
 * The server that is fuzzed: everything from the environment, with the pages of the build, its log on standard error. It knows
 * no name of the network but its own machine's, so that an address in a request leads nowhere else.
 */
import dns from "node:dns";
import { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { createLog } from "#server/log/log.ts";
import { readConfig } from "#server/settings/config.ts";
import { startServer } from "#server/start-server.ts";

const systemLookup = dns.lookup;
type Lookup = (name: string, ...rest: readonly unknown[]) => unknown;
dns.lookup = ((name, ...rest) => {
  const isOwn = /^127\.|^::1$|(^|\.)localhost$/.test(name);
  return (systemLookup as unknown as Lookup)(isOwn ? name : "not.there.invalid.", ...rest);
}) as Lookup as typeof dns.lookup;
syncBuiltinESMExports();

const dist = join(import.meta.dirname, "../../dist");
const server = await startServer(readConfig(process.env), {
  log: createLog((line) => void process.stderr.write(line)),
  distDir: existsSync(dist) ? dist : null,
  onFatal: (why) => {
    throw new Error(why);
  },
});
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void server.stop());
