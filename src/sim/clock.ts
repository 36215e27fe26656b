/**
 * The simulators' own time: real time plus an offset that a test moves forward, so that a 15-minute session or a
 * webhook retry needs no waiting (design 9.7). All simulators of one server share one clock.
 */

export type SimulatorClock = {
  /** The present instant, milliseconds since the epoch, including everything advanced so far. */
  readonly now: () => number;
  /** Milliseconds by which this clock is ahead of real time. */
  readonly offsetMs: () => number;
  /** Runs `task` once, `delayMs` from now on this clock. Gives back a function that cancels it. */
  readonly after: (delayMs: number, task: () => void) => () => void;
  /** Moves time forward and runs every task that has become due, in order. */
  readonly advance: (ms: number) => void;
  /** Back to real time; tasks that were waiting are dropped. */
  readonly reset: () => void;
};

type Task = { readonly dueAt: number; readonly run: () => void };

/** Longest delay that `setTimeout` takes; a later task is looked at again then. */
const longestTimerMs = 2_147_483_647;

/** A clock at real time with nothing scheduled. Its timers never keep a process alive. */
export function createSimulatorClock(): SimulatorClock {
  let offset = 0;
  let timer: NodeJS.Timeout | undefined;
  const tasks = new Set<Task>();
  const now = () => Date.now() + offset;

  function arm(): void {
    clearTimeout(timer);
    if (tasks.size === 0) return;
    let soonest = Number.POSITIVE_INFINITY;
    for (const task of tasks) soonest = Math.min(soonest, task.dueAt);
    timer = setTimeout(runDue, Math.min(Math.max(soonest - now(), 0), longestTimerMs));
    timer.unref();
  }

  function runDue(): void {
    const due = [...tasks].filter((task) => task.dueAt <= now()).sort((a, b) => a.dueAt - b.dueAt);
    for (const task of due) {
      tasks.delete(task);
      task.run();
    }
    arm();
  }

  return {
    now,
    offsetMs: () => offset,
    after(delayMs, run) {
      const task = { dueAt: now() + delayMs, run };
      tasks.add(task);
      arm();
      return () => {
        tasks.delete(task);
        arm();
      };
    },
    advance(ms) {
      offset += ms;
      runDue();
    },
    reset() {
      offset = 0;
      tasks.clear();
      arm();
    },
  };
}
