/** Turns under way: a statement that waits for a row's lock is left to wait, and others continue until it comes free. */
import type { Owner, Parked } from "./scheduler.ts";

export type LockWaits = {
  /** Begins a turn and waits until it is done or waits for a lock. */
  readonly begin: (parked: Parked) => Promise<void>;
  /** Waits for every turn that no longer waits: what came free is done before anything else happens. */
  readonly follow: () => Promise<void>;
  /** Cancels an owner's statements and waits for their end. */
  readonly end: (owner: Owner) => Promise<void>;
  readonly count: () => number;
  /** What waits, for a message. */
  readonly labels: () => readonly string[];
};

/** The database beside the world. */
export type LockDesk = {
  /** Of these processes of the database, those that wait for a lock. */
  readonly blockedOf: (processIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Ends the statement that a process is at. */
  readonly cancel: (processId: number) => Promise<void>;
};

type Running = {
  readonly parked: Parked;
  readonly finished: Promise<void>;
  isSettled: boolean;
  /** Its caller continues: not when the machine is done, but when it is its turn. */
  hand: () => void;
};

/** A statement that takes longer may be waiting for a lock. */
const quickMs = 3;

export function createLockWaits({ blockedOf, cancel }: LockDesk): LockWaits {
  let blocked: Running[] = [];

  /** @param wasWaiting it did when it was looked at last, and mostly still does */
  const isWaiting = async (running: Running, wasWaiting = false): Promise<boolean> => {
    const { processId } = running.parked;
    if (wasWaiting && processId !== null && (await blockedOf([processId])).has(processId)) return true;
    // Each look takes the machine's time as well: at what takes long it is looked less and less often.
    for (let patienceMs = quickMs; !running.isSettled; patienceMs *= 2) {
      await finishedOrLate(running.finished, patienceMs);
      if (running.isSettled || processId === null) continue;
      if ((await blockedOf([processId])).has(processId)) return true;
    }
    return false;
  };

  return {
    count: () => blocked.length,
    labels: () => blocked.map(({ parked: { owner, step, label } }) => `${owner.name} ${step} ${label}`),
    begin: async (parked) => {
      const running: Running = { parked, isSettled: false, finished: Promise.resolve(), hand: () => {} };
      const finished = parked.run().then((hand) => {
        Object.assign(running, { isSettled: true, hand });
      });
      Object.assign(running, { finished });
      if (await isWaiting(running)) blocked.push(running);
      else running.hand();
    },
    follow: async () => {
      for (let before = -1; before !== blocked.length && blocked.length > 0; ) {
        before = blocked.length;
        const still: Running[] = [];
        for (const running of blocked)
          if (await isWaiting(running, true)) still.push(running);
          else running.hand();
        blocked = still;
      }
    },
    end: async (owner) => {
      const own = blocked.filter((each) => each.parked.owner === owner);
      blocked = blocked.filter((each) => each.parked.owner !== owner);
      for (const { parked } of own) if (parked.processId !== null) await cancel(parked.processId);
      await Promise.all(own.map(({ finished }) => finished));
    },
  };
}

/** Done for every statement of every world: the plain timer costs a fraction of one that is ended by a signal. */
async function finishedOrLate(finished: Promise<void>, lateMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lateMs);
  });
  await Promise.race([finished, late]);
  clearTimeout(timer);
}
