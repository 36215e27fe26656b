/**
 * How an account at a provider answers now, judged by the calls that this process makes to it anyway: nothing is asked
 * and nothing is stored, so that a page may say it of each method for the price of reading a list in memory.
 */
import type { Clock, Http, HttpResult } from "#core/ports.ts";
import * as timing from "#core/timing.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";

/** `down`: most calls get no answer, or an error of the provider's own. `slow`: they take long. */
export type CallStanding = "fine" | "slow" | "down";

type Call = { readonly startedAt: number; readonly endedAt: number; readonly isFailed: boolean };

export type CallWatch = {
  /** The network, whose calls are watched. */
  readonly http: Http;
  /** By the latest calls of the last minutes; `fine` where there were too few to tell. */
  readonly standing: () => CallStanding;
};

/** Watches the calls that go through a network. What is answered, also with a refusal, is an answer. */
export function watchCalls(http: Http, clock: Clock): CallWatch {
  const latest: Call[] = [];
  const open = new Set<{ readonly startedAt: number }>();
  return {
    http: async (request) => {
      const call = { startedAt: clock.now() };
      open.add(call);
      try {
        const result = await http(request);
        latest.push({ ...call, endedAt: clock.now(), isFailed: isFailed(result) });
        if (latest.length > timing.callWatch.calls) latest.shift();
        return result;
      } finally {
        open.delete(call);
      }
    },
    standing: () => judge(latest, open, clock.now()),
  };
}

/** Whose account: a merchant's own, or one that many are served by. */
export type CallOwner = number | "installation" | "simulators";

type Watches = {
  /** The network of one account, watched. */
  readonly http: (owner: CallOwner, method: MethodId) => Http;
  /** The methods whose account does not answer, or is slow to. @param ownerOf whose account a method is served by */
  readonly troubled: (
    ownerOf: (method: { readonly id: MethodId }) => CallOwner,
  ) => ReadonlyMap<MethodId, Exclude<CallStanding, "fine">>;
  /** Drops what is known of a merchant's own accounts. */
  readonly forget: (merchantId: number) => void;
};

/** A watch for each account. They outlive an account that is read again: how its provider answers is no other's doing, and lasts. */
export function keepWatches({
  httpOf,
  clock,
}: {
  readonly httpOf: (method: MethodId) => Http;
  readonly clock: Clock;
}): Watches {
  const watches = new Map<string, CallWatch>();
  return {
    http: (owner, method) => {
      const key = `${owner} ${method}`;
      const watch = watches.get(key) ?? watchCalls(httpOf(method), clock);
      watches.set(key, watch);
      return watch.http;
    },
    troubled: (ownerOf) =>
      new Map(
        catalog.flatMap((method) => {
          const standing = watches.get(`${ownerOf(method)} ${method.id}`)?.standing() ?? "fine";
          return standing === "fine" ? [] : [[method.id, standing] as const];
        }),
      ),
    forget: (merchantId) => {
      for (const { id } of catalog) watches.delete(`${merchantId} ${id}`);
    },
  };
}

function isFailed(result: HttpResult): boolean {
  return result.kind !== "answer" || result.status >= 500;
}

function judge(
  latest: readonly Call[],
  open: ReadonlySet<Pick<Call, "startedAt">>,
  now: number,
): CallStanding {
  const waiting = [...open].filter(({ startedAt }) => now - startedAt >= timing.callWatch.slowMs).length;
  const recent = latest.filter(({ endedAt }) => now - endedAt < timing.callWatch.lookBackMs);
  // The last ones decide that it works again: no buyer is kept from a method that has come back.
  const isBack =
    recent.length >= 2 && waiting === 0 && recent.slice(-2).every((call) => !isFailedOrSlow(call));
  if (isBack || recent.length + waiting < timing.callWatch.leastCalls) return "fine";
  const failed = recent.filter((call) => call.isFailed).length;
  if (failed >= timing.callWatch.leastCalls && failed * 2 >= recent.length) return "down";
  const slow = recent.filter(isFailedOrSlow).length + waiting;
  return slow * 2 >= recent.length + waiting ? "slow" : "fine";
}

function isFailedOrSlow({ startedAt, endedAt, isFailed }: Call): boolean {
  return isFailed || endedAt - startedAt >= timing.callWatch.slowMs;
}
