/**
 * `npm start`: the server, and in the `local` and `test` environments the provider simulators beside it and a seeded
 * demo merchant; elsewhere the simulators only where `WASL_SIM_URL` gives test worlds an address. Stops cleanly on SIGTERM and SIGINT, while it starts, too, and when npm was ended.
 */
import { join } from "node:path";
import type { Log } from "#core/ports.ts";
import { describeInstallation } from "#server/doctor/describe-installation.ts";
import { createLog, type ProgramLog } from "#server/log/log.ts";
import { serveMetrics } from "#server/metrics/metrics-server.ts";
import type { PageMode } from "#server/pages/development.ts";
import { type Config, readConfig } from "#server/settings/config.ts";
import { ConfigurationError } from "#server/settings/configuration-error.ts";
import { readLogSettings } from "#server/settings/log-settings.ts";
import { version } from "#server/settings/version.ts";
import { type RunningServer, startServer } from "#server/start-server.ts";
import { requireBuiltPages } from "./built-pages.ts";
import { openDemo, openDemoOrder, printDemo } from "./demo.ts";
import { keepCompiledCode, releaseStartMemory } from "./heap.ts";
import { whenOrphaned } from "./orphan.ts";
import { removeSimulatorAddress, writeSimulatorAddress } from "./simulator-address.ts";
import { startBox } from "./start-box.ts";
import { startFailure } from "./start-failure.ts";
import { createTerminalLog } from "./terminal-log.ts";

const distDir = join(import.meta.dirname, "../../dist");

/** Starts everything and stays until a signal. Exits with 1 and one sentence when the start fails. */
export async function run(): Promise<void> {
  await runProgram("production");
}

/** The same with pages of the build or, in `development`, of the sources as they are now. */
export async function runProgram(mode: PageMode): Promise<void> {
  // A person gets the warnings and one box at the end; a supervisor gets lines of JSON.
  const { level, node } = readLogSettings(process.env);
  const log = process.stdout.isTTY ? createTerminalLog() : createLog(undefined, level, node);
  const program: Program = {
    stopping: new AbortController(),
    underWay: Promise.resolve(),
    stops: [],
    isUp: false,
  };
  // Before anything starts: a program that dies of a signal leaves its database behind.
  stopOnSignal(program, log);
  try {
    await start(program, log, mode);
  } catch (error) {
    // What fails because everything is being stopped is no failure of the start.
    if (program.stopping.signal.aborted) return;
    console.error(startFailure(error, process.env));
    await stopParts(program);
    process.exit(1);
  }
}

/** What runs so far, and whether it is to stop. */
type Program = {
  readonly stopping: AbortController;
  /** Settled when the part that is being started is up, or has failed. */
  underWay: Promise<unknown>;
  /** How the parts that are up are stopped, in this order. */
  readonly stops: (() => Promise<void>)[];
  /** All of it is up, the demo as well: from here on it says that it is ready. */
  isUp: boolean;
};

async function start(program: Program, log: Log, mode: PageMode): Promise<void> {
  const { signal } = program.stopping;
  const config = readConfig(process.env);
  if (mode === "production") requireBuiltPages(distDir, version);
  const isDemo = config.environment === "local" || config.environment === "test";
  if (mode === "development" && !isDemo)
    throw new ConfigurationError(
      `Pages are developed in the local environment, not in ${config.environment}.`,
    );
  const server = await bringUp(
    program,
    startServer(config, { log, distDir, mode, onFatal: exitWith, signal, isUp: () => program.isUp }),
    (part) => part.stop(),
  );
  const { metrics } = server.services;
  if (config.metrics !== null && metrics !== undefined)
    await bringUp(program, serveMetrics(config.metrics, metrics.text), (part) => part.close());
  const simulators = config.startsSimulators
    ? await bringUp(program, startLocalSimulators(config), (part) => part.close())
    : null;
  const ownUrl = config.simulatorUrl && simulators?.url;
  await showReady(program, { config, server, simulatorUrl: ownUrl ?? config.simulatorUrl });
  releaseStartMemory();
  keepCompiledCode();
}

type Up = {
  readonly config: Config;
  readonly server: RunningServer;
  readonly simulatorUrl: string | null;
};

async function showReady(program: Program, { config, server, simulatorUrl }: Up): Promise<void> {
  const { webUrl, environment } = config;
  const summary = (await describeInstallation(server.services)).join("\n");
  const demo = environment === "local" ? await openDemo({ server, simulatorUrl: simulatorUrl ?? "" }) : null;
  program.isUp = true;
  if (process.stdout.isTTY) {
    // Who tries the program out has everything on; who runs it sees what is on and what is not.
    if (environment !== "local") console.log(summary);
    const openOrder = demo && (await openDemoOrder(demo, server));
    const warnings = config.unknownSettings.map(
      (name) => `There is no setting ${name}: is it misspelt? (docs/operations.md)`,
    );
    console.log(startBox({ version, webUrl, simulatorUrl, demo: demo && { ...demo, openOrder }, warnings }));
    return;
  }
  if (demo) printDemo(demo);
  if (simulatorUrl !== null) console.log(`Mail that was sent is at ${simulatorUrl}/mail`);
  console.log(summary);
  console.log(`Wasl is ready at ${webUrl}`);
}

/** Waits until a part is up. When the program is to stop, the start goes no further. */
async function bringUp<T>(
  program: Program,
  starting: Promise<T>,
  stop: (part: T) => Promise<void>,
): Promise<T> {
  const isUp = starting.then((part) => program.stops.push(() => stop(part)));
  program.underWay = isUp;
  await isUp;
  program.stopping.signal.throwIfAborted();
  return await starting;
}

async function startLocalSimulators(config: Config): Promise<{ url: string; close: () => Promise<void> }> {
  // Loaded only here: the server never imports a simulator, and mail is caught by a development package.
  const loading = Promise.all([import("#sim/server.ts"), import("#sim/simulators.ts")]);
  const [{ startSimulators }, { notificationUrlAt }] = await loading.catch((error: unknown) => {
    throw withoutPackage(error) ?? error;
  });
  // Where money is real they serve test worlds alone, at an address that the world can reach.
  const forTestWorlds = config.simulatorUrl === null;
  const publicUrl = forTestWorlds ? config.testSimulatorUrl : config.variables["SIM_PUBLIC_URL"];
  const simulators = await startSimulators({
    port: config.simulatorPort,
    ...(!forTestWorlds && { smtpPort: config.simulatorSmtpPort }),
    surface: forTestWorlds ? "payments" : "whole",
    host: config.variables["SIM_HOST"] ?? "127.0.0.1",
    webUrl: config.webUrl,
    notificationUrl: notificationUrlAt(config.serverUrl),
    stateDir: join(config.dataDir, "simulators"),
    ...(publicUrl && { publicUrl: new URL(publicUrl).origin }),
  });
  if (!forTestWorlds) await writeSimulatorAddress(config.dataDir, config.simulatorUrl ?? simulators.url);
  const close = async (): Promise<void> => {
    await removeSimulatorAddress(config.dataDir);
    await simulators.close();
  };
  return { url: simulators.url, close };
}

/** What to do about a development package that is not installed; nothing for any other error. */
function withoutPackage(error: unknown): Error | null {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  if (code !== "ERR_MODULE_NOT_FOUND") return null;
  const found = /package '([^']+)'/.exec(message ?? "");
  if (!found) return null;
  return new ConfigurationError(
    `The provider simulators of the local and test environments need the development package ${found[1]}. Run "npm ci", or set WASL_ENV to stage, pilot or live.`,
  );
}

function stopOnSignal(program: Program, log: ProgramLog): void {
  const stop = async (reason: string): Promise<void> => {
    if (program.stopping.signal.aborted) return;
    log.info(`stopping on ${reason}`);
    program.stopping.abort();
    await program.underWay.catch(() => {}); // a part that is not up has cleaned up after itself
    await stopParts(program);
    log.info("stopped");
    await log.written();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  if (process.stdout.isTTY) {
    // The window was closed: without this the program ends at once and leaves its database behind. `nohup` has no terminal.
    process.stdout.on("error", () => {}); // the reader of the last lines is gone
    process.on("SIGHUP", () => void stop("the end of the terminal"));
  }
  if (process.env["npm_lifecycle_event"] !== undefined) whenOrphaned(() => void stop("the end of npm"));
}

async function stopParts({ stops }: Program): Promise<void> {
  for (const stop of stops) await stop();
}

function exitWith(why: string): never {
  console.error(why);
  process.exit(1);
}
