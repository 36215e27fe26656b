/** Time of a simulated world: it stands still until it is moved, and then everything that became due runs in order. */

export type Timeline = {
  /** Whole milliseconds since the epoch, as a system's clock gives them: identifiers and rows are made of them. */
  readonly now: () => number;
  /** Runs `task` at a moment; gives back what cancels it. */
  readonly at: (moment: number, task: () => void) => () => void;
  /** When the next task is due; null when none waits. */
  readonly next: () => number | null;
  /** Moves on to a moment; nothing runs by itself. */
  readonly moveTo: (moment: number) => void;
  /** Runs what is due now; says whether there was anything. */
  readonly runDue: () => boolean;
};

type Task = { readonly moment: number; readonly place: number; readonly run: () => void };

/** Makes one that begins at `startMs`. */
export function createTimeline(startMs: number): Timeline {
  let now = startMs;
  let places = 0;
  const tasks: Task[] = [];
  return {
    now: () => now,
    at: (wanted, run) => {
      places += 1;
      const moment = Math.ceil(wanted);
      const task = { moment, place: places, run };
      const before = tasks.findIndex((other) => other.moment > moment);
      tasks.splice(before === -1 ? tasks.length : before, 0, task);
      return () => {
        const index = tasks.indexOf(task);
        if (index !== -1) tasks.splice(index, 1);
      };
    },
    next: () => tasks[0]?.moment ?? null,
    moveTo: (moment) => {
      now = Math.max(now, moment);
    },
    runDue: () => {
      let ran = false;
      for (let task = tasks[0]; task !== undefined && task.moment <= now; task = tasks[0]) {
        tasks.shift();
        task.run();
        ran = true;
      }
      return ran;
    },
  };
}
