/**
 * Many calls one after the other: each row ends as done or refused, a lost line, a full budget or an ended session holds all of
 * them and loses none. It lives outside of the screens, so that a person may walk to another one meanwhile.
 */
import { CallFailure } from "../calls/call.ts";

export type Task<Item, Made> = {
  readonly item: Item;
  readonly step: "waiting" | "sending" | "done" | "failed";
  readonly made: Made | null;
  readonly failure: CallFailure | null;
};

export type RunState<Item, Made> = {
  /** `held`: continues automatically, when `why` has ended; `paused`: waits for the person. */
  readonly phase: "running" | "held" | "paused" | "done";
  readonly why: CallFailure | null;
  readonly tasks: readonly Task<Item, Made>[];
};

export type Run<Item, Made> = {
  readonly read: () => RunState<Item, Made>;
  /** Calls the listener at each change; gives a function that ends it. */
  readonly listen: (listener: () => void) => () => void;
  readonly go: () => void;
  /** What is on its way is answered still. */
  readonly pause: () => void;
  /** Does these again, with what `change` makes of their items. */
  readonly again: (isMeant: (task: Task<Item, Made>) => boolean, change?: (item: Item) => Item) => void;
};

/** Calls at a time: a slow line is used, and the server's minute leaves room for the shop's other work. */
const lanes = 3;
const retryMs = 5_000;

/** Refusals that pass, and are nothing of the row's. */
const passing = ["rate_limited", "overloaded", "service_unavailable", "idempotency_in_progress"];

/** Refusals that every row would get, until the person has done something. */
const ofAll = [
  "unauthorized",
  "reauthentication_required",
  "permission_missing",
  "seller_incomplete",
  "merchant_inactive",
  "shop_not_approved",
];

/**
 * Makes a run, which begins with `go`.
 * @param act makes one call; repeated after no answer, so it must carry an idempotency key
 */
export function createRun<Item, Made>(
  items: readonly Item[],
  act: (item: Item) => Promise<Made>,
): Run<Item, Made> {
  const fresh = (item: Item): Task<Item, Made> => ({ item, step: "waiting", made: null, failure: null });
  let state: RunState<Item, Made> = { phase: "paused", why: null, tasks: items.map(fresh) };
  let busy = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (part: Partial<RunState<Item, Made>>): void => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  const put = (index: number, part: Partial<Task<Item, Made>>): void =>
    set({ tasks: state.tasks.map((task, at) => (at === index ? { ...task, ...part } : task)) });
  const next = (): number => state.tasks.findIndex(({ step }) => step === "waiting");

  const lane = async (): Promise<void> => {
    busy += 1;
    for (let index = next(); index >= 0 && state.phase === "running"; index = next()) {
      const { item } = state.tasks[index] as Task<Item, Made>;
      put(index, { step: "sending", failure: null });
      try {
        put(index, { step: "done", made: await act(item) });
      } catch (thrown) {
        // An answer that breaks off is none.
        const failure = thrown instanceof CallFailure ? thrown : new CallFailure("no_answer");
        const isPassing = failure.kind !== "refused" || passing.includes(failure.code);
        const isRows = !isPassing && !ofAll.includes(failure.code);
        put(index, isRows ? { step: "failed", failure } : { step: "waiting" });
        if (!isRows) hold(failure, isPassing);
      }
    }
    busy -= 1;
    if (busy === 0 && state.phase === "running" && next() < 0) set({ phase: "done" });
  };
  const hold = (why: CallFailure, isPassing: boolean): void => {
    if (state.phase === "paused") return;
    clearTimeout(timer);
    if (isPassing) timer = setTimeout(go, why.retryAfterMs ?? retryMs);
    set({ phase: isPassing ? "held" : "paused", why });
  };
  const go = (): void => {
    clearTimeout(timer);
    set({ phase: "running", why: null });
    for (let free = lanes - busy; free > 0; free -= 1) void lane();
  };
  const pause = (): void => {
    clearTimeout(timer);
    set({ phase: "paused", why: null });
  };
  return {
    read: () => state,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    go,
    pause,
    again: (isMeant, change = (item) => item) => {
      set({ tasks: state.tasks.map((task) => (isMeant(task) ? fresh(change(task.item)) : task)) });
      go();
    },
  };
}
