import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** What the tests said of a copy; `found` names the first that failed. */
export type Verdict =
  | { readonly kind: "green" }
  | { readonly kind: "found"; readonly by: string }
  | { readonly kind: "hung" };

/** Longer than the slowest of the named tests on a busy machine. */
const timeoutMs = 10 * 60_000;

/** Runs test files of a copy one after another, until the first failure. */
export async function runTests(
  directory: string,
  files: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Verdict> {
  const reporter = join(import.meta.dirname, "failures.ts");
  const tests = spawn(
    process.execPath,
    ["--test", "--test-concurrency=1", `--test-reporter=${reporter}`, ...files],
    {
      cwd: directory,
      // A group of its own: tests start servers, and all of them end with it.
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined },
    },
  );
  const exited = once(tests, "exit");
  let isHung = false;
  const endGroup = () => {
    if (tests.pid !== undefined && tests.exitCode === null) process.kill(-tests.pid, "SIGKILL");
  };
  const timer = setTimeout(() => {
    isHung = true;
    endGroup();
  }, timeoutMs);
  let by: string | undefined;
  for await (const line of createInterface({ input: tests.stdout })) {
    by = JSON.parse(line);
    break;
  }
  if (by !== undefined) endGroup();
  const [code] = await exited;
  clearTimeout(timer);
  if (isHung) return { kind: "hung" };
  if (by !== undefined) return { kind: "found", by };
  if (code !== 0) throw new Error(`the tests ended with ${code} and named no failure: ${files.join(" ")}`);
  return { kind: "green" };
}
