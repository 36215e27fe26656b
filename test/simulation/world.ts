/** The world of one seed: time, chance, a network, providers, our processes and a shop with its orders. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type pg from "pg";
import type { Database } from "#db/open.ts";
import type { Connection } from "./lent-connections.ts";
import type { LockDesk } from "./lock-waits.ts";
import { createNetwork, type Network, withoutIds } from "./network.ts";
import { callNode } from "./node.ts";
import type { Plan } from "./plan.ts";
import { createProcesses, type Processes } from "./processes.ts";
import { createRandom } from "./random.ts";
import type { Sale } from "./sales.ts";
import { createScheduler, type Owner, type Scheduler, stepContext } from "./scheduler.ts";
import { makeShop } from "./shop.ts";
import type { Providers } from "./stage.ts";
import type { Timeline } from "./timeline.ts";
import { createTimeline } from "./timeline.ts";

export type Order = {
  readonly id: number;
  readonly orderNumber: string;
  /** Its name in the history, where no identifier stands: they differ between two plays of a seed. */
  readonly name: string;
};

export type World = {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly providers: FastifyInstance;
  /** Our processes; null while one is down. */
  readonly lives: Processes["lives"];
  /** For what is there before the world begins. */
  readonly db: Database;
  /** Reads what is committed, beside the world, which stands still meanwhile. */
  readonly reader: Pick<pg.Pool, "query">;
  readonly merchantId: number;
  readonly apiKey: string;
  /** By their place in the plan; one that was not made yet has none. */
  readonly orders: (Order | undefined)[];
  /** What buyers order from; null where the orders are invoices. */
  sale: Sale | null;
  /** What was done and its outcome, in order. */
  readonly history: string[];
  /** What must never happen and did. */
  readonly problems: string[];
  /** Orders whose buyer received the answer that they are paid. */
  readonly toldPaid: Set<string>;
  readonly note: (line: string) => void;
  readonly sleep: (ms: number) => Promise<void>;
  /** A request of a browser or of the merchant's server; null when no answer comes back. */
  readonly call: (node: number, request: InjectOptions) => Promise<LightMyRequestResponse | null>;
  /** What a browser does at a provider's own page. */
  readonly visit: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  /** Ends the process at the n-th of its turns from now. */
  readonly crashAt: Processes["crashAt"];
  /** From now on everything arrives and no process dies. */
  readonly calm: () => void;
  /** Ends all processes. */
  readonly end: () => Promise<void>;
};

export type WorldParts = {
  readonly plan: Plan;
  readonly without: ReadonlySet<string>;
  readonly db: Database;
  readonly free: Connection[];
  readonly providers: Providers;
  readonly locks: LockDesk;
  readonly startMs: number;
  /** Makes the shop's name differ from those of other worlds of the same database. */
  readonly place: number;
};

/** A browser is a process that nothing happens to. */
const browser: Owner = { name: "browser", isDead: false, pausedUntil: 0, aheadMs: 0 };

/** Makes one, with its processes up and its shop there. */
export async function createWorld(parts: WorldParts): Promise<World> {
  const { plan, db, free } = parts;
  const { seed } = plan;
  const timeline = createTimeline(parts.startMs);
  const [history, problems]: [string[], string[]] = [[], []];
  const note = (line: string): void =>
    void history.push(`${((timeline.now() - parts.startMs) / 1000).toFixed(3).padStart(10)} ${line}`);
  const call: World["call"] = async (node, request) => {
    const life = processes.lives[node];
    if (!life) return null;
    const reply = await callNode(life, request);
    if (reply?.statusCode === 500) problems.push(`500 from ${request.url}: ${reply.body}`);
    return reply;
  };
  const scheduler = createScheduler({
    timeline,
    random: createRandom(`${seed} turns`),
    locks: parts.locks,
    onTurn: (parked, isDone) => processes.onTurn(parked, isDone),
  });
  const network = createNetwork({
    seed,
    rates: plan.rates,
    timeline,
    scheduler,
    providers: parts.providers.app,
    without: parts.without,
    note,
    onProblem: (problem) => void problems.push(problem),
    tellUs: async ({ path, headers, body }) => {
      const node = createRandom(`${seed} message ${timeline.now() - parts.startMs}`).whole(0, plan.nodes - 1);
      const reply = await call(node, { method: "POST", url: path, headers, payload: body });
      return reply?.statusCode ?? null;
    },
  });
  const processes = createProcesses({
    seed,
    place: parts.place,
    nodes: plan.nodes,
    free,
    timeline,
    scheduler: () => scheduler,
    httpOf: network.httpOf,
    note,
    onError: (name, line) => judgeLogLine(line, name, problems, note),
  });
  parts.providers.enter({
    timeline,
    postWebhook: network.postWebhook,
    random: createRandom(`${seed} providers ${parts.place}`),
  });
  for (let node = 0; node < plan.nodes; node += 1) processes.begin(node);
  const shop = await makeShop(db, parts.place);
  return {
    plan,
    timeline,
    scheduler,
    network,
    providers: parts.providers.app,
    lives: processes.lives,
    reader: readingBeside(db.pool, scheduler),
    ...shop,
    orders: [],
    sale: null,
    db,
    history,
    problems,
    toldPaid: new Set(),
    note,
    sleep: (ms) => new Promise((resolve) => void timeline.at(timeline.now() + ms, resolve)),
    call,
    visit: visitAt(parts.providers.app, scheduler),
    crashAt: processes.crashAt,
    end: processes.end,
    calm: () => {
      network.calm();
      processes.calm();
    },
  };
}

function visitAt(providers: FastifyInstance, scheduler: Scheduler): World["visit"] {
  return async (request) =>
    await scheduler.park(
      { owner: browser, label: `${request.method ?? "GET"} ${withoutIds(String(request.url))}` },
      async () => await providers.inject({ headers: { host: "localhost:3001" }, ...request }),
    );
}

/** What a check reads takes no time of the world. */
function readingBeside(pool: pg.Pool, scheduler: Scheduler): Pick<pg.Pool, "query"> {
  const query = (text: string, values: unknown[]): Promise<unknown> => {
    const read = pool.query(text, values);
    scheduler.hold(read.catch(() => {}));
    return read;
  };
  return { query } as Pick<pg.Pool, "query">;
}

/** Errors that faults of the network, of providers and of processes explain. */
const expectedErrors = new Set(["surplus money", "late money", "failed after the provider was called"]);

function judgeLogLine(line: string, name: string, problems: string[], note: (line: string) => void): void {
  const { event, msg, error } = JSON.parse(line) as {
    event?: string;
    msg?: string;
    error?: { message?: string };
  };
  const what = event ?? msg ?? line;
  note(`${name} logs: ${what}${error?.message ? `: ${error.message}` : ""}`);
  if (!expectedErrors.has(what)) problems.push(`${name} logs: ${line.slice(0, 400)}`);
}

/** Runs a step of the plan under its name. */
export async function asStep<T>(step: string, work: () => Promise<T>): Promise<T> {
  return await stepContext.run({ step, requests: 0 }, work);
}
