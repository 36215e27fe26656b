/**
 * Whether an operation does the same work on both sides, looked at one operation at a time: rows that appear in every
 * table, calls that the gateway receives. Statements are counted as well; there the sides differ, and may.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { closedLoop, median } from "./closed-loop.ts";
import type { Installation } from "./installation.ts";
import { createOperations, type OperationKind, type Side } from "./operations.ts";
import type { Figures } from "./part.ts";
import { startStatementCounter } from "./statement-counter.ts";

/** The first of these prepares statements and fills caches. */
const repetitions = 6;

/** What comes after the answer (notifications of the gateway) has ended by then. */
const afterwardsMs = 150;

type Trace = {
  readonly statements: number;
  /** New rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly gatewayCalls: number;
};

export type SameWork = {
  /** `create.ours.statements`, `pay.bare.rows` and so on. */
  readonly figures: Figures;
  /** One sentence for each difference. */
  readonly notes: readonly string[];
};

/**
 * Traces every operation on both sides, each on a program of its own behind a counter.
 * @throws Error when the bare side does more than ours: then it is no ceiling
 */
export async function compareWork(installation: Installation): Promise<SameWork> {
  await using stack = new AsyncDisposableStack();
  const counter = stack.use(await startStatementCounter(installation.databaseUrl));
  const ours = await installation.startOurs(counter.databaseUrl);
  stack.defer(ours.stop);
  const bare = await installation.startBare(counter.databaseUrl);
  stack.defer(bare.stop);
  const figures: Record<string, number> = {};
  const notes: string[] = [];
  for (const kind of await createOperations(installation, { ours, bare })) {
    const trace = async (side: Side, url: string): Promise<Trace> => {
      const traces = await traceMany({ installation, kind, side, url, take: counter.take });
      const last = traces.at(-1);
      if (!last) throw new Error("nothing was traced");
      // Jobs of the server run beside: the middle one has none of their statements.
      return { ...last, statements: median(traces.map(({ statements }) => statements)) };
    };
    const both = { ours: await trace("ours", ours.url), bare: await trace("bare", bare.url) };
    for (const side of ["ours", "bare"] as const) {
      figures[`${kind.name}.${side}.statements`] = both[side].statements;
      figures[`${kind.name}.${side}.rows`] = sum(both[side].rows);
      figures[`${kind.name}.${side}.gatewayCalls`] = both[side].gatewayCalls;
    }
    notes.push(...differences(kind.name, both));
  }
  return { figures, notes };
}

async function traceMany(of: {
  readonly installation: Installation;
  readonly kind: OperationKind;
  readonly side: Side;
  readonly url: string;
  readonly take: () => string[];
}): Promise<Trace[]> {
  const { installation, kind, side, url, take } = of;
  const work = await kind.prepare(side, repetitions);
  const traces: Trace[] = [];
  for (let turn = 0; turn < repetitions; turn += 1) {
    await sleep(afterwardsMs);
    const rowsBefore = await countRows(installation);
    const callsBefore = await countGatewayCalls(installation);
    take();
    const once = [work.next()].values();
    await closedLoop({
      origin: url,
      connections: 1,
      durationMs: Number.POSITIVE_INFINITY,
      next: () => once.next().value ?? null,
    });
    await sleep(afterwardsMs);
    const statements = take().length;
    const rowsAfter = await countRows(installation);
    traces.push({
      statements,
      rows: Object.fromEntries(
        Object.entries(rowsAfter)
          .map(([table, count]) => [table, count - (rowsBefore[table] ?? 0)] as const)
          .filter(([, added]) => added !== 0),
      ),
      gatewayCalls: (await countGatewayCalls(installation)) - callsBefore,
    });
  }
  return traces.slice(1);
}

async function countRows({ db }: Installation): Promise<Readonly<Record<string, number>>> {
  const tables = await db.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  );
  const counts = tables.rows.map(({ name }) => `select '${name}' as name, count(*) as rows from "${name}"`);
  const { rows } = await db.pool.query<{ name: string; rows: number }>(counts.join(" union all "));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

async function countGatewayCalls({ simulatorUrl }: Installation): Promise<number> {
  const response = await fetch(`${simulatorUrl}/_control/journal?simulator=mpgs`);
  const { entries } = (await response.json()) as { entries: { readonly method: string }[] };
  return entries.filter(({ method }) => method !== "WEBHOOK").length;
}

function differences(name: string, { ours, bare }: Readonly<Record<Side, Trace>>): string[] {
  const notes: string[] = [];
  const compare = (what: string, ourCount: number, bareCount: number): void => {
    if (bareCount > ourCount) throw new Error(`${name}: the bare route does more than ours (${what})`);
    if (ourCount > bareCount)
      notes.push(`${name}: ours does more than the bare route: ${what} ${ourCount}, bare ${bareCount}`);
  };
  compare("gateway calls", ours.gatewayCalls, bare.gatewayCalls);
  for (const table of new Set([...Object.keys(ours.rows), ...Object.keys(bare.rows)])) {
    compare(`rows in ${table}`, ours.rows[table] ?? 0, bare.rows[table] ?? 0);
  }
  return notes;
}

function sum(rows: Trace["rows"]): number {
  return Object.values(rows).reduce((total, count) => total + count, 0);
}
