/** Ends what a run has started on an interruption: PostgreSQL would keep running, and temporary folders stay. */

type Ending = () => Promise<void>;

const open = new Set<Ending>();

/**
 * Has an ending take place on an interruption, too. Gives it back for the usual way: it takes place once, for the first
 * caller, and all wait for it.
 */
export function inAnyCase(end: Ending): Ending {
  let ended: Promise<void> | undefined;
  const ending: Ending = () => {
    ended ??= end().finally(() => open.delete(ending));
    return ended;
  };
  open.add(ending);
  return ending;
}

/** From now on SIGINT and SIGTERM end everything, what was started last first, and then the process. */
export function endOnSignals(): void {
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => void endEverything(status));
}

async function endEverything(status: number): Promise<void> {
  // The run continues meanwhile, and fails because what it measures is gone.
  process.on("uncaughtException", () => {});
  for (let last = [...open].at(-1); last; last = [...open].at(-1))
    await last().catch((error: unknown) => console.error(error));
  process.exit(status);
}
