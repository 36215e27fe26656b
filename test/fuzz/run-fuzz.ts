/** Sends the inputs of a seed, judges every answer, and compares the books at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import { cpuMsOf } from "#bench/lib/processes.ts";
import { testCards } from "#gateways/mpgs/simulator/cards.ts";
import { compareBooks, countUndecided, findDoubled } from "../kill-loop/checks.ts";
import { longestCodeDoubtMs } from "../longest-doubt.ts";
import { createRandom } from "../simulation/random.ts";
import { type Catalogue, isFailure, makeCatalogue, type Ready, type Recipe } from "./catalogue.ts";
import { codeOf, faultOf, type Reach, reachOf } from "./judge.ts";
import { type LogWatch, watchLog } from "./log-watch.ts";
import { createMemoryWatch, type MemoryWatch } from "./memory-watch.ts";
import { applyChanges, type Change, drawChanges } from "./mutate.ts";
import { toWire } from "./request.ts";
import { type Answer, createSender, type Sender } from "./send.ts";
import { shortest } from "./shrink.ts";
import { openStage, type Stage } from "./stage.ts";
import type { SendValid } from "./story.ts";

export type FuzzOptions = {
  readonly inputs: number;
  readonly seed: number;
  /** The number of the first input. */
  readonly from: number;
  readonly lanes: number;
  /** No input is sent after so long; without it, all are. */
  readonly minutes?: number;
  /** Names of stories; all when left out. */
  readonly only?: ReadonlySet<string>;
  readonly say: (line: string) => void;
};

export type Fault = {
  readonly input: number;
  readonly recipe: string;
  readonly what: string;
  readonly example: string;
};

export type FuzzReport = {
  readonly sent: number;
  readonly skipped: number;
  /** How far the inputs came. */
  readonly reach: Readonly<Record<Reach, number>>;
  /** Of all inputs, the part that got past validation: done or judged. */
  readonly pastValidation: number;
  readonly perSecond: number;
  /** Calls that were made, as they should be, to get to what is changed; since the first input, as the next one. */
  readonly validCalls: number;
  /** Processor time of an input, milliseconds: here with the simulators, and of the server with its database. */
  readonly processorMs: { readonly here: number; readonly server: number };
  readonly slowestMs: number;
  readonly memoryMegabytes: readonly number[];
  readonly logLines: number;
  readonly faults: readonly Fault[];
};

/** Further faults are as many as these: the run ends. */
const mostFaults = 25;

type Run = {
  readonly options: FuzzOptions;
  readonly stage: Stage;
  readonly sender: Sender;
  readonly watch: LogWatch;
  readonly memory: MemoryWatch;
  readonly catalogue: Catalogue;
  readonly faults: Fault[];
  /** Faults are reported once, by what they are. */
  readonly known: Set<string>;
  /** Which input a request of the log was. */
  readonly inputOf: Map<string, { readonly input: number; readonly recipe: string }>;
  /** Valid requests of recipes, of all lanes: to make one takes several calls. */
  readonly kept: Map<string, Kept>;
  readonly reach: Record<Reach, number>;
  readonly statuses: Map<string, number>;
  slowest: { ms: number; recipe: string };
  sent: number;
  /** Inputs whose story could not be played up to its call, such as after a change of the shop's settings. */
  skips: number;
  readonly valid: { calls: number };
  /** Why, and in which story. */
  readonly skipped: Map<string, string>;
  isDown: boolean;
};

/** Sends `inputs` inputs of a seed. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const watch = watchLog(testCards.map(({ number }) => number));
  await using stage = await openStage(watch);
  const sender = createSender(stage.server.url, options.lanes * 2);
  for (const secret of [stage.shop.apiKey, stage.wild.apiKey]) watch.secrets.add(secret);
  const valid = { calls: 0 };
  const run: Run = {
    options,
    stage,
    sender,
    watch,
    memory: createMemoryWatch(stage.readMemory),
    catalogue: await makeCatalogue(
      stage,
      sendValid(sender, () => (valid.calls += 1)),
      options.only,
    ),
    faults: [],
    known: new Set(),
    inputOf: new Map(),
    kept: new Map(),
    reach: { done: 0, judged: 0, formless: 0, busy: 0 },
    statuses: new Map(),
    slowest: { ms: 0, recipe: "" },
    sent: 0,
    skips: 0,
    valid,
    skipped: new Map(),
    isDown: false,
  };
  void stage.server.ended.then(() => (run.isDown = true));
  valid.calls = 0;
  const used = watchProcessors(stage.server.pid);
  const startedAt = performance.now();
  options.say(
    `${run.catalogue.reduce((sum, { recipes }) => sum + recipes.length, 0)} valid requests to change`,
  );
  await Promise.all(Array.from({ length: options.lanes }, (_, lane) => play(run, lane)));
  const seconds = (performance.now() - startedAt) / 1000;
  const spent = { seconds, ...used() };
  await judgeEnd(run);
  await sender.close();
  return summary(run, spent);
}

/** Begins to count; gives the milliseconds of processor since. */
function watchProcessors(serverPid: number): () => { readonly here: number; readonly server: number } {
  const own = process.cpuUsage();
  const before = cpuMsOf(serverPid);
  return () => {
    const { user, system } = process.cpuUsage(own);
    return { here: (user + system) / 1000, server: cpuMsOf(serverPid) - before };
  };
}

const sendValid =
  (sender: Sender, onSent: () => void): SendValid =>
  async (request) => {
    onSent();
    const { status, text, headers } = await sender.send(toWire(request));
    return { statusCode: status, body: text, headers };
  };

type Kept = { readonly ready: Ready; uses: number };

/** Every n-th input, one after the other. */
async function play(run: Run, lane: number): Promise<void> {
  const { inputs, from, lanes, minutes = Number.POSITIVE_INFINITY } = run.options;
  const latest = performance.now() + minutes * 60_000;
  for (let index = lane; index < inputs; index += lanes) {
    if (run.faults.length >= mostFaults || run.isDown || performance.now() > latest) return;
    await playInput(run, from + index);
    if (index % 1_000 === 0) await tellProgress(run);
  }
}

async function playInput(run: Run, input: number): Promise<void> {
  const random = createRandom(`${run.options.seed} input ${input}`);
  const recipe = pickRecipe(run.catalogue, random.part(), random.part());
  const ready = await readyFor(run, recipe, input);
  if (!ready) return;
  const isAsDrawn = recipe.isDrawn === true && random.chance(0.6);
  const changes = isAsDrawn ? [] : drawChanges(random, ready.request);
  const answer = await sendChanged(run, ready, changes).catch((error: unknown) => String(error));
  run.sent += 1;
  if (typeof answer === "string") {
    if (!run.isDown) await note(run, { input, recipe, what: `no answer: ${answer}` }, { ready, changes });
    return;
  }
  count(run, answer, recipe);
  run.inputOf.set(answer.headers["x-request-id"] ?? "", { input, recipe: recipe.name });
  if (run.inputOf.size > 20_000) run.inputOf.delete(run.inputOf.keys().next().value ?? "");
  const what = faultOf(answer, isBare(changes));
  if (what !== null) await note(run, { input, recipe, what }, { ready, changes });
  if (hasConsumed(answer, ready)) {
    ready.spend?.();
    if (run.kept.get(recipe.name)?.ready === ready) run.kept.delete(recipe.name);
  }
  noteLog(run);
}

function pickRecipe(catalogue: Catalogue, group: number, place: number): Recipe {
  let left = group * catalogue.reduce((sum, { share }) => sum + share, 0);
  const chosen = catalogue.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  const recipe = chosen?.recipes[Math.floor(place * chosen.recipes.length)];
  if (!recipe) throw new Error("a group without recipes");
  return recipe;
}

async function readyFor(run: Run, recipe: Recipe, input: number): Promise<Ready | null> {
  const { kept } = run;
  const known = kept.get(recipe.name);
  if (known && known.uses < recipe.uses && known.ready.isOpen?.() !== false) {
    known.uses += 1;
    return known.ready;
  }
  const random = createRandom(`${run.options.seed} prepare ${input}`);
  const ready = await recipe.prepare(random).catch(async (error: unknown) => {
    // A wild change of the shop's settings may have made a story impossible; a server that fails is what is looked for.
    if (isFailure(error) && !run.isDown)
      await note(run, { input, recipe, what: `a valid story failed: ${String(error).slice(0, 500)}` });
    run.skipped.set(String(error).slice(0, 200), recipe.name);
    return null;
  });
  if (!ready) run.skips += 1;
  if (ready) kept.set(recipe.name, { ready, uses: 1 });
  return ready;
}

async function sendChanged(run: Run, ready: Ready, changes: readonly Change[]): Promise<Answer> {
  const wire = applyChanges(ready.request, changes);
  return await run.sender.send(ready.sign ? ready.sign(wire) : wire);
}

/** What a bare socket sends and what asks for another protocol may be left without an answer. */
function isBare(changes: readonly Change[]): boolean {
  return changes.some(
    (change) =>
      change.kind === "head" ||
      (change.kind === "method" && change.method === "HEAD") ||
      (change.kind === "header" && /^(connection|upgrade|expect|host)$/.test(change.name)),
  );
}

/** A change was made, or can no longer be: the next input of the recipe needs another valid request. */
function hasConsumed(answer: Answer, { request }: Ready): boolean {
  if (request.method === "GET") return false;
  return reachOf(answer) !== "formless" || answer.status === 404;
}

function count(run: Run, answer: Answer, recipe: Recipe): void {
  run.reach[reachOf(answer)] += 1;
  const key = `${answer.status} ${codeOf(answer) ?? ""}`.trim();
  run.statuses.set(key, (run.statuses.get(key) ?? 0) + 1);
  if (answer.ms > run.slowest.ms) run.slowest = { ms: answer.ms, recipe: recipe.name };
}

type Found = {
  readonly input: number;
  readonly recipe: Pick<Recipe, "name"> & Partial<Recipe>;
  readonly what: string;
};

/** Keeps a fault that was not seen before, with the shortest request that still has it. */
async function note(
  run: Run,
  { input, recipe, what }: Found,
  sent?: { readonly ready: Ready; readonly changes: readonly Change[] },
): Promise<void> {
  const key = kindOf(recipe.name, what);
  if (run.known.has(key)) return;
  run.known.add(key);
  const example =
    sent && recipe.prepare
      ? await shortest({
          ...sent,
          prepare: recipe.prepare,
          send: (ready, changes) => sendChanged(run, ready, changes),
          isFault: (answer) => faultOf(answer, false) !== null,
        })
      : "";
  run.faults.push({ input, recipe: recipe.name, what, example });
  run.options.say(
    `FAULT at input ${input} of seed ${run.options.seed} (${recipe.name}): ${what}\n  ${example}`,
  );
}

/** Faults of one kind differ in numbers and names alone. */
function kindOf(recipe: string, what: string): string {
  const logged = /"message":"(?:[^"\\]|\\.)*"|"msg":"[^"]*"/g;
  const said = what.match(logged);
  if (said) return said.join(" ");
  return `${recipe.replace(/^.*: /, "")} ${what.replaceAll(/[0-9a-zA-Z_-]{16,}|\d+/g, "…").slice(0, 120)}`;
}

function noteLog(run: Run): void {
  for (const { what, requestId } of run.watch.take()) {
    const of = run.inputOf.get(requestId ?? "");
    void note(run, { input: of?.input ?? 0, recipe: { name: of?.recipe ?? "the log" }, what });
  }
}

async function tellProgress(run: Run): Promise<void> {
  const bytes = await run.memory.look();
  const { done, judged } = run.reach;
  const past = run.sent === 0 ? 0 : Math.round((100 * (done + judged)) / run.sent);
  run.options.say(
    `${run.sent} of ${run.options.inputs}: ${past} % past validation, ${run.faults.length} faults, ${Math.round(bytes / 2 ** 20)} MB, slowest ${Math.round(run.slowest.ms)} ms (${run.slowest.recipe})`,
  );
}

/** Nothing is left in doubt, the providers' books are ours, memory stayed, and the server ends as it should. */
async function judgeEnd(run: Run): Promise<void> {
  const { stage } = run;
  const end = (what: string): Promise<void> => note(run, { input: 0, recipe: { name: "at the end" }, what });
  if (run.isDown) return await end("the server ended by itself");
  const until = Date.now() + longestCodeDoubtMs + 30_000;
  const look = async () => ({
    undecided: await countUndecided(stage.db),
    different: await compareBooks(stage.db, stage.simulatorUrl),
  });
  let found = await look();
  while (Date.now() < until && (found.undecided > 0 || found.different.length > 0)) {
    await sleep(500);
    found = await look();
  }
  if (found.undecided > 0) await end("payments or refunds are still in doubt");
  for (const { what } of found.different) await end(what);
  for (const { what } of await findDoubled(stage.simulatorUrl, { sent: [] })) await end(what);
  const grown = run.memory.judge();
  if (grown !== null) await end(grown);
  noteLog(run);
}

type Spent = { readonly seconds: number; readonly here: number; readonly server: number };

function summary(run: Run, { seconds, here, server }: Spent): FuzzReport {
  const { reach, sent, faults, slowest, memory, watch } = run;
  const perInput = (ms: number): number => Math.round((10 * ms) / Math.max(1, sent)) / 10;
  const top = [...run.statuses].toSorted(([, a], [, b]) => b - a).slice(0, 40);
  for (const [why, recipe] of [...run.skipped].slice(0, 5)) run.options.say(`not played: ${recipe}: ${why}`);
  run.options.say(top.map(([status, times]) => `${times} x ${status}`).join(", "));
  return {
    sent,
    skipped: run.skips,
    reach,
    pastValidation: Math.round((1000 * (reach.done + reach.judged)) / Math.max(1, sent)) / 1000,
    perSecond: Math.round(sent / seconds),
    validCalls: run.valid.calls,
    processorMs: { here: perInput(here), server: perInput(server) },
    slowestMs: Math.round(slowest.ms),
    memoryMegabytes: memory.megabytes(),
    logLines: watch.lines(),
    faults,
  };
}
