/**
 * `npm run kill-loop -- --rounds 500 --target app|database|both`: kills a server again and again under buyers of every
 * kind of payment, starts it again on the same data, and looks for what was lost, taken twice or left in doubt. The
 * providers are the simulators, in this process, which is never killed. Ends with 1 when something was found.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startSimulators } from "#sim/server.ts";
import { firstKey } from "../embedded-shop.ts";
import { longestCodeDoubtMs } from "../longest-doubt.ts";
import { type ServerProcess, startEmbeddedProcess } from "../server-process.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { compareBooks, countUndecided, findDoubled, findLost, findStuck, type Violation } from "./checks.ts";
import { kill, type Target, targets } from "./kill.ts";
import { type Acknowledged, keepBuying } from "./load.ts";
import { openRemoteShop } from "./remote-shop.ts";

const buyers = 6;
/** The kill comes once so many payments were acknowledged, or after so long, and then a moment later. */
const killAfter = { mostPayments: 8, mostMs: 15_000, momentMs: 700 };
/** Every so many rounds the server is left in peace until nothing is in doubt: the bound on waiting is judged then. */
const roundsBetweenRests = 25;
const restMs = longestCodeDoubtMs + 30_000;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    target: { type: "string", default: "app" },
    port: { type: "string", default: "0" },
  },
});
const target = targets.find((each) => each === values.target);
if (!target) throw new Error(`--target is one of ${targets.join(", ")}`);
process.exitCode = (await run(Number(values.rounds), target)) ? 0 : 1;

type Stage = {
  readonly dataDir: string;
  readonly simulatorUrl: string;
  readonly apiKey: string;
  readonly known: Acknowledged;
  readonly violations: Violation[];
  /** How long each start took until the server answered, milliseconds. */
  readonly backMs: number[];
  broken: number;
};

async function run(rounds: number, killed: Target): Promise<boolean> {
  using directory = temporaryDirectory();
  await using parts = new AsyncDisposableStack();
  const simulators = await startSimulators({ port: 0, host: "127.0.0.1" });
  parts.defer(simulators.close);
  const dataDir = join(directory.path, "data");
  await mkdir(dataDir, { mode: 0o711 });
  const place = { dataDir, simulatorUrl: simulators.url };
  const { authorization } = await firstKey(place);
  const stage: Stage = {
    ...place,
    apiKey: authorization.slice("Bearer ".length),
    known: { issued: new Set(), paid: new Set(), refunded: new Map(), sent: [] },
    violations: [],
    backMs: [],
    broken: 0,
  };
  let server = await startAgain(stage);
  for (let round = 1; round <= rounds; round += 1) {
    server = await playRound(stage, server, killed);
    if (round % roundsBetweenRests === 0 || round === rounds) await rest(stage, server);
    report(stage, round);
  }
  await server.drain(); // which stops its database, too
  console.log(JSON.stringify(summary(stage, rounds, killed), null, 1));
  return stage.violations.length === 0;
}

async function startAgain(stage: Stage): Promise<ServerProcess> {
  const startedAt = performance.now();
  const port = values.port;
  const env = { PORT: port, ...(port !== "0" && { WASL_API_URL: `http://127.0.0.1:${port}` }) };
  const server = await startEmbeddedProcess({ ...stage, env });
  stage.backMs.push(performance.now() - startedAt);
  return server;
}

async function playRound(stage: Stage, server: ServerProcess, killed: Target): Promise<ServerProcess> {
  const remote = await openRemoteShop({ ...stage, url: server.url });
  const end = new AbortController();
  const options = { known: stage.known, end: end.signal, random: Math.random };
  const load = Array.from({ length: buyers }, () => keepBuying(remote.shop, options));
  const enough = stage.known.paid.size + Math.floor(Math.random() * killAfter.mostPayments);
  const latest = performance.now() + killAfter.mostMs;
  while (stage.known.paid.size < enough && performance.now() < latest) await sleep(20);
  await sleep(Math.random() * killAfter.momentMs);
  await kill(killed, { server, dataDir: stage.dataDir });
  end.abort();
  for (const broken of await Promise.all(load)) stage.broken += broken;
  await remote.db.close();
  const next = await startAgain(stage);
  await using after = await openRemoteShop({ ...stage, url: next.url });
  stage.violations.push(...(await findLost(after.db, stage.known)));
  return next;
}

/** No kills until nothing is in doubt, or the bound has ended; then everything is compared. */
async function rest(stage: Stage, server: ServerProcess): Promise<void> {
  const upSince = Date.now();
  await using remote = await openRemoteShop({ ...stage, url: server.url });
  while ((await countUndecided(remote.db)) > 0 && Date.now() - upSince < restMs) await sleep(500);
  stage.violations.push(...(await findStuck(remote.db, upSince)));
  // A bill that was paid while the server was down is asked about by its own slow times; here it is due now.
  await remote.db.pool.query(
    "update payment_attempts set next_check_at = now() where next_check_at is not null",
  );
  const isDone = async (): Promise<boolean> =>
    (await compareBooks(remote.db, stage.simulatorUrl)).length === 0;
  for (let tries = 0; tries < 40 && !(await isDone()); tries += 1) await sleep(500);
  stage.violations.push(...(await compareBooks(remote.db, stage.simulatorUrl)));
  stage.violations.push(...(await findDoubled(stage.simulatorUrl, stage.known)));
}

function report(stage: Stage, round: number): void {
  const { known, violations, broken } = stage;
  const counts = `issued ${known.issued.size}, paid ${known.paid.size}, refunded ${known.refunded.size}, broken ${broken}`;
  console.log(`round ${round}: ${counts}, found ${violations.length}`);
  for (const { kind, what } of violations.slice(-3)) console.log(`  ${kind}: ${what}`);
}

function summary({ known, violations, backMs, broken }: Stage, rounds: number, killed: Target): object {
  const sorted = backMs.toSorted((a, b) => a - b);
  const count = (kind: Violation["kind"]): number =>
    violations.filter((violation) => violation.kind === kind).length;
  return {
    target: killed,
    rounds,
    issued: known.issued.size,
    paid: known.paid.size,
    refunded: known.refunded.size,
    brokenCalls: broken,
    lost: count("lost"),
    doubled: count("doubled"),
    stuck: count("stuck"),
    books: count("books"),
    backMs: { median: Math.round(sorted[sorted.length >> 1] ?? 0), longest: Math.round(sorted.at(-1) ?? 0) },
  };
}
