/**
 * The operator's commands: `npm run admin -- <command>`. They work on the database of a running installation as well:
 * the server says in its data directory where its built-in database listens.
 *
 * Ends with 0 when the work is done, 1 when it failed, 2 when the command was not written as it must be.
 */
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase, type Database, openDatabase } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { resumeCards } from "#server/payments/decline-watch.ts";
import { systemClock } from "#server/ports.ts";
import { type Config, readConfig } from "#server/settings/config.ts";
import { accountCommands } from "./admin-accounts.ts";
import { listAttempts } from "./admin-attempts.ts";
import { listActs } from "./admin-audit.ts";
import { backupCommands } from "./admin-backup.ts";
import {
  type AdminCommand,
  type AdminParts,
  type CommandAlone,
  type Given,
  merchantIdOf,
  runAdminAct,
} from "./admin-command.ts";
import { doctorCommands } from "./admin-doctor.ts";
import { exportCommands } from "./admin-exports.ts";
import { keyCommands } from "./admin-keys.ts";
import { merchantCommands } from "./admin-merchants.ts";
import { messageCommands } from "./admin-messages.ts";
import { numberingCommands } from "./admin-numbering.ts";
import { peopleCommands } from "./admin-people.ts";
import { eraseEverywhere } from "./admin-privacy.ts";
import { showReconciliation } from "./admin-reconciliation.ts";
import { returnSecretCommands } from "./admin-return-secret.ts";
import { secretCommands } from "./admin-secret.ts";
import { sentenceOf } from "./admin-sentence.ts";
import { shopCommands } from "./admin-shops.ts";
import { taxCommands } from "./admin-tax.ts";
import { taxArchiveCommands } from "./admin-tax-archive.ts";
import { taxCorrectCommands } from "./admin-tax-correct.ts";
import { webhookCommands } from "./admin-webhooks.ts";
import { zatcaCommands } from "./admin-zatca.ts";
import { zatcaHoldCommands } from "./admin-zatca-hold.ts";
import { withRunningSimulators } from "./simulator-address.ts";

type AnyCommand = AdminCommand | CommandAlone;

const commands: Readonly<Record<string, AnyCommand>> = {
  ...merchantCommands,
  ...keyCommands,
  ...peopleCommands,
  ...shopCommands,
  ...numberingCommands,
  ...accountCommands,
  attempts: {
    words: "",
    summary: "what is open at providers, since when, and when it is asked about next",
    details: "Options:\n  --all   the newest attempts, whatever their state",
    options: { all: { type: "boolean" } },
    run: async ({ db }, { options }) => await listAttempts(db, options["all"] ? "all" : "open"),
  },
  reconciliation: {
    words: "",
    summary: "the last days' sums by our books and the providers', and every difference",
    run: async ({ db }) => await showReconciliation(db),
  },
  "resume-cards": {
    words: "<username>",
    summary: "end the pause of a merchant's cards, and the tighter limits, before their time",
    run: endPause,
  },
  audit: {
    words: "[username]",
    summary: "the last acts of administration, of all merchants or of one",
    run: async (parts, { words: [username] }) =>
      await listActs(parts.db, username === undefined ? undefined : await merchantIdOf(parts, username)),
  },
  "erase-buyer": {
    words: "<mobile or e-mail>",
    summary: "remove a buyer's data from all orders that are over, and say what the law keeps",
    run: async (parts, { words: [buyer = ""] }) =>
      await runAdminAct(parts, { name: "erase-buyer", subject: null }, (trx) => eraseEverywhere(trx, buyer)),
  },
  ...doctorCommands,
  ...backupCommands,
  ...secretCommands,
  ...returnSecretCommands,
  ...messageCommands,
  ...webhookCommands,
  ...taxCommands,
  ...zatcaCommands,
  ...zatcaHoldCommands,
  ...taxCorrectCommands,
  ...taxArchiveCommands,
  ...exportCommands,
};

const exitCodes = { failed: 1, notUnderstood: 2 } as const;

/** Where a command was typed: what it reads, and how it ends. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All of standard input. */
  readonly input: () => Promise<string>;
};

/** What a command said: `out` when it was done, `complaint` when not. */
export type Said = { readonly code: number; readonly out: string; readonly complaint: string };

/** Runs one command and prints what it says. */
export async function run(rest: readonly string[]): Promise<void> {
  const { code, out, complaint } = await runCommand(rest, {
    env: process.env,
    input: () => text(process.stdin),
  });
  if (out !== "") console.log(out);
  if (complaint !== "") console.error(complaint);
  process.exitCode = code;
}

/** Runs one command for a terminal. What is wrong is in its answer, not thrown. */
export async function runCommand(rest: readonly string[], terminal: Terminal): Promise<Said> {
  const [name = "", ...words] = rest;
  if (name === "") return refused(overview());
  if (["help", "--help", "-h"].includes(name)) return done(overview());
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refused(`There is no command "${name}".\n\n${overview()}`);
  const given = readGiven(name, command, words);
  if (given === "help") return done(helpOf(name, command));
  if (typeof given === "string") return refused(`${given}\n\n${helpOf(name, command)}`);
  try {
    return done(await answerOf(command, given, terminal));
  } catch (error) {
    return { code: exitCodes.failed, out: "", complaint: sentenceOf(error) };
  }
}

async function answerOf(command: AnyCommand, given: Given, { env, input }: Terminal): Promise<string> {
  const config = await withRunningSimulators(readConfig(env));
  const parts = { config, input, progress };
  if ("runAlone" in command) return await command.runAlone(parts, given);
  const db = await openOrJoin(config);
  try {
    return await command.run({ ...parts, db }, given);
  } finally {
    await db.close();
  }
}

const done = (out: string): Said => ({ code: 0, out, complaint: "" });
const refused = (complaint: string): Said => ({ code: exitCodes.notUnderstood, out: "", complaint });

/** @returns a sentence when the words are not what the command takes */
function readGiven(name: string, command: AnyCommand, args: readonly string[]): Given | "help" | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values["help"]) return "help";
    const needed = command.words.match(/<[^>]+>/g) ?? [];
    const optional = command.words.match(/\[[^\]]+\]/g) ?? [];
    const most = command.words.includes("...") ? Number.POSITIVE_INFINITY : needed.length + optional.length;
    const missing = needed[positionals.length];
    if (missing !== undefined) return `${missing} is missing.`;
    if (positionals.some((word) => word.trim() === "")) return "A word is empty.";
    if (positionals.length > most)
      return `${name} takes no "${positionals[most]}". Put texts with spaces in quotes.`;
    return { words: positionals, options: values };
  } catch (error) {
    if (error instanceof Error && "code" in error) return mistakeIn(error.message, error.code);
    throw error;
  }
}

/** What is wrong with an option, in our words: those of Node's reader are for programmers. */
function mistakeIn(message: string, code: unknown): string {
  const option = /--?[\w-]+/.exec(message)?.[0] ?? "of this name";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return `There is no option ${option}.`;
  const isFlag = message.includes("does not take");
  return `The option ${option} ${isFlag ? "takes no value" : "needs a value"}.`;
}

function overview(): string {
  const lines = Object.entries(commands).map(
    ([name, { words, summary }]) => `  ${`${name} ${words}`.trim()}\n      ${summary}`,
  );
  return ["npm run admin -- <command>", "", ...lines, "", "<command> --help says more of each."].join("\n");
}

function helpOf(name: string, { words, summary, details }: AnyCommand): string {
  const usage = `npm run admin -- ${`${name} ${words}`.trim()}`;
  return [usage, "", summary, ...(details ? ["", details] : [])].join("\n");
}

/** One line that is written over, on a terminal alone. */
function progress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K`);
}

/** The database server of the settings, the built-in one of a running server, or else the built-in one started here. */
async function openOrJoin(config: Config): Promise<Database> {
  const log = createLog(() => {});
  const address = config.databaseUrl?.reveal() ?? (await readDatabaseAddress(config.dataDir));
  if (address !== null) {
    const joined = await connectDatabase({ databaseUrl: address, log, poolSize: 2 }).catch(() => null);
    if (joined) return joined;
  }
  return await openDatabase({
    databaseUrl: config.databaseUrl?.reveal(),
    dataDir: config.dataDir,
    log,
    poolSize: 2,
    walArchive: config.walArchive ?? undefined,
  });
}

async function endPause(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  const wasHeld = await runAdminAct(parts, { name: "resume-cards", subject: username }, (trx) =>
    resumeCards(trx, merchantId, systemClock.now()),
  );
  return wasHeld
    ? `Cards of ${username} are open again; declines are counted anew from now on.`
    : `Cards of ${username} were neither paused nor slowed down.`;
}
