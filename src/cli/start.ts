/**
 * `npm start`: the server, and in the `local` and `test` environments the provider simulators beside it and a seeded
 * demo merchant. Stops cleanly on SIGTERM and SIGINT, and when npm was ended.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigurationError, readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { type RunningServer, startServer } from "#server/start-server.ts";
import { openDemo, printDemo } from "./demo.ts";
import { whenOrphaned } from "./orphan.ts";

const distDir = join(import.meta.dirname, "../../dist");

/** Starts everything and stays until a signal. Exits with 1 and one sentence when the start fails. */
export async function run(): Promise<void> {
  const log = createLog();
  const started: Started = { server: null, isStopping: false };
  try {
    const config = readConfig(process.env);
    if (!existsSync(join(distDir, "server")))
      throw new ConfigurationError('The pages are not built. Run "npm run build" first, or "npm start".');
    const usesSimulators = config.environment === "local" || config.environment === "test";
    const server = await startServer(config, { log, distDir, onFatal: exitWith });
    started.server = server;
    const simulators = usesSimulators ? await startLocalSimulators(config) : null;
    stopOnSignal(started, async () => await simulators?.close(), log.info);
    if (config.environment === "local")
      printDemo(await openDemo({ server, simulatorUrl: simulators?.url ?? "" }));
    if (simulators) console.log(`Mail that was sent is at ${simulators.url}/mail`);
    console.log(`Wasl is ready at ${config.webUrl}`);
  } catch (error) {
    // What fails because everything is being stopped is no failure of the start.
    if (started.isStopping) return;
    console.error(sentenceOf(error));
    await started.server?.stop();
    process.exit(1);
  }
}

/** How far the start has come. */
type Started = { server: RunningServer | null; isStopping: boolean };

async function startLocalSimulators(config: Config): Promise<{ url: string; close: () => Promise<void> }> {
  // Loaded only here: production never imports a simulator.
  const { startSimulators } = await import("#sim/server.ts");
  return await startSimulators({
    port: config.simulatorPort,
    smtpPort: config.simulatorSmtpPort,
    host: "127.0.0.1",
    webUrl: config.webUrl,
    stateDir: join(config.dataDir, "simulators"),
  });
}

function stopOnSignal(
  started: Started,
  closeSimulators: () => Promise<void>,
  info: (event: string) => void,
): void {
  const stop = async (signal: string): Promise<void> => {
    if (started.isStopping) return;
    started.isStopping = true;
    info(`stopping on ${signal}`);
    await started.server?.stop();
    await closeSimulators();
    info("stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  if (process.env["npm_lifecycle_event"] !== undefined) whenOrphaned(() => void stop("the end of npm"));
}

/** What went wrong and what to do, for the person at the terminal. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as Error & { readonly code?: unknown; readonly port?: unknown };
  if (code !== "EADDRINUSE") return error.message;
  return `Port ${port} is taken by another program. Set PORT, SIM_PORT or SIM_SMTP_PORT to a free one (docs/operations.md).`;
}

function exitWith(why: string): never {
  console.error(why);
  process.exit(1);
}
