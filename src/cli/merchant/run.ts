/**
 * The commands of a merchant: `npx wasl invoices list`. They speak to a server over its API and need nothing else of it.
 *
 * Ends with 0 when the work is done, 1 when it was refused or failed, 2 when the command was not written as it must be, 3 when
 * no answer came, so that it is unknown what was done.
 */
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { createWasl, WaslProblem, WaslSilence } from "#sdk/index.mjs";
import { clientCommands } from "./clients.ts";
import { CommandFailure, type Given, type MerchantCommand, type Parts, UsageError } from "./command.ts";
import { completionCommand } from "./completion.ts";
import { eventCommands } from "./events.ts";
import { exportCommand } from "./export.ts";
import { invoiceCommands } from "./invoices.ts";
import { loginCommands, readLogin } from "./login.ts";
import { sellingCommands } from "./selling.ts";
import { askSecret, showProgress, terminalTable } from "./terminal.ts";

const commands: Readonly<Record<string, MerchantCommand>> = {
  ...loginCommands,
  ...invoiceCommands,
  ...clientCommands,
  ...sellingCommands,
  ...eventCommands,
  export: exportCommand,
  completion: completionCommand(() => commands),
};

/** What to do about a refusal, where its own text does not say it. */
const advice: Readonly<Record<string, string>> = {
  unauthorized: "The key is not valid here. Run `wasl login` with another one, or set WASL_KEY.",
  scope_missing: "`wasl whoami` shows what the key may do; a key that may do more is made by the operator.",
  rate_limited: "Too many calls with this key. Wait a minute.",
  unreadable_answer:
    "Is that the address of Wasl? `wasl whoami` shows it; `wasl login <address>` changes it.",
  idempotency_key_reused: "The same key was sent with another content. Take a new one for a new request.",
};

/** Runs what the arguments name and sets the code that the process ends with. */
export async function run(args: readonly string[]): Promise<void> {
  // Its reader has seen enough: `wasl invoices list | head`.
  process.stdout.on("error", (error) => process.exit("code" in error && error.code === "EPIPE" ? 0 : 1));
  try {
    await runCommand(args);
  } catch (error) {
    showProgress("");
    const { lines, code } = explain(error);
    console.error(lines.join("\n"));
    process.exitCode = code;
  }
}

async function runCommand(args: readonly string[]): Promise<void> {
  const [first = "help", second = ""] = args;
  if (first === "help" || first.startsWith("-")) return console.log(overview());
  const name = [`${first} ${second}`, first].find((one) => Object.hasOwn(commands, one));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || !command) throw new UsageError(unknownCommand(first));
  const given = parse(args.slice(name.split(" ").length), command);
  if (given.options["help"] === true) return console.log(helpOf(name, command));
  checkWords(name, command, given);
  const said = await command.run(makeParts(), given);
  if (said) console.log(given.options["json"] === true ? JSON.stringify(said.json, null, 2) : said.text);
}

function parse(args: readonly string[], command: MerchantCommand): Given {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...command.options, json: { type: "boolean" }, help: { type: "boolean" } },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkWords(name: string, { words }: MerchantCommand, given: Given): void {
  const needed = words.match(/<[^>]+>/g)?.length ?? 0;
  const most = needed + (words.match(/\[[^\]]+\]/g)?.length ?? 0);
  if (given.words.length >= needed && given.words.length <= most) return;
  throw new UsageError(
    `It is written: wasl ${`${name} ${words}`.trim()}. \`wasl ${name} --help\` says more.`,
  );
}

function makeParts(): Parts {
  const { env } = process;
  return {
    env,
    wasl: () =>
      createWasl({ ...readLogin(env), tries: 3, language: /^ar/.test(env["LANG"] ?? "") ? "ar" : "en" }),
    print: (line) => console.log(line),
    note: (line) => console.error(line),
    progress: showProgress,
    table: (lines) => terminalTable(lines, { isolated: process.stdout.isTTY === true }),
    input: () => text(process.stdin),
    secret: askSecret,
    untilStopped: () => {
      const stopping = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
      return stopping.signal;
    },
  };
}

/** What the person reads of an error, and the code of the process. A bug of ours continues as it is. */
function explain(error: unknown): { readonly lines: readonly string[]; readonly code: number } {
  if (error instanceof UsageError) return { lines: [error.message], code: 2 };
  if (error instanceof CommandFailure) return { lines: [error.message], code: 1 };
  if (error instanceof WaslProblem) {
    const { message, code, fields, requestId } = error;
    const isUnknown = code === "outcome_unknown";
    return {
      lines: [
        `${isUnknown ? "It is unknown what was done" : "Refused"} (${code}): ${message}`,
        ...fields.map((field) => `  ${field.path}: ${field.message}`),
        ...(advice[code] === undefined ? [] : [advice[code]]),
        ...(requestId === undefined ? [] : [`Request ${requestId}.`]),
      ],
      code: isUnknown ? 3 : 1,
    };
  }
  if (!(error instanceof WaslSilence)) throw error;
  const { message, idempotencyKey } = error;
  const again = `It is unknown whether it took effect. Run the same command with --idempotency-key ${idempotencyKey}.`;
  const start = "Is the server running, and its address right?";
  return { lines: [`There was ${message}. ${start}`, ...(idempotencyKey ? [again] : [])], code: 3 };
}

function unknownCommand(first: string): string {
  const own = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  const which = own.length > 0 ? own.map((name) => `wasl ${name}`).join(", ") : "`wasl help` lists them";
  return `${own.length > 0 ? `"${first}" needs a second word` : `There is no command "${first}"`}: ${which}.`;
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { words, summary }]) => [`${name} ${words}`, summary]);
  return [
    "wasl <command> [options]: a merchant's work from the terminal, over the API.",
    "",
    terminalTable(lines, { isolated: false }).replace(/^/gm, "  "),
    "",
    "Every command: --help, and --json for programs. The key is of `wasl login`, or of WASL_KEY and WASL_URL.",
    "On the server itself: start, dev, admin, check-pages.",
  ].join("\n");
}

function helpOf(name: string, { words, summary, details }: MerchantCommand): string {
  const head = `wasl ${`${name} ${words}`.trim()}: ${summary}`;
  return details === undefined ? head : `${head}\n\n${details}`;
}
