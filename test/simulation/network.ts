/**
 * The network between our processes and the providers, and back. Each request has a fate that its step, its number
 * and the seed decide: to arrive, to be lost, to arrive late or at a provider that fails. So a fate can be taken away
 * from a history without changing the others.
 */
import type { FastifyInstance } from "fastify";
import type { Http, HttpRequest, HttpResult } from "#core/ports.ts";
import { isInTransaction } from "#db/open.ts";
import type { PostWebhook } from "#sim/webhooks.ts";
import { createRandom, type Random } from "./random.ts";
import { createReceivers, type Receivers } from "./receivers.ts";
import { type Owner, type Scheduler, stepContext } from "./scheduler.ts";
import type { Timeline } from "./timeline.ts";

/** How often something goes wrong, 0 to 1, in one seed. */
export type Rates = {
  readonly request: number;
  readonly message: number;
};

/**
 * The outcome of a request. `refused`: no connection. `lost`: it does not arrive. `answer_lost`: what it asked for is
 * done. `late` and `slow`: itself or its answer is held up. The others are what the provider answers.
 */
export const requestFaults = [
  "refused",
  "lost",
  "answer_lost",
  "answer_lost",
  "late",
  "slow",
  "status_503",
  "status_500",
  "500_after_commit",
] as const;
export type RequestFault = (typeof requestFaults)[number];

/** For a while most requests to one provider meet the same fault. */
export type Outage = {
  readonly provider: string;
  readonly fault: RequestFault;
  readonly forMs: number;
  /** Only requests that move money. */
  readonly isOfMoney: boolean;
};

const messageFaults = ["lost", "late", "twice"] as const;

export type Network = {
  readonly httpOf: (owner: Owner) => Http;
  /** The receivers of news of payments, and what reached them. */
  readonly receivers: Receivers;
  readonly postWebhook: PostWebhook;
  /** An outage begins. */
  readonly suffer: (outage: Outage) => void;
  /** From now on everything arrives. */
  readonly calm: () => void;
};

export type NetworkParts = {
  readonly seed: number;
  readonly rates: Rates;
  readonly timeline: Timeline;
  readonly scheduler: Scheduler;
  readonly providers: FastifyInstance;
  /** Names of faults that did not happen in this history. */
  readonly without: ReadonlySet<string>;
  /** Hands a message of a provider to one of our processes; gives the status of its answer, or null. */
  readonly tellUs: (message: {
    path: string;
    headers: Record<string, string>;
    body: string;
  }) => Promise<number | null>;
  readonly note: (line: string) => void;
  /** What must not happen has happened. */
  readonly onProblem: (problem: string) => void;
};

/** The provider itself, which takes what arrives one by one. */
const provider: Owner = { name: "provider", isDead: false, pausedUntil: 0, aheadMs: 0 };

/**
 * The longest that a request is held up. One that its provider knows again by its key may come at any time; of others
 * it is believed after `notFoundGraceMs` that they do not arrive any more.
 */
const longestHeldMs = { mpgs: 160_000, others: 70_000 } as const;

/** A process that was frozen so lately may have lost a lease that it still goes by. */
const freezeForgottenMs = 300_000;

const movesMoney = /"apiOperation":"(?:PAY|REFUND)"|confirm|capture|refund|authori[sz]e/i;
/** Of the requests of an outage, so many meet its fault. */
const shareOfOutage = 0.85;

export function createNetwork(parts: NetworkParts): Network {
  let isCalm = false;
  let messages = 0;
  const receivers = createReceivers();
  const reach: Reach = (request, fault) =>
    askReceiver(receivers, request, fault) ?? ask(parts.providers, request, fault);
  const outages: (Outage & { readonly until: number })[] = [];
  const { timeline, note } = parts;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => void timeline.at(timeline.now() + ms, resolve));

  const faultOf = (request: HttpRequest): RequestFault | null => {
    const name = request.url.split("/")[3];
    const isOfMoney = movesMoney.test(`${new URL(request.url).pathname} ${request.body ?? ""}`);
    const met = outages.findLast(
      (outage) =>
        outage.provider === name && outage.until > timeline.now() && (isOfMoney || !outage.isOfMoney),
    );
    return met?.fault ?? null;
  };

  const fateOf = <T extends string>(name: string, faults: readonly T[], rate: number): [T | null, Random] => {
    const random = createRandom(`${parts.seed} ${name}`);
    const isFault = random.chance(rate) && !isCalm && !parts.without.has(name);
    return [isFault ? random.pick(faults) : null, random];
  };

  const holdRefund = watchRefunds(parts);

  const postWebhook: PostWebhook = async ({ url, headers, body }) => {
    messages += 1;
    const name = `message ${messages}`;
    const [fault, random] = fateOf(name, messageFaults, parts.rates.message);
    const path = new URL(url).pathname + new URL(url).search;
    if (fault !== null) note(`${name} to us: ${fault}`);
    const deliver = async (): Promise<number | null> =>
      await parts.tellUs({ path, headers: { ...headers }, body });
    await sleep(fault === "late" ? random.whole(5_000, 120_000) : random.whole(5, 60));
    if (fault === "lost") throw new Error("lost");
    if (fault === "twice") void deliver();
    const status = await deliver();
    if (status === null) throw new Error("no answer");
    return status;
  };

  const httpOf =
    (owner: Owner): Http =>
    async (request) => {
      if (isInTransaction())
        throw new Error("a provider may not be called while a database transaction is open");
      const context = stepContext.getStore() ?? { step: "-", requests: 0 };
      context.requests += 1;
      const name = `${context.step} request ${context.requests}`;
      const outage = faultOf(request);
      const [fault, random] = outage
        ? fateOf(name, [outage], shareOfOutage)
        : fateOf(name, requestFaults, parts.rates.request);
      const isOver = holdRefund(owner, request);
      const result = await exchange({ ...parts, reach }, request, fault, random);
      isOver();
      const what = result.kind === "answer" ? String(result.status) : result.kind;
      note(`${owner.name} ${name}: ${describe(request)}: ${fault ? `${fault}, ` : ""}${what}`);
      // Handed over when the process runs again, and never to one that died meanwhile.
      while (owner.pausedUntil > timeline.now()) await sleep(owner.pausedUntil - timeline.now());
      return owner.isDead ? await new Promise(() => {}) : result;
    };

  return {
    httpOf,
    receivers,
    postWebhook,
    suffer: (outage) => void outages.push({ ...outage, until: timeline.now() + outage.forMs }),
    calm: () => {
      isCalm = true;
    },
  };
}

/** An address as it is the same in every play of a seed. */
export function withoutIds(address: string): string {
  return address.replaceAll(/[\w-]{16,}/g, "…");
}

/**
 * Sees that no two processes send one refund at the same time: providers that know it again hide that, and the next one would make
 * it twice.
 * @returns notes that a request begins, and gives what ends it
 */
function watchRefunds({ timeline, onProblem }: Pick<NetworkParts, "timeline" | "onProblem">) {
  const underWay = new Map<string, Owner>();
  return (owner: Owner, request: HttpRequest): (() => void) => {
    const refund = refundOf(request);
    if (refund === null) return () => {};
    const other = underWay.get(refund) ?? owner;
    const isCertain = [owner, other].every(
      ({ isDead, pausedUntil }) => !isDead && pausedUntil < timeline.now() - freezeForgottenMs,
    );
    if (other !== owner && isCertain)
      onProblem(`${owner.name} sends a refund that ${other.name} has under way: ${describe(request)}`);
    underWay.set(refund, owner);
    return () => void (underWay.get(refund) === owner && underWay.delete(refund));
  };
}

/** What names one refund in its request; null for another request. */
function refundOf({ method, url, body }: HttpRequest): string | null {
  const { pathname } = new URL(url);
  const isRefund = method !== "GET" && /refund|"apiOperation":"REFUND"/i.test(`${pathname} ${body ?? ""}`);
  return isRefund ? `${pathname} ${body ?? ""}` : null;
}

function describe({ method, url, body }: HttpRequest): string {
  const operation = /"apiOperation":"(\w+)"/.exec(body ?? "")?.[1];
  const path = withoutIds(new URL(url).pathname);
  return `${method} ${path}${operation ? ` ${operation}` : ""}`;
}

/** Hands a request to whom it is for, who may fail. */
type Reach = (request: HttpRequest, fault: RequestFault | null) => Promise<HttpResult>;

async function exchange(
  { timeline, scheduler, reach }: Pick<NetworkParts, "timeline" | "scheduler"> & { readonly reach: Reach },
  request: HttpRequest,
  fault: RequestFault | null,
  random: Random,
): Promise<HttpResult> {
  const { promise, resolve } = Promise.withResolvers<HttpResult>();
  const after = (ms: number, task: () => void): void => void timeline.at(timeline.now() + ms, task);
  const [outMs, backMs] = [random.whole(2, 60), random.whole(2, 60)];
  const longestMs = request.url.split("/")[3] === "mpgs" ? longestHeldMs.mpgs : longestHeldMs.others;
  const heldMs = random.whole(1_000, random.chance(0.7) ? longestMs : 20_000);
  if (fault === "refused") {
    after(outMs, () => resolve({ kind: "not_sent", reason: "connection refused" }));
    return await promise;
  }
  // A broken line is noticed at once; one that is silent, when the time is up.
  const isNoticed = random.chance(0.5);
  const lose = (): void => resolve({ kind: "no_answer", reason: "connection lost" });
  after(request.timeoutMs, () => resolve({ kind: "no_answer", reason: "timeout" }));
  if (fault === "lost") {
    if (isNoticed) after(outMs, lose);
    return await promise;
  }
  after(fault === "late" ? heldMs : outMs, () => {
    void scheduler
      .park({ owner: provider, label: describe(request) }, () => reach(request, fault))
      .then((answer) => {
        if (fault === "answer_lost") return isNoticed ? lose() : undefined;
        after(fault === "slow" ? heldMs : backMs, () => resolve(answer));
      });
  });
  return await promise;
}

/** The same for the shop's server and the mail server, who fail as providers do; null for other addresses. */
function askReceiver(
  receivers: Receivers,
  request: HttpRequest,
  fault: RequestFault | null,
): Promise<HttpResult> | null {
  const fails = fault === "status_500" || fault === "status_503";
  const { host } = new URL(request.url);
  if (!host.endsWith(".test")) return null;
  // What a mail server has refused it has not taken: the sender sends it again.
  const isRefusal = fault === "500_after_commit" && host.startsWith("mail.");
  const taken = fails || isRefusal ? null : receivers.take(request);
  const failed: HttpResult = {
    kind: "answer",
    status: fault === "status_503" ? 503 : 500,
    headers: {},
    body: "",
  };
  return Promise.resolve(taken === null || fault === "500_after_commit" ? failed : taken);
}

/** Hands a request to a provider and gives its answer at once. */
export async function ask(
  providers: FastifyInstance,
  { method, url, headers, body }: HttpRequest,
  fault: RequestFault | null = null,
): Promise<HttpResult> {
  const { pathname, search, host } = new URL(url);
  const own = fault === "status_500" || fault === "status_503" || fault === "500_after_commit" ? fault : null;
  const simulator = pathname.split("/")[1] ?? "";
  if (own !== null)
    await providers.inject({ method: "POST", url: "/_control/faults", payload: { simulator, fault: own } });
  const answer = await providers.inject({
    method,
    url: pathname + search,
    headers: { ...headers, host },
    ...(body !== undefined && { payload: body }),
  });
  if (own !== null)
    await providers.inject({ method: "DELETE", url: `/_control/faults?simulator=${simulator}` });
  const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return { kind: "answer", status: answer.statusCode, headers: Object.fromEntries(pairs), body: answer.body };
}
