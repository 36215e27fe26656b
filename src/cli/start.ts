/**
 * `npm start`: the server, and in the `local` and `test` environments the provider simulators beside it and a seeded
 * demo merchant. Stops cleanly on SIGTERM and SIGINT, and when npm was ended.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigurationError, readConfig } from "#server/config.ts";
import { createLog } from "#server/log.ts";
import { type RunningServer, startServer } from "#server/start-server.ts";
import { printDemo, readDemo, seedDemo } from "./demo.ts";
import { whenOrphaned } from "./orphan.ts";

const distDir = join(import.meta.dirname, "../../dist");

/** Starts everything and stays until a signal. Exits with 1 and one sentence when the start fails. */
export async function run(): Promise<void> {
  const log = createLog();
  try {
    const config = readConfig(process.env);
    if (!existsSync(join(distDir, "server")))
      throw new ConfigurationError('The pages are not built. Run "npm run build" first, or "npm start".');
    const usesSimulators = config.environment === "local" || config.environment === "test";
    let fail = (why: string): void => exitWith(why);
    const server = await startServer(config, { log, distDir, onFatal: (why) => fail(why) });
    const simulators = usesSimulators ? await startLocalSimulators(config) : null;
    fail = (why) => exitWith(why);
    stopOnSignal(server, async () => await simulators?.close(), log.info);
    if (config.environment === "local") {
      const demo =
        (await readDemo(config.dataDir)) ?? (await seedDemo(server, { simulatorUrl: simulators?.url ?? "" }));
      printDemo(demo);
    }
    if (simulators) console.log(`Mail that was sent is at ${simulators.url}/mail`);
    console.log(`Wasl is ready at ${config.webUrl}`);
  } catch (error) {
    exitWith(error instanceof Error ? error.message : String(error));
  }
}

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
  server: RunningServer,
  closeSimulators: () => Promise<void>,
  info: (event: string) => void,
): void {
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    info(`stopping on ${signal}`);
    await server.stop();
    await closeSimulators();
    info("stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  if (process.env["npm_lifecycle_event"] !== undefined) whenOrphaned(() => void stop("the end of npm"));
}

function exitWith(why: string): never {
  console.error(why);
  process.exit(1);
}
