/** What one waits for and others give, any number of times before it is taken: once for all of them. */
export type Signal = {
  readonly give: () => void;
  /** Whether it was given since it was last taken. */
  readonly isGiven: () => boolean;
  /** Resolves once it is given, at once where it was given since it was last taken. For one who waits at a time. */
  readonly taken: () => Promise<void>;
};

/** Makes one that was not given yet. */
export function createSignal(): Signal {
  let given = Promise.withResolvers<void>();
  let isGiven = false;
  return {
    give: () => {
      isGiven = true;
      given.resolve();
    },
    isGiven: () => isGiven,
    taken: async () => {
      await given.promise;
      isGiven = false;
      given = Promise.withResolvers<void>();
    },
  };
}
