/** The memory of the server while it is fuzzed: flat after it has warmed up. */

export type MemoryWatch = {
  /** Reads and keeps it; bytes. */
  readonly look: () => Promise<number>;
  /** What is wrong; null when it stayed, or when too little was seen. */
  readonly judge: () => string | null;
  /** Five values over the run. */
  readonly megabytes: () => readonly number[];
};

const megabyte = 2 ** 20;
/** Fewer looks are the time of warming up. */
const fewestLooks = 40;
/** The least of the last quarter may be this much over the least of the second. */
const mostGrowth = { part: 0.1, bytes: 30 * megabyte };

export function createMemoryWatch(read: () => Promise<number>): MemoryWatch {
  const seen: number[] = [];
  const least = (from: number, to: number): number =>
    Math.min(...seen.slice(Math.floor(from * seen.length), Math.ceil(to * seen.length)));
  return {
    look: async () => {
      const bytes = await read();
      if (bytes > 0) seen.push(bytes);
      return bytes;
    },
    judge: () => {
      if (seen.length < fewestLooks) return null;
      const [before, after] = [least(0.25, 0.5), least(0.75, 1)];
      const isFlat = after <= before * (1 + mostGrowth.part) + mostGrowth.bytes;
      return isFlat
        ? null
        : `memory grew from ${Math.round(before / megabyte)} to ${Math.round(after / megabyte)} MB`;
    },
    megabytes: () =>
      [0, 0.25, 0.5, 0.75, 1].map((part) =>
        Math.round((seen[Math.floor(part * (seen.length - 1))] ?? 0) / megabyte),
      ),
  };
}
