/** Starts what `npm start` starts, on free ports and an empty data directory. Tests find it through demo.json. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "#test/free-port.ts";

const root = resolve(import.meta.dirname, "..");
const startTimeoutMs = 60_000;

export type RunningSystem = {
  readonly dataDir: string;
  /** Everything that was printed so far. */
  readonly output: () => string;
  /** Stops it as an operator would, and removes its data. */
  readonly stop: () => Promise<void>;
};

/**
 * Resolves when it says that it is ready.
 * @param settings environment variables on top of the caller's own; undefined takes one away
 */
export async function startSystem(
  settings: Readonly<Record<string, string | undefined>> = {},
): Promise<RunningSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), "wasl-e2e-"));
  const [port, simulatorPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, ["src/cli/wasl.mjs", "start"], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SIM_PORT: String(simulatorPort),
      SIM_SMTP_PORT: String(smtpPort),
      WASL_RATE_LIMITS: "false",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let output = "";
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`not ready in time:\n${output}`)), startTimeoutMs);
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes("Wasl is ready")) return;
      clearTimeout(timer);
      done();
    });
    child.on("exit", (code) => fail(new Error(`ended with ${code}:\n${output}`)));
  });
  return {
    dataDir,
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
