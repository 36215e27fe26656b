/**
 * `npm run kill-loop -- --rounds 500 --target app|database|both|clock|pool|migration|disk [--servers 3]`: kills a server again
 * and again under buyers of every kind of payment, or does something else to it, and looks for what was lost, taken twice or
 * left in doubt. The providers are the simulators, in this process, which is never killed. Ends with 1 when something was found.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { refundResendAfterMs } from "#core/timing.ts";
import { connectDatabase } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { startSimulators } from "#sim/server.ts";
import { makeMerchant } from "../app-harness.ts";
import { longestCodeDoubtMs } from "../longest-doubt.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import {
  compareBooksAtRest,
  countUndecided,
  findDoubled,
  findLost,
  findStuck,
  type Violation,
} from "./checks.ts";
import { type Acknowledged, keepBuying } from "./load.ts";
import { openOneServer } from "./one-server.ts";
import { openRemoteShop, type RemoteShop } from "./remote-shop.ts";
import { bringUp, type Site, setClocks } from "./site.ts";
import { openThreeServers } from "./three-servers.ts";
import { mountSmall, strike, type Target, targets } from "./troubles.ts";

const buyers = 6;
/** It comes once so many payments were acknowledged, or after so long, and then a moment later. */
const strikeAfter = { mostPayments: 8, mostMs: 15_000, momentMs: 700 };
/** Every so many rounds the site is left in peace until nothing is in doubt: the bound on waiting is judged then. */
const roundsBetweenRests = 50;
const restMs = longestCodeDoubtMs + 30_000;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    target: { type: "string", default: "app" },
    servers: { type: "string", default: "1" },
    /** No round begins after so long. */
    minutes: { type: "string", default: "600" },
  },
});
const target = targets.find((each) => each === values.target);
if (!target) throw new Error(`--target is one of ${targets.join(", ")}`);
if (values.servers !== "1" && values.servers !== "3") throw new Error("--servers is 1 or 3");
process.exitCode = (await run(Number(values.rounds), target)) ? 0 : 1;

type Stage = {
  readonly directory: string;
  readonly simulatorUrl: string;
  readonly site: Site;
  readonly apiKey: string;
  readonly known: Acknowledged;
  readonly violations: Violation[];
  /** How long each start took until the server answered, milliseconds. */
  readonly backMs: number[];
  /** What all rounds took, milliseconds: under buyers, at being struck, until it was back, at looking, at rests. */
  readonly spentMs: { buying: number; struck: number; back: number; looking: number; resting: number };
  broken: number;
  rounds: number;
};

async function run(rounds: number, struck: Target): Promise<boolean> {
  using directory = temporaryDirectory();
  using _small = struck === "disk" ? mountSmall(directory.path) : null;
  await using parts = new AsyncDisposableStack();
  const simulators = await startSimulators({ port: 0, host: "127.0.0.1" });
  parts.defer(simulators.close);
  const place = { directory: directory.path, simulatorUrl: simulators.url };
  const site = parts.use(await (values.servers === "3" ? openThreeServers(place) : openOneServer(place)));
  const stage: Stage = {
    ...place,
    site,
    apiKey: await makeShop(site),
    known: { issued: new Set(), paid: new Set(), refunded: new Map(), sent: [] },
    violations: [],
    backMs: [],
    spentMs: { buying: 0, struck: 0, back: 0, looking: 0, resting: 0 },
    broken: 0,
    rounds: 0,
  };
  const latest = performance.now() + Number(values.minutes) * 60_000;
  for (let round = 1; round <= rounds; round += 1) {
    await playRound(stage, struck);
    stage.rounds = round;
    const isLast = round === rounds || performance.now() > latest;
    if (round % roundsBetweenRests === 0 || isLast) await timed(stage, "resting", () => rest(stage));
    report(stage, round);
    if (isLast) break;
  }
  console.log(JSON.stringify(summary(stage, struck), null, 1));
  return stage.violations.length === 0;
}

async function makeShop(site: Site): Promise<string> {
  const db = await connectDatabase({ databaseUrl: await site.databaseUrl(), log: createLog(() => {}) });
  const { apiKey } = await makeMerchant(db.kysely, "test");
  await db.close();
  return apiKey;
}

async function openShop({ site, simulatorUrl, apiKey }: Stage): Promise<RemoteShop> {
  return await openRemoteShop({ url: site.url, databaseUrl: await site.databaseUrl(), simulatorUrl, apiKey });
}

async function timed<T>({ spentMs }: Stage, of: keyof Stage["spentMs"], work: () => Promise<T>): Promise<T> {
  const begunAt = performance.now();
  return await work().finally(() => {
    spentMs[of] += performance.now() - begunAt;
  });
}

async function playRound(stage: Stage, struck: Target): Promise<void> {
  const { site, known } = stage;
  const remote = await openShop(stage);
  const end = new AbortController();
  const load = Array.from({ length: buyers }, () =>
    keepBuying(remote.shop, { known, end: end.signal, random: Math.random }),
  );
  const enough = known.paid.size + Math.floor(Math.random() * strikeAfter.mostPayments);
  const issuedBefore = known.issued.size;
  const latest = performance.now() + strikeAfter.mostMs;
  await timed(stage, "buying", async () => {
    // A round in which nothing was acknowledged would show nothing.
    const isEarly = (): boolean => known.paid.size < enough || known.issued.size === issuedBefore;
    while (isEarly() && performance.now() < latest) await sleep(20);
    await sleep(Math.random() * strikeAfter.momentMs);
  });
  await timed(stage, "struck", () => strike(site, struck, stage.directory));
  // Where others serve, buyers continue while what is down comes up again.
  if (site.size === 1) end.abort();
  stage.backMs.push(await timed(stage, "back", () => bringUp(site)));
  if (site.size > 1) await sleep(Math.random() * strikeAfter.momentMs);
  end.abort();
  await timed(stage, "looking", async () => {
    for (const broken of await Promise.all(load)) stage.broken += broken;
    await remote.db.close();
    await using after = await openShop(stage);
    stage.violations.push(...(await findLost(after.db, known)));
  });
}

/** Nothing is done to it until nothing is in doubt, or the bound has ended; then everything is compared. */
async function rest(stage: Stage): Promise<void> {
  setClocks(stage.site, [0]);
  const upSince = Date.now();
  await using remote = await openShop(stage);
  // A refund that was on its way to a provider that knows none by a key is sent again ten minutes later at the soonest; here
  // nothing is on its way any more.
  await remote.db.pool.query(
    "update refunds set sent_at = sent_at - $1 * interval '1 ms', next_check_at = now() where state in ('in_flight', 'unknown')",
    [refundResendAfterMs],
  );
  while ((await countUndecided(remote.db)) > 0 && Date.now() - upSince < restMs) await sleep(500);
  stage.violations.push(...(await findStuck(remote.db, upSince)));
  // A bill that was paid while the server was down is asked about by its own slow times; here it is due now.
  await remote.db.pool.query(
    "update payment_attempts set next_check_at = now() where next_check_at is not null",
  );
  const latest = Date.now() + 20_000;
  const mayWait = async (): Promise<boolean> => await sleep(500, Date.now() < latest);
  stage.violations.push(...(await compareBooksAtRest(remote.db, stage.simulatorUrl, mayWait)));
  stage.violations.push(...(await findDoubled(stage.simulatorUrl, stage.known)));
}

function report(stage: Stage, round: number): void {
  const { known, violations, broken } = stage;
  const counts = `issued ${known.issued.size}, paid ${known.paid.size}, refunded ${known.refunded.size}, broken ${broken}`;
  console.log(`round ${round}: ${counts}, found ${violations.length}`);
  for (const { kind, what } of violations.slice(-3)) console.log(`  ${kind}: ${what}`);
}

function summary({ known, violations, backMs, spentMs, broken, rounds }: Stage, struck: Target): object {
  const sorted = backMs.toSorted((a, b) => a - b);
  const count = (kind: Violation["kind"]): number =>
    violations.filter((violation) => violation.kind === kind).length;
  return {
    target: struck,
    servers: Number(values.servers),
    rounds,
    issued: known.issued.size,
    paid: known.paid.size,
    refunded: known.refunded.size,
    brokenCalls: broken,
    lost: count("lost"),
    doubled: count("doubled"),
    stuck: count("stuck"),
    books: count("books"),
    secondsOfRound: Object.fromEntries(
      Object.entries(spentMs).map(([of, ms]) => [of, Math.round(ms / rounds / 100) / 10]),
    ),
    backMs: { median: Math.round(sorted[sorted.length >> 1] ?? 0), longest: Math.round(sorted.at(-1) ?? 0) },
  };
}
