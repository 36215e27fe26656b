/**
 * How often a caller may do something in a while. Counted in memory: this shapes traffic, it proves nothing; counters
 * of guesses are in the database.
 */
export type Budget = { readonly most: number; readonly windowMs: number };

export type Budgets = {
  /** Counts one use. Gives null, or how many seconds to wait when the budget was used up before. */
  readonly take: (key: string, budget: Budget) => number | null;
  /** The same without counting. */
  readonly wait: (key: string, budget: Budget) => number | null;
  /** Takes one use back that turned out to count for nothing. */
  readonly giveBack: (key: string) => void;
};

/** Callers that are remembered at a time; past that the ones that were seen first are forgotten. */
const rememberedKeys = 50_000;

/** Counters of one kind each per key: the key must name the caller and what is counted. */
export function createBudgets(now: () => number): Budgets {
  const uses = new Map<string, { count: number; readonly until: number }>();
  const wait: Budgets["wait"] = (key, { most }) => {
    const entry = uses.get(key);
    if (!entry || entry.until <= now() || entry.count < most) return null;
    return Math.ceil((entry.until - now()) / 1000);
  };
  const take: Budgets["take"] = (key, budget) => {
    const seconds = wait(key, budget);
    if (seconds !== null) return seconds;
    const entry = uses.get(key);
    if (entry && entry.until > now()) {
      entry.count += 1;
      return null;
    }
    // Removed first, so that the order of the map is the order of the windows.
    uses.delete(key);
    const [oldest] = uses.size >= rememberedKeys ? uses.keys() : [];
    if (oldest !== undefined) uses.delete(oldest);
    uses.set(key, { count: 1, until: now() + budget.windowMs });
    return null;
  };
  const giveBack: Budgets["giveBack"] = (key) => {
    const entry = uses.get(key);
    if (entry && entry.count > 0) entry.count -= 1;
  };
  return { take, wait, giveBack };
}
