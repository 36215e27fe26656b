/** Programs of a few lines in processes of their own, for tests about several processes and about being killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type Script = AsyncDisposable & {
  readonly process: ChildProcess;
  /** The next line that the script printed; rejects with its error output when it ends before one. */
  readonly line: () => Promise<string>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
  /** Kills it as kill -9 does, if it still runs, and waits. Happens by itself at the end of an `await using`. */
  readonly kill: () => Promise<void>;
};

/**
 * Runs TypeScript in a new process of this Node; it may import by the project's `#folder/file.ts` names, and reads
 * its `args` from `process.argv.slice(1)`.
 */
export function runScript(code: string, ...args: readonly string[]): Script {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code, ...args], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    complaint += part;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return {
    process: child,
    ended,
    line: async () => {
      const next = await lines.next();
      if (next.done) throw new Error(`The script ended: ${complaint}`);
      return next.value;
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
