/** Lets so many pieces of work of one name run at a time; the others wait for a place, in the order in which they came. */
export type Places = <T>(name: string, work: () => Promise<T>) => Promise<T>;

type Queue = { taken: number; readonly waiting: (() => void)[] };

/** Makes so many places for each name. */
export function createPlaces(most: number): Places {
  const queues = new Map<string, Queue>();
  return async (name, work) => {
    const queue = queues.get(name) ?? { taken: 0, waiting: [] };
    queues.set(name, queue);
    if (queue.taken < most) queue.taken += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next waiter gets its place.
      const next = queue.waiting.shift();
      if (next) next();
      else queue.taken -= 1;
      if (queue.taken === 0) queues.delete(name);
    }
  };
}
