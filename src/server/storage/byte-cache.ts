/** A bounded cache of bytes by the hash of what made them; several who want the same bytes wait for one making. */

export type ByteCache = {
  /** The bytes of a key, made when they are not there. A making that fails is not kept. */
  readonly get: (key: string, make: () => Promise<Buffer>) => Promise<Buffer>;
};

/**
 * Makes a cache.
 * @param maxBytes sum of the lengths that are kept; the longest unused go first
 */
export function createByteCache(maxBytes: number): ByteCache {
  // A Map keeps the order of insertion, so its first entry is the one longest unused.
  const kept = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer>>();
  let keptBytes = 0;

  function keep(key: string, bytes: Buffer): void {
    if (bytes.length > maxBytes) return;
    kept.set(key, bytes);
    keptBytes += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= maxBytes) break;
      kept.delete(oldest);
      keptBytes -= length;
    }
  }

  return {
    get: (key, make) => {
      const bytes = kept.get(key);
      if (bytes) {
        kept.delete(key);
        kept.set(key, bytes);
        return Promise.resolve(bytes);
      }
      const pending = making.get(key);
      if (pending) return pending;
      const made = make()
        .then((result) => {
          keep(key, result);
          return result;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}
