/** What the processes use, and what is short in the server: its metrics, and the kernel's figures of processor time. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf } from "#bench/lib/processes.ts";

/** Figures of a span of time; processor time in cores (1 is one whole core), delays in milliseconds. */
export type Usage = {
  readonly serverCores: number;
  readonly databaseCores: number;
  readonly simulatorCores: number;
  readonly loadCores: number;
  /** How late the server's event loop came: the mean of each look, then the middle and the largest of the looks. */
  readonly loopDelayMs: { readonly median: number; readonly most: number };
  /** The same of this process, whose lateness would make the server look slow. */
  readonly ownDelayMs: number;
  /** Requests that waited for a connection when it was looked. */
  readonly waiting: { readonly median: number; readonly most: number };
  /** Refused in this span, by what was short. */
  readonly shed: Readonly<Record<string, number>>;
};

type Watched = { readonly server: number; readonly database: number; readonly simulators: number };

type Look = { readonly loopDelayMs: number; readonly waiting: number };

const lookEveryMs = 1_000;
/** The timer of the measure itself; Node counts its whole length. */
const resolutionMs = 10;

/** Begins to watch; the function that it gives ends it. */
export function watch(pids: Watched, metricsUrl: string): () => Promise<Usage> {
  const ended = new AbortController();
  const own = monitorEventLoopDelay({ resolution: resolutionMs });
  own.enable();
  const looks: Look[] = [];
  const watching = lookAgain(metricsUrl, looks, ended.signal);
  const before = { at: performance.now(), cpu: cpuOf(pids), shed: readShed(metricsUrl) };
  return async () => {
    ended.abort();
    await watching;
    own.disable();
    const elapsedMs = performance.now() - before.at;
    const after = cpuOf(pids);
    const cores = (who: keyof typeof after) => (after[who] - before.cpu[who]) / elapsedMs;
    const [first, last] = [await before.shed, await readShed(metricsUrl)];
    return {
      serverCores: cores("server"),
      databaseCores: cores("database"),
      simulatorCores: cores("simulators"),
      loadCores: cores("load"),
      loopDelayMs: middleAndMost(looks.map(({ loopDelayMs }) => loopDelayMs)),
      ownDelayMs: Math.max(0, own.mean / 1e6 - resolutionMs),
      waiting: middleAndMost(looks.map(({ waiting }) => waiting)),
      shed: Object.fromEntries(
        Object.entries(last).map(([reason, count]) => [reason, count - (first[reason] ?? 0)]),
      ),
    };
  };
}

function cpuOf(pids: Watched) {
  return {
    server: cpuMsOf(pids.server),
    database: cpuMsOf(pids.database),
    simulators: cpuMsOf(pids.simulators),
    load: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
  };
}

async function lookAgain(metricsUrl: string, looks: Look[], end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await sleep(lookEveryMs, undefined, { signal: end }).catch(() => undefined);
    const text = await readMetrics(metricsUrl);
    if (text === null || end.aborted) continue;
    const loopDelayMs = Math.max(
      0,
      figureOf(text, "nodejs_eventloop_lag_mean_seconds") * 1_000 - resolutionMs,
    );
    looks.push({ loopDelayMs, waiting: figureOf(text, 'wasl_database_connections{state="waiting"}') });
  }
}

async function readShed(metricsUrl: string): Promise<Readonly<Record<string, number>>> {
  const text = (await readMetrics(metricsUrl)) ?? "";
  const lines = text.matchAll(/^wasl_requests_shed_total\{reason="(\w+)"\} (\d+)/gm);
  return Object.fromEntries([...lines].map(([, reason = "", count]) => [reason, Number(count)]));
}

async function readMetrics(url: string): Promise<string | null> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  return (await reply?.text().catch(() => null)) ?? null;
}

function figureOf(text: string, name: string): number {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

function middleAndMost(values: readonly number[]): { readonly median: number; readonly most: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? Number.NaN, most: sorted.at(-1) ?? Number.NaN };
}
