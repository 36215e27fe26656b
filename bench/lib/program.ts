/** Programs of the bench: started as processes of their own, watched, and ended without fail. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#test/free-port.ts";
import { inAnyCase } from "./interruption.ts";

const startTimeoutMs = 60_000;
const root = join(import.meta.dirname, "../..");

export type Program = {
  readonly pid: number;
  readonly url: string;
  /** Ends it with SIGTERM and waits for it. */
  readonly stop: () => Promise<void>;
};

export type ProgramOptions = {
  readonly name: string;
  /** Arguments of Node: a file of this project and what follows. */
  readonly args: readonly string[];
  /** Its environment, given where it is to listen. */
  readonly env: (listen: { readonly url: string; readonly port: string }) => Readonly<Record<string, string>>;
  /** Path that answers with 2xx once the program is ready. */
  readonly readyPath: string;
  /** Folder for its output: a pipe would make it wait for the bench. */
  readonly logDir: string;
};

/**
 * Starts a program and resolves when it answers.
 * @throws Error with its output when it ends or does not answer in time
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const logPath = join(options.logDir, `${options.name}-${port}.log`);
  const log = openSync(logPath, "w");
  const child = spawn(process.execPath, options.args, {
    cwd: root,
    env: { PATH: process.env["PATH"], ...options.env({ url, port }) },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const stop = inAnyCase(() => stopChild(child));
  try {
    await untilReady(child, url + options.readyPath);
  } catch (cause) {
    await stop();
    throw new Error(`${options.name} did not start:\n${readFileSync(logPath, "utf8")}`, { cause });
  }
  return { pid: child.pid ?? 0, url, stop };
}

/** Asks often, because the moment of the first answer is measured as well. */
async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("it has ended");
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await sleep(2);
  }
  throw new Error("it does not answer");
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
