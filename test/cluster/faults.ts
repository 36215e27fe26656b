/** What the cluster suffers. Each fault begins while the load is on, and ends once writes have come back. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  cluster,
  findPrimary,
  type Machine,
  machines,
  processesOf,
  signal,
  waitUntilUnlocked,
  waslProcess,
} from "./machines.ts";

export type Fault = {
  /** What the table of results calls it. */
  readonly title: string;
  /** Does it, and gives what ends it again: a machine that is switched on, a cable that is plugged in. */
  readonly inflict: (primary: Machine) => Promise<() => Promise<unknown>>;
  /** The Wasl server that it kills, if any: this one may be another process afterwards. */
  readonly killsServer?: Machine;
  /** When it must have been felt, milliseconds, where that is later than usual. */
  readonly feltAfterMs?: number;
};

const nothing = async (): Promise<void> => {};
const standbysOf = (primary: Machine): readonly Machine[] => machines.filter((each) => each !== primary);

/** Until then a commit that needs no standby is acknowledged and reaches none. */
const replicationStallMs = 1_500;

export const faults = {
  "kill-primary": {
    title: "kill -9 of all of the primary's machine",
    inflict: async (primary) => {
      signal(await processesOf(primary), "SIGKILL");
      return async () => await cluster(["machine", primary]);
    },
  },
  "freeze-primary": {
    title: "SIGSTOP of all of the primary's machine",
    inflict: async (primary) => {
      const frozen = await processesOf(primary);
      signal(frozen, "SIGSTOP");
      return async () => signal(frozen, "SIGCONT");
    },
  },
  "cut-primary": {
    title: "the primary's machine off the network",
    inflict: async (primary) => {
      await cluster(["cut", primary]);
      return async () => await cluster(["join", primary]);
    },
  },
  "return-and-crash": {
    title: "the primary's machine off the network and back, as the new primary's PostgreSQL is killed",
    inflict: async (primary) => {
      await cluster(["cut", primary]);
      return async () => {
        const next = (await findPrimary()) ?? primary;
        const own = await processesOf(primary, "patroni");
        // Who returns asks for its lock, which it lost long ago, just when no machine has it (docs/decisions/0280).
        signal(own, "SIGSTOP");
        await cluster(["join", primary]);
        signal(await processesOf(next, "postgres"), "SIGKILL");
        await waitUntilUnlocked(next);
        signal(own, "SIGCONT");
      };
    },
  },
  "cut-standby": {
    title: "a standby's machine off the network",
    inflict: async (primary) => {
      const [standby = primary] = standbysOf(primary);
      await cluster(["cut", standby]);
      return async () => await cluster(["join", standby]);
    },
  },
  "cut-etcd": {
    title: "etcd beside the primary off the network, PostgreSQL on it",
    // The primary's lock lasts 20 seconds.
    feltAfterMs: 40_000,
    inflict: async (primary) => {
      await cluster(["cut-etcd", primary]);
      return async () => await cluster(["join-etcd", primary]);
    },
  },
  "stall-and-kill": {
    title: "replication stalled 1.5 s, then kill -9 of the primary's machine",
    inflict: async (primary) => {
      // Off the network: what a standby has in the buffers of its kernel it would still read.
      for (const standby of standbysOf(primary)) await cluster(["cut", standby]);
      await sleep(replicationStallMs);
      await cluster(["cut", primary]);
      signal(await processesOf(primary), "SIGKILL");
      for (const standby of standbysOf(primary)) await cluster(["join", standby]);
      return async () => {
        await cluster(["join", primary]);
        await cluster(["machine", primary]);
      };
    },
  },
  "kill-postgres": {
    title: "kill -9 of PostgreSQL alone",
    inflict: async (primary) => {
      signal(await processesOf(primary, "postgres"), "SIGKILL");
      return nothing;
    },
  },
  "kill-etcd": {
    title: "kill -9 of etcd beside the primary",
    inflict: async (primary) => {
      signal(await processesOf(primary, "etcd"), "SIGKILL");
      return async () => await cluster(["etcd", primary]);
    },
  },
  switchover: {
    title: "switchover by patronictl",
    inflict: async (primary) => {
      const [next = primary] = standbysOf(primary);
      await cluster(["switchover", next]);
      return nothing;
    },
  },
  "kill-node": {
    title: "kill -9 of a Wasl server",
    killsServer: 2,
    inflict: async () => {
      signal([waslProcess(2)], "SIGKILL");
      return nothing;
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as readonly FaultName[];
