/**
 * Starts what `npm start` starts, on free ports and an empty data directory, and stops it after the last test. The
 * tests find it through demo.json, as any script would.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const startTimeoutMs = 60_000;

/** Playwright calls this once; what it returns is called at the end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
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
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let output = "";
  const ready = new Promise<void>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`not ready in time:\n${output}`)), startTimeoutMs);
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes("Wasl is ready")) return;
      clearTimeout(timer);
      done();
    });
    child.on("exit", (code) => fail(new Error(`ended with ${code}:\n${output}`)));
  });
  await ready;
  process.env["WASL_E2E_DATA_DIR"] = dataDir;
  return async () => {
    child.kill("SIGTERM");
    await exited;
    process.env["WASL_E2E_LOG"] = output;
    await rm(dataDir, { recursive: true, force: true });
    if (/5123456789012346|5123450000000008/.test(output)) throw new Error("a card number reached the log");
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
