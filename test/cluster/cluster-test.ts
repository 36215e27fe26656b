/**
 * `npm run cluster-test [-- --faults kill-primary,cut-primary --rate 5 --async --pooler]`: brings up the cluster of
 * `deploy/cluster`, holds a load of every kind of payment, and does to it what its machines may suffer. Prints a table, and
 * ends with 1 when an acknowledged invoice or payment is lost, one is taken twice, or a bound is missed. With --async
 * commits wait for no standby: then it must lose, or it could find nothing. Needs root and Debian (deploy/cluster/README.md).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { connectDatabase, type Database } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { makeMerchant } from "../app-harness.ts";
import type { Acknowledged } from "../kill-loop/load.ts";
import { type Answer, openShop } from "./calls.ts";
import { type Fault, type FaultName, faultNames, faults } from "./faults.ts";
import { bookedAfter, judgeBooks, longestPause, missed, type Result, summarise } from "./judge.ts";
import { startLoad, startProbe } from "./load.ts";
import { cluster, machines, places, requirePackages, waitUntilWhole, waslProcess } from "./machines.ts";
import { printTable } from "./table.ts";

/** The load before a fault; when it must have been felt; how long writes must flow; and how long it lasts after that. */
const pace = { warmUpMs: 8_000, feltAfterMs: 9_000, steadyMs: 3_000, afterMs: 8_000 };
/** Writes that are not back by then do not come back. */
const givesUpMs = 90_000;
/** Everything that was in doubt is decided within this; books that have lost something never agree. */
const restMs = { quorum: 330_000, async: 15_000 };

const { values } = parseArgs({
  options: {
    faults: { type: "string" },
    rate: { type: "string", default: "5" },
    async: { type: "boolean", default: false },
    pooler: { type: "boolean", default: false },
  },
});

type Stage = { readonly db: Database; readonly apiKey: string; readonly rate: number };

await requirePackages().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
process.exitCode = (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  const chosen = chooseFaults();
  const results: Result[] = [];
  const stop = (): void => void cluster(["down"]).finally(() => process.exit(1));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    console.log(await cluster(["up"], { sync: values.async ? "off" : "quorum", pooler: values.pooler }));
    const db = await connectDatabase({
      databaseUrl: places.databaseUrl,
      log: createLog(() => {}),
      poolSize: 4,
    });
    const { apiKey } = await makeMerchant(db.kysely, "test");
    for (const name of chosen) {
      const result = await play({ db, apiKey, rate: Number(values.rate) }, faults[name]);
      results.push(result);
      printTable([result]);
    }
    await db.close();
  } finally {
    await cluster(["down"]);
  }
  printTable(results);
  const lost = results.reduce((sum, result) => sum + result.lost, 0);
  if (!values.async) return results.every(({ found }) => found.length === 0);
  console.log(
    lost > 0 ? "Lost without a standby, as it must." : "Nothing was lost: this run proves nothing.",
  );
  return lost > 0;
}

function chooseFaults(): readonly FaultName[] {
  const names = values.faults?.split(",") ?? (values.async ? ["stall-and-kill"] : faultNames);
  return names.map((name) => {
    const found = faultNames.find((each) => each === name);
    if (!found) throw new Error(`--faults has some of ${faultNames.join(", ")}`);
    return found;
  });
}

/** One fault under load, from a whole cluster to a whole cluster. */
async function play(stage: Stage, fault: Fault): Promise<Result> {
  const primary = await waitUntilWhole();
  const known: Acknowledged = { issued: new Set(), paid: new Set(), refunded: new Map(), sent: [] };
  const answers: Answer[] = [];
  const load = startLoad({ shop: openShop({ ...stage, answers }), rate: stage.rate, known });
  const probe = startProbe({ apiKey: stage.apiKey, answers, known });
  const servers = machines.map(waslProcess);
  await sleep(pace.warmUpMs);
  const from = Date.now();
  const heal = await fault.inflict(primary);
  const pause = await waitForWrites(probe.acknowledgedAt, from, fault.feltAfterMs ?? pace.feltAfterMs);
  await sleep(pace.afterMs);
  await heal();
  await waitUntilWhole();
  await probe.end();
  await load.end();
  const booked = await bookedAfter(stage.db, { from, until: pause.endedAt });
  const latest = Date.now() + (values.async ? restMs.async : restMs.quorum);
  const wait = async (): Promise<boolean> => await sleep(500, Date.now() < latest);
  const violations = await judgeBooks(stage.db, known, wait);
  const result = {
    fault: fault.title,
    issued: known.issued.size,
    paid: known.paid.size,
    lost: violations.filter(({ kind }) => kind === "lost").length,
    doubled: violations.filter(({ kind }) => kind === "doubled").length,
    writesBackMs: pause.pauseMs,
    ...summarise(answers, from),
    takenDuring: booked.taken,
    bookedMs: booked.bookedMs,
  };
  const restarted = machines.filter((each, index) => waslProcess(each) !== servers[index]);
  return {
    ...result,
    found: [
      ...violations.map(({ kind, what }) => `${kind}: ${what}`),
      ...missed(result),
      ...booked.open.map((order) => `the payment of ${order} was taken and not booked when its buyer left`),
      ...restarted.filter((each) => each !== fault.killsServer).map((each) => `Wasl server ${each} ended`),
    ],
  };
}

/** Waits until invoices are acknowledged steadily again, and gives the pause before. */
async function waitForWrites(
  acknowledgedAt: readonly number[],
  from: number,
  feltAfterMs: number,
): Promise<ReturnType<typeof longestPause>> {
  const latest = from + givesUpMs;
  do await sleep(200);
  while (Date.now() < latest && !(Date.now() - from > feltAfterMs && isSteady(acknowledgedAt)));
  const isBack = (acknowledgedAt.at(-1) ?? 0) > from;
  return isBack ? longestPause(acknowledgedAt, from) : { pauseMs: givesUpMs, endedAt: Date.now() };
}

function isSteady(acknowledgedAt: readonly number[]): boolean {
  const ago = (ms: number): number => Date.now() - ms;
  const recent = acknowledgedAt.filter((at) => at > ago(pace.steadyMs));
  return recent.length >= 4 && (recent[0] ?? 0) < ago(pace.steadyMs / 2) && (recent.at(-1) ?? 0) > ago(1_000);
}
