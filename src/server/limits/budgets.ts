/**
 * How often a caller may do something in a while. Counted in memory, per server: this shapes traffic, so that
 * one caller does not use up this server's time. What costs money or can be guessed is counted over all servers
 * (shared-limits.ts).
 */
export type Budget = { readonly most: number; readonly windowMs: number };

export type Budgets = {
  /** Counts one use. Gives null, or how many seconds to wait when the budget was used up before. */
  readonly take: (key: string, budget: Budget) => number | null;
  /** How many uses are left, and in how many seconds all of them are there again. */
  readonly rest: (key: string, budget: Budget) => { readonly left: number; readonly resetSeconds: number };
};

/** Callers that are kept at a time; beyond that the oldest are dropped. */
const rememberedKeys = 50_000;

/** Counters of one kind each per key: the key must name the caller and what is counted. */
export function createBudgets(now: () => number): Budgets {
  const uses = new Map<string, { count: number; readonly until: number }>();
  const take: Budgets["take"] = (key, budget) => {
    const entry = uses.get(key);
    if (entry && entry.until > now()) {
      if (entry.count >= budget.most) return Math.ceil((entry.until - now()) / 1000);
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
  const rest: Budgets["rest"] = (key, budget) => {
    const entry = uses.get(key);
    const until = entry && entry.until > now() ? entry.until : now() + budget.windowMs;
    const used = entry && entry.until > now() ? entry.count : 0;
    return { left: budget.most - used, resetSeconds: Math.ceil((until - now()) / 1000) };
  };
  return { take, rest };
}
