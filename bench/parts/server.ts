/**
 * The server beside the bare routes: loading an order, creating an invoice, paying it by card. Both sides take turns
 * on the same database; what counts is the ratio of their medians.
 */
import { closedLoop, type LoopFigures, median } from "../lib/closed-loop.ts";
import { type Installation, startInstallation } from "../lib/installation.ts";
import { createOperations, type OperationKind, type Pair, type Side } from "../lib/operations.ts";
import { type BenchOptions, type Figures, type PartResult, prefixed, show, type Table } from "../lib/part.ts";
import { cpuMsOf, memoryMbOf, quietShare, waitUntilQuiet, watchForeign } from "../lib/processes.ts";
import { compareWork } from "../lib/same-work.ts";

const sides: readonly Side[] = ["ours", "bare"];
const patienceMs = 10_000;
/** A sample during which others used too much of the machine is taken again so many times; the quietest one counts. */
const retries = 2;
/** Until V8 has compiled a load as well as it ever does, it takes more than 20,000 of them. */
const warmUpOperations = { load: 25_000, create: 1_200, pay: 1_200 };

type Sample = LoopFigures & {
  /** Processor time per operation of the program and of the database. */
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
  readonly cpuMs: number;
  /** Bytes that the database wrote ahead, per operation. */
  readonly walBytes: number;
  /** Share of the machine that others used meanwhile. */
  readonly foreignShare: number;
};

/** Runs the part. */
export async function run(options: BenchOptions): Promise<PartResult> {
  await using installation = await startInstallation();
  const sameWork = await compareWork(installation);
  await using stack = new AsyncDisposableStack();
  const ours = await installation.startOurs();
  stack.defer(ours.stop);
  const bare = await installation.startBare();
  stack.defer(bare.stop);
  const pair = { ours, bare };
  const figures: Record<string, number> = { ...sameWork.figures };
  for (const kind of await createOperations(installation, pair)) {
    Object.assign(figures, await measureKind({ installation, pair, kind, options }));
  }
  for (const side of sides) figures[`loaded.${side}.memoryMb`] = memoryMbOf(pair[side].pid);
  return { figures, tables: toTables(figures), notes: sameWork.notes };
}

type Measuring = {
  readonly installation: Installation;
  readonly pair: Pair;
  readonly kind: OperationKind;
  readonly options: BenchOptions;
};

async function measureKind(measuring: Measuring): Promise<Figures> {
  const { kind, options } = measuring;
  const samples: Readonly<Record<Side, Sample[]>> = { ours: [], bare: [] };
  const alone: Readonly<Record<Side, Sample[]>> = { ours: [], bare: [] };
  const rates = { ours: 0, bare: 0 };
  for (const side of sides) rates[side] = (await warmUp(measuring, side)).perSecond;
  // A minute later the database would do it by itself; until then it plans as if its tables were empty.
  await measuring.installation.db.pool.query("analyze");
  for (let round = 0; round < options.rounds; round += 1) {
    for (const side of sides) {
      const taken = await takeQuietSample(measuring, {
        side,
        connections: kind.connections,
        rate: rates[side],
      });
      rates[side] = taken.perSecond;
      samples[side].push(taken);
      alone[side].push(await takeSample(measuring, { side, connections: 1, rate: taken.perSecond }));
    }
  }
  return Object.assign(
    {},
    ...sides.flatMap((side) => [
      prefixed(`${kind.name}.${side}`, mediansOf(samples[side])),
      { [`${kind.name}.${side}.aloneP50Ms`]: median(alone[side].map(({ p50Ms }) => p50Ms)) },
    ]),
  );
}

/** Compiled code, prepared statements and full caches on both sides, whatever the machine's speed. */
async function warmUp({ pair, kind }: Measuring, side: Side): Promise<LoopFigures> {
  let left = warmUpOperations[kind.name];
  const work = await kind.prepare(side, left);
  const figures = await closedLoop({
    origin: pair[side].url,
    connections: kind.connections,
    durationMs: Number.POSITIVE_INFINITY,
    next: () => {
      left -= 1;
      return left < 0 ? null : work.next();
    },
  });
  await work.verify();
  return figures;
}

type Taking = { readonly side: Side; readonly connections: number; readonly rate: number };

async function takeQuietSample(measuring: Measuring, taking: Taking): Promise<Sample> {
  let best = await takeSample(measuring, taking);
  for (let retry = 0; retry < retries && best.foreignShare > quietShare; retry += 1) {
    const again = await takeSample(measuring, taking);
    if (again.foreignShare < best.foreignShare) best = again;
  }
  return best;
}

async function takeSample({ installation, pair, kind, options }: Measuring, taking: Taking): Promise<Sample> {
  const { side, connections, rate } = taking;
  const { url, pid } = pair[side];
  // More than the sample can use, so that it does not end early.
  const work = await kind.prepare(side, Math.ceil(rate * options.seconds * 1.6) + connections);
  await waitUntilQuiet(patienceMs);
  const before = {
    server: cpuMsOf(pid),
    database: cpuMsOf(installation.databasePid),
    wal: await walBytes(installation),
  };
  const foreign = watchForeign(process.pid);
  const loop = await closedLoop({
    origin: url,
    connections,
    durationMs: options.seconds * 1000,
    next: work.next,
  });
  const foreignShare = foreign();
  const perOperation = (used: number): number => used / loop.operations;
  const serverCpuMs = perOperation(cpuMsOf(pid) - before.server);
  const databaseCpuMs = perOperation(cpuMsOf(installation.databasePid) - before.database);
  const walPerOperation = perOperation((await walBytes(installation)) - before.wal);
  await work.verify();
  return {
    ...loop,
    serverCpuMs,
    databaseCpuMs,
    cpuMs: serverCpuMs + databaseCpuMs,
    walBytes: walPerOperation,
    foreignShare,
  };
}

async function walBytes({ db }: Installation): Promise<number> {
  const { rows } = await db.pool.query("select pg_current_wal_insert_lsn() - '0/0' as bytes");
  return Number(rows[0].bytes);
}

function mediansOf(samples: readonly Sample[]): Figures {
  const middle = (read: (sample: Sample) => number): number => median(samples.map(read));
  return {
    perSecond: middle((sample) => sample.perSecond),
    p50Ms: middle((sample) => sample.p50Ms),
    p99Ms: middle((sample) => sample.p99Ms),
    serverCpuMs: middle((sample) => sample.serverCpuMs),
    databaseCpuMs: middle((sample) => sample.databaseCpuMs),
    cpuMs: middle((sample) => sample.cpuMs),
    walBytes: middle((sample) => sample.walBytes),
    foreignShare: middle((sample) => sample.foreignShare),
  };
}

const shown = [
  ["perSecond", "operations per second"],
  ["p50Ms", "p50, ms"],
  ["p99Ms", "p99, ms"],
  ["aloneP50Ms", "p50 of one caller, ms"],
  ["cpuMs", "CPU per operation, ms"],
  ["serverCpuMs", "  of the program"],
  ["databaseCpuMs", "  of the database"],
  ["statements", "statements"],
  ["rows", "new rows"],
  ["walBytes", "bytes written ahead"],
  ["foreignShare", "CPU used by others"],
] as const;

function toTables(figures: Figures): readonly Table[] {
  const compare = (name: string, key: string, label: string): readonly string[] => {
    const [ours, bare] = sides.map((side) => figures[`${name}.${side}.${key}`]);
    const ratio = ours === undefined || !bare ? undefined : ours / bare;
    return [label, show(ours), show(bare), key === "foreignShare" ? "" : show(ratio)];
  };
  const kinds = ["load", "create", "pay"].map((name) => ({
    head: [name, "ours", "bare", "ratio"],
    rows: shown.map(([key, label]) => compare(name, key, label)),
  }));
  const memory = compare("loaded", "memoryMb", "memory afterwards, MB");
  return [...kinds, { head: ["", "ours", "bare", "ratio"], rows: [memory] }];
}
