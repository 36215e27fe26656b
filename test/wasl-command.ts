/** The `wasl` command as a process, as a merchant's developer runs it: a home of its own and no settings but those given. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./source-tree.ts";

export type CommandEnd = { readonly code: number | null; readonly out: string; readonly err: string };

export type RunningCommand = {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly written: { out: string; err: string };
  readonly end: Promise<CommandEnd>;
};

export type CommandOptions = {
  /** Where its login is kept. */
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input; empty unless given. */
  readonly input?: string;
};

/** Starts `wasl` with these words. */
export function startCommand(
  words: readonly string[],
  { home, env = {}, input = "" }: CommandOptions,
): RunningCommand {
  const child = spawn(process.execPath, [join(root, "src/cli/wasl.mjs"), ...words], {
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home, XDG_CONFIG_HOME: home, ...env },
    stdio: "pipe",
  });
  const written = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    written.out += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    written.err += part;
  });
  child.stdin.end(input);
  const end = once(child, "close").then(([code]) => ({ code, ...written }));
  return { child, written, end };
}

/** Runs it to its end. */
export async function runCommand(words: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  return await startCommand(words, options).end;
}
