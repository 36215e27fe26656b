/** What is loaded: a PostgreSQL with fsync, the simulators and the program as it is started, each a process of its own. */
import { Agent } from "undici";
import { type Installation, startInstallation } from "#bench/lib/installation.ts";
import { freePort } from "../free-port.ts";
import type { Target } from "./buyer.ts";
import { type Usage, watch } from "./watch.ts";

export type Stage = AsyncDisposable & {
  readonly target: Target;
  readonly installation: Pick<Installation, "db" | "simulatorUrl">;
  readonly watch: () => () => Promise<Usage>;
};

/**
 * Starts all of it.
 * @param settings of the server, beside those of every such installation
 */
export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  await using parts = new AsyncDisposableStack();
  const installation = parts.use(await startInstallation());
  const metricsPort = await freePort();
  const server = await installation.startOurs(undefined, {
    ...settings,
    WASL_METRICS_PORT: String(metricsPort),
  });
  parts.defer(server.stop);
  const agent = new Agent({ connections: null, pipelining: 1 });
  parts.defer(() => agent.destroy());
  const { databasePid, simulatorPid, apiKey } = installation;
  const pids = { server: server.pid, database: databasePid, simulators: simulatorPid };
  const opened = parts.move();
  return {
    target: { url: server.url, apiKey, agent },
    installation,
    watch: () => watch(pids, `http://127.0.0.1:${metricsPort}/metrics`),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
