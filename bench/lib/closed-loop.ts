/** A closed loop: so many connections, each of which begins the next operation when the last one has ended. */
import { type HttpConnection, openConnection } from "./http-connection.ts";

/** One operation on a connection of its own; rejects when the server answered anything but what was expected. */
export type Operation = (connection: HttpConnection) => Promise<void>;

export type LoopOptions = {
  readonly origin: string;
  readonly connections: number;
  readonly durationMs: number;
  /** The next operation; null when there is nothing left to do, which ends the loop early. */
  readonly next: () => Operation | null;
};

export type LoopFigures = {
  readonly operations: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** Runs the loop. Operations under way when the time has ended are finished and counted. */
export async function closedLoop(options: LoopOptions): Promise<LoopFigures> {
  const { origin, durationMs, next } = options;
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () => openConnection(origin)),
  );
  const timesMs: number[] = [];
  const startedAt = performance.now();
  const run = async (connection: HttpConnection): Promise<void> => {
    for (let now = startedAt; now - startedAt < durationMs; ) {
      const operation = next();
      if (operation === null) return;
      const begun = performance.now();
      await operation(connection);
      now = performance.now();
      timesMs.push(now - begun);
    }
  };
  try {
    await Promise.all(connections.map(run));
  } finally {
    for (const connection of connections) connection.close();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = timesMs.toSorted((a, b) => a - b);
  return {
    operations: sorted.length,
    perSecond: sorted.length / seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
  };
}

/** A value of a sorted list by its rank, 0 to 1. */
export function quantile(sorted: readonly number[], rank: number): number {
  return sorted[Math.min(Math.floor(sorted.length * rank), sorted.length - 1)] ?? Number.NaN;
}

/** The middle value; of an even number of values the lower of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

const atOnce = 16;

/** Does all of these once, several at a time. */
export async function runAll(origin: string, operations: readonly Operation[]): Promise<void> {
  const left = operations.values();
  await closedLoop({
    origin,
    connections: atOnce,
    durationMs: Number.POSITIVE_INFINITY,
    next: () => left.next().value ?? null,
  });
}
