/**
 * The kit that every provider simulator is made of (design 9.7). A simulator is a plugin that speaks the provider's
 * wire under its own name, plus a description for people. It keeps its state in stores, tells the ledger what it
 * charged, and answers through `serve`, which plays faults and writes the journal.
 *
 * A simulator never imports the adapter that talks to it: a fake must not share the adapter's logic.
 */

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "#core/ports.ts";
import type { SimulatorClock } from "./clock.ts";
import { createServe, type Serve } from "./exchange.ts";
import { createFaultQueue, type FaultQueue } from "./faults.ts";
import type { SimulatorIds } from "./ids.ts";
import type { Journal } from "./journal.ts";
import { type Ledger, ledgerEntrySchema } from "./ledger.ts";
import { createState, type SimulatorState, type Store, type StoreOptions } from "./state.ts";
import { createWebhookSender, isOneLike, type PostWebhook, type WebhookSender } from "./webhooks.ts";

/** A table of the control page, such as the test cards. */
export type MagicTable = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type SimulatorDescription = {
  readonly title: string;
  /** What it stands for and how to reach it, one or two sentences. */
  readonly summary: string;
  /** Names under which requests appear in the journal and to which faults may be limited. */
  readonly operations: readonly string[];
  /** Faults that it obeys: name and one sentence. */
  readonly faults: Readonly<Record<string, string>>;
  readonly magicValues: readonly MagicTable[];
  /** What a reader might expect and will not find. */
  readonly notSimulated: readonly string[];
};

export type Simulator = {
  /** Its path prefix, its name in the control API and the name of its state file: lower-case letters and digits. */
  readonly name: string;
  readonly describe: () => SimulatorDescription;
  /** Adds the routes. `app` is already under `/<name>` and reads JSON (an empty body is `undefined`) and forms. */
  readonly register: (app: FastifyInstance, tools: SimulatorTools) => void;
};

export type SimulatorTools = {
  readonly clock: SimulatorClock;
  readonly ids: SimulatorIds;
  /** A named map that reset empties and that may survive restarts. */
  readonly store: <T>(options: StoreOptions<T>) => Store<T>;
  readonly ledger: Pick<Ledger, "record">;
  readonly serve: Serve;
  /** Sends a notification that no request caused: something that time alone has done. */
  readonly notify: WebhookSender["send"];
  /**
   * The address for notifications that the merchant has typed into the provider's own portal, from the start; null where no one has. A
   * simulator whose provider is given the address by a request takes it from there.
   */
  readonly notificationUrl: string | null;
  /** The simulator's address as the caller sees it, without a final slash: `http://127.0.0.1:3001/mpgs`. */
  readonly baseUrl: (request: FastifyRequest) => string;
  /** "strangers" beside real money: all the world reads what it shows, and may type a card of their own. */
  readonly visitors: Visitors;
  /**
   * What a list for people shows of its entries: the newest. Strangers see those of one order alone, whose number the address
   * names (`?order=`): it opens the order's own page as well. What others try out is not shown.
   */
  readonly listed: <T>(request: FastifyRequest, entries: readonly T[]) => readonly T[];
};

export type Visitors = "own people" | "strangers";

const listedEntries = 50;

function listedFor(visitors: Visitors): SimulatorTools["listed"] {
  return (request, entries) => {
    if (visitors === "own people") return entries.slice(0, listedEntries);
    const { order } = request.query as { readonly order?: unknown };
    if (typeof order !== "string" || !/^[0-9A-Z]{16}$/.test(order)) return [];
    return entries.filter((entry) => JSON.stringify(entry).includes(`"${order}"`));
  };
}

/** One simulator with everything that the server and the control API need of it. */
export type MountedSimulator = {
  readonly simulator: Simulator;
  readonly tools: SimulatorTools;
  readonly faults: FaultQueue;
  readonly state: SimulatorState;
  readonly ledger: Ledger;
  readonly webhooks: WebhookSender;
};

/** Checks the name, which becomes an address and a file name, and gives the simulator back. */
export function defineSimulator(simulator: Simulator): Simulator {
  if (!/^[a-z][a-z0-9]{1,30}$/.test(simulator.name))
    throw new Error(`not a simulator name: ${simulator.name}`);
  return simulator;
}

/**
 * Builds the tools of one simulator on the shared clock and journal. With `stateDir` its persistent stores and its
 * ledger are read back from there. `publicUrl` replaces the origin that is otherwise taken from the Host header.
 */
export function mountSimulator(
  simulator: Simulator,
  shared: {
    readonly clock: SimulatorClock;
    readonly ids: SimulatorIds;
    readonly postWebhook: PostWebhook;
    readonly journal: Journal;
    readonly log: Log;
    readonly stateDir?: string | undefined;
    readonly publicUrl?: string | undefined;
    readonly visitors: Visitors;
    readonly notificationUrl?: ((simulator: string) => string) | undefined;
  },
): MountedSimulator {
  const { name } = simulator;
  const { clock, ids, journal, postWebhook } = shared;
  const faults = createFaultQueue();
  const state = createState({ simulator: name, stateDir: shared.stateDir, log: shared.log });
  const notificationUrl = shared.notificationUrl?.(name) ?? null;
  const mayReceive = shared.visitors === "strangers" ? isOneLike(notificationUrl) : undefined;
  const webhooks = createWebhookSender({ simulator: name, clock, journal, postWebhook, mayReceive });
  const ledger = createLedger(name, state);
  const tools: SimulatorTools = {
    clock,
    ids,
    store: state.store,
    ledger,
    serve: createServe({ simulator: name, clock, journal, faults, webhooks }),
    notify: webhooks.send,
    notificationUrl,
    visitors: shared.visitors,
    listed: listedFor(shared.visitors),
    baseUrl: (request) => `${shared.publicUrl ?? `${request.protocol}://${request.host}`}/${name}`,
  };
  return { simulator, tools, faults, state, ledger, webhooks };
}

/** Movements of money are never dropped for size in practice: this many fill hours of a benchmark. */
const ledgerLimit = 2_000_000;

function createLedger(simulator: string, state: SimulatorState): Ledger {
  const entries = state.store({ name: "ledger", persist: ledgerEntrySchema, limit: ledgerLimit });
  return {
    record(entry) {
      // A movement is recorded once: the same transaction of the same order is the same movement.
      entries.set(`${entry.merchant}/${entry.orderId}/${entry.transactionId}`, { simulator, ...entry });
    },
    list(orderId) {
      const all = [...entries.values()];
      return orderId === undefined ? all : all.filter((entry) => entry.orderId === orderId);
    },
  };
}
