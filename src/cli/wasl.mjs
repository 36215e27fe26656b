#!/usr/bin/env node
/**
 * The program's entry point, in plain JavaScript so that any Node can read it: refuses a Node that cannot run the rest,
 * then hands over to the command. Usage: node src/cli/wasl.mjs <command> [arguments]
 */
import module from "node:module";
import { fileURLToPath } from "node:url";

const commands = ["start", "dev", "admin", "check-pages"];
/** First words of a merchant's commands, which share one file. */
const merchants = [
  "help",
  "login",
  "logout",
  "whoami",
  "invoices",
  "clients",
  "refunds",
  "returns",
  "links",
  "coupons",
].concat(["listen", "replay", "export", "completion"]);
const [command = "start", ...rest] = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `Wasl needs Node 24.12 or newer and this is ${process.versions.node}. "npm ci" installs the right one beside the project; start with "npm start".`,
  );
  process.exit(1);
}
const isMerchants = merchants.includes(command) || command.startsWith("-");
if (!isMerchants && !commands.includes(command)) {
  console.error(`There is no command "${command}". Commands: ${[...commands, ...merchants].join(", ")}.`);
  process.exit(1);
}
// What was compiled is kept beside the code, so that the next start need not repeat it; where nothing can be written,
// nothing is kept.
module.enableCompileCache?.(fileURLToPath(new URL("../../node_modules/.cache/compile", import.meta.url)));
// React and others choose their production build by this, when they are loaded.
process.env.NODE_ENV ??= command === "dev" ? "development" : "production";
const { run } = await import(isMerchants ? "./merchant/run.ts" : `./${command}.ts`);
await run(isMerchants ? [command, ...rest] : rest);
