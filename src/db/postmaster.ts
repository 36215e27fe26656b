/**
 * PostgreSQL's main process (the postmaster): starting it, stopping it, and dealing with one that outlived the
 * program that had started it.
 */
import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#core/ports.ts";

/** After a crash the last checkpoint's log is replayed first: at most max_wal_size, 1 GB. */
const usualStartTimeoutMs = 120_000;
/** How long each way of stopping may take before the next, harsher one: fast, immediate, kill. */
const stopSteps = [
  { signal: "SIGINT", waitMs: 20_000 },
  { signal: "SIGQUIT", waitMs: 5_000 },
  { signal: "SIGKILL", waitMs: 5_000 },
] as const;
const pollMs = 20;
/** The last output of a process may arrive after its exit event. */
const lastWordsMs = 1_000;
/**
 * Processes of a killed postmaster leave when they notice its death: at once when idle, after their statement when
 * busy. Statements have 8 seconds (open.ts), those of a migration as long as they take.
 */
export const leavingRetries = { times: 160, everyMs: 250 };

export type Postmaster = {
  readonly process: ChildProcess;
  /** Resolves with a sentence when the process has ended, for any reason. */
  readonly ended: Promise<string>;
};

/**
 * Starts a postmaster and waits until it accepts connections.
 *
 * @param launch starts the process; called again while remains of a killed predecessor are still leaving
 * @param options.signal stops it before it is ready
 * @param options.startTimeoutMs how long it may take; a recovery from an archive takes longer than a start
 * @throws Error with PostgreSQL's own last lines when it ends or is not ready in time; the signal's reason after that
 */
export async function startPostmaster(
  launch: () => ChildProcess,
  {
    log,
    signal,
    startTimeoutMs = usualStartTimeoutMs,
  }: { readonly log: Log; readonly signal?: AbortSignal | undefined; readonly startTimeoutMs?: number },
): Promise<Postmaster> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const child = launch();
    const ended = describeEnd(child);
    const closed = new Promise((resolve) => child.once("close", resolve));
    const news = Promise.withResolvers<"ready" | "late" | "aborted">();
    const lines = followOutput(child, log, () => news.resolve("ready"));
    const timer = setTimeout(() => news.resolve("late"), startTimeoutMs);
    const abort = () => news.resolve("aborted");
    signal?.addEventListener("abort", abort, { once: true });
    const outcome = await Promise.race([news.promise, ended]);
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    if (signal?.aborted) await stopPostmaster({ process: child, ended });
    signal?.throwIfAborted();
    if (outcome === "ready") return { process: child, ended };
    if (outcome === "late") child.kill("SIGKILL");
    await Promise.race([closed, sleep(lastWordsMs, undefined, { ref: false })]);
    const said = lines.join("\n");
    if (!isStillLeaving(said) || attempt === leavingRetries.times) {
      const why = outcome === "late" ? `it was not ready after ${startTimeoutMs / 1000} seconds.` : outcome;
      throw new Error(`The built-in database did not start: ${why}\n${said}`.trimEnd());
    }
    await sleep(leavingRetries.everyMs);
  }
}

/** Whether PostgreSQL's words say that processes of a killed predecessor have not left yet. */
export function isStillLeaving(said: string): boolean {
  return said.includes("pre-existing shared memory");
}

/** Passes PostgreSQL's messages to the log and keeps the last ones for an error. They hold no row values. */
function followOutput(child: ChildProcess, log: Log, onReady: () => void): readonly string[] {
  const lines: string[] = [];
  if (!child.stderr) return lines;
  createInterface(child.stderr).on("line", (line) => {
    lines.push(line);
    if (lines.length > 20) lines.shift();
    // A cluster that was restored as a standby is up as well; the program then refuses it with a sentence (open.ts).
    if (/database system is ready to accept (?:read-only )?connections/.test(line)) onReady();
    if (/^(FATAL|PANIC)/.test(line)) log.error("postgres", { line });
    else log.info("postgres", { line });
  });
  return lines;
}

/** Waits for the end of a child process, or for its failure to begin, and says it in a sentence. */
export async function describeEnd(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, "exit");
    return signal === null ? `it ended with exit code ${code}.` : `it was ended by signal ${signal}.`;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The file is there, so ENOENT means its loader: the programs are made for glibc, and Alpine has musl.
    const why = message.includes("ENOENT") ? "this system cannot run it (it needs glibc)" : message;
    return `${why}. Set DATABASE_URL to the address of a PostgreSQL server instead.`;
  }
}

/** Stops a postmaster that we started: running transactions are aborted, files are left consistent. Bounded. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  await stopInSteps(
    (signal) => postmaster.process.kill(signal),
    () => postmaster.process.exitCode !== null || postmaster.process.signalCode !== null,
  );
  await postmaster.ended;
}

/**
 * Stops a postmaster of this cluster that outlived its Wasl (after kill -9), and removes a `postmaster.pid` that would
 * keep PostgreSQL from starting although its process is gone. Only a process that is certainly the postmaster of this
 * cluster is signalled.
 */
export async function stopLeftover(clusterDir: string, log: Log): Promise<void> {
  const pidFile = join(clusterDir, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  if (whatRuns(pid, clusterDir) === "this cluster") {
    log.warn("database_leftover_stopped", { pid });
    await stopInSteps(
      (signal) => signalUnlessGone(pid, signal),
      () => whatRuns(pid, clusterDir) !== "this cluster",
    );
  }
  // A clean stop has removed the file. What is left after a crash may be empty, or name a zombie or a process id that
  // another program has by now; PostgreSQL would take each of them for a running server.
  if (whatRuns(pid, clusterDir) === "something else") rmSync(pidFile, { force: true });
}

async function stopInSteps(send: (signal: NodeJS.Signals) => unknown, isGone: () => boolean): Promise<void> {
  for (const { signal, waitMs } of stopSteps) {
    if (isGone()) return;
    send(signal);
    const until = performance.now() + waitMs;
    while (!isGone() && performance.now() < until) await sleep(pollMs);
  }
}

function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * What a process id is now. Decided by the command line, the one thing that can be read about a process of
 * another user inside a container too. A zombie has none and counts as something else.
 */
export function whatRuns(
  pid: number,
  clusterDir: string,
): "this cluster" | "another postgres" | "something else" {
  const words = commandLine(pid);
  if (basename(words[0] ?? "") !== "postgres") return "something else";
  return words[words.indexOf("-D") + 1] === clusterDir ? "this cluster" : "another postgres";
}

function commandLine(pid: number): readonly string[] {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    // Paths with spaces are cut here; the cluster then counts as another postgres, which is left alone.
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .split(" ");
  } catch {
    return []; // there is no such process
  }
}
