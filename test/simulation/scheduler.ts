/**
 * Lets one thing happen at a time. Whatever the application does that leaves its own memory (a statement, a request to
 * a provider) is parked here first; the seed decides whose turn is next, and time moves on only when nothing can happen
 * without it. So the same seed plays the same history, although the database is a real one: a statement that waits for
 * a row's lock is noticed, and others continue until it comes free.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { createLockWaits, type LockDesk } from "./lock-waits.ts";
import type { Random } from "./random.ts";
import type { Timeline } from "./timeline.ts";

/** A process of the world; once dead, nothing that it began continues. */
export type Owner = {
  readonly name: string;
  isDead: boolean;
  /** Frozen until this moment. */
  pausedUntil: number;
  /** How far its clock is ahead of the world's time. */
  aheadMs: number;
};

/** Which step of the plan the running code belongs to, and how many requests to providers it made. */
export type StepContext = { readonly step: string; requests: number };

export const stepContext = new AsyncLocalStorage<StepContext>();

export type Parked = {
  readonly owner: Owner;
  readonly label: string;
  readonly step: string;
  /** The database's process that does it, where one does. */
  readonly processId: number | null;
  /** Does it; gives what hands its result over, unless the owner is dead by then. */
  readonly run: () => Promise<() => void>;
};

export type Scheduler = {
  /** Waits for its turn, then does `work`. Never resolves for an owner that dies. */
  readonly park: <T>(
    what: { readonly owner: Owner; readonly label: string; readonly processId?: number },
    work: () => Promise<T>,
  ) => Promise<T>;
  /** Plays until `isOver` says so; rejects when nothing can happen any more before that. */
  readonly play: (isOver: () => boolean) => Promise<void>;
  /** Drops what a dead owner had parked, and waits for what it has running. */
  readonly drop: (owner: Owner) => Promise<void>;
  /** Nothing else happens before `work`, which is this process's own, is done. */
  readonly hold: (work: Promise<unknown>) => void;
  /** Every turn that was taken, for comparing two runs of one seed. */
  readonly turns: string[];
};

export type SchedulerParts = {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly locks: LockDesk;
  /** Called before (`isDone` false) and after each turn: here an owner may be killed. */
  readonly onTurn: (parked: Parked, isDone: boolean) => Promise<void>;
};

export function createScheduler({ timeline, random, locks: desk, onTurn }: SchedulerParts): Scheduler {
  let parked: Parked[] = [];
  const locks = createLockWaits(desk);
  let held: Promise<unknown>[] = [];
  let arrivals = 0;
  let lastStep = "";
  const turns: string[] = [];
  /** How readily the world continues with what it did last: some seeds mix everything, some hardly anything. */
  const patience = random.pick([0.2, 0.6, 0.9, 0.97]);

  /** Until everything that can run in this process's own memory has run. */
  const settle = async (): Promise<void> => {
    for (let seen = -1; seen !== arrivals || held.length > 0; ) {
      seen = arrivals;
      await held[0];
      held = held.slice(1);
      await turn();
      await turn();
    }
  };

  const take = async (next: Parked): Promise<void> => {
    parked = parked.filter((other) => other !== next);
    lastStep = next.step;
    turns.push(`${timeline.now()} ${next.owner.name} ${next.step} ${next.label}`);
    timeline.moveTo(timeline.now() + 1);
    await onTurn(next, false);
    if (next.owner.isDead) return;
    await locks.begin(next);
    await onTurn(next, true);
  };

  const choose = (): Parked | undefined => {
    const ready = parked.filter(({ owner }) => owner.pausedUntil <= timeline.now());
    if (ready.length < 2) return ready[0];
    const goingOn = random.chance(patience) ? ready.find(({ step }) => step === lastStep) : undefined;
    return goingOn ?? random.pick(ready);
  };

  return {
    turns,
    park: ({ owner, label, processId }, work) =>
      new Promise((resolve, reject) => {
        if (owner.isDead) return;
        arrivals += 1;
        const run = async (): Promise<() => void> => {
          const hand = await work().then(
            (value) => () => resolve(value),
            (error: unknown) => () => reject(error),
          );
          return () => void (owner.isDead || hand());
        };
        parked.push({ owner, label, processId: processId ?? null, run, step: nameOfStep() });
      }),
    drop: async (owner) => {
      parked = parked.filter((each) => each.owner !== owner);
      await locks.end(owner);
    },
    hold: (work) => void held.push(work),
    play: async (isOver) => {
      for (;;) {
        await settle();
        if (locks.count() > 0) {
          await locks.follow();
          await settle();
        }
        if (isOver()) return;
        if (timeline.runDue()) continue;
        const next = choose();
        if (next) {
          await take(next);
          continue;
        }
        const moment = earliest([timeline.next(), ...parked.map(({ owner }) => owner.pausedUntil)]);
        if (moment === null && (await comesLate(() => `${arrivals} ${held.length} ${isOver()}`))) continue;
        if (moment === null)
          throw new Error(
            `nothing can happen any more; ${parked.length} parked, waiting for locks: ${locks.labels().join("; ")}`,
          );
        timeline.moveTo(moment);
      }
    },
  };
}

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function nameOfStep(): string {
  return stepContext.getStore()?.step ?? "-";
}

/** On a machine that is busy, what the process itself works at may take a while. */
async function comesLate(state: () => string): Promise<boolean> {
  const seen = state();
  for (let looks = 0; looks < 500 && seen === state(); looks += 1) await wait(20);
  return seen !== state();
}
