/** Everything that can be asked: each call of each story, the messages of providers, the calls of the documents. */
import { createRandom, type Random } from "../simulation/random.ts";
import type { Story } from "./recipes/buyers.ts";
import { drawnCalls, readKnown } from "./recipes/drawn.ts";
import type { Plain, Wire } from "./request.ts";
import type { Stage } from "./stage.ts";
import { storyGroups } from "./stories.ts";
import { type SendValid, type Telling, tell } from "./story.ts";

/** A request that is valid as things stand. */
export type Ready = {
  readonly request: Plain;
  /** Made over the bytes after they were changed. */
  readonly sign?: (wire: Wire) => Wire;
  /** Whether things stand as they did: its story has not continued. Always, where there is none. */
  readonly isOpen?: () => boolean;
  /** What it asks for was done, changed: its story cannot continue. */
  readonly spend?: () => void;
};

export type Recipe = {
  readonly name: string;
  readonly prepare: (random: Random) => Promise<Ready | null>;
  /** How often one prepared request is changed; what changes something is prepared again once it was done. */
  readonly uses: number;
  /** Its prepared request is random by itself: it is sent as it is half of the time. */
  readonly isDrawn?: true;
};

/** Recipes by group, with how many inputs of a hundred come from each. */
export type Catalogue = readonly { readonly share: number; readonly recipes: readonly Recipe[] }[];

/**
 * @param only names of stories; all when left out
 * @throws Error when a story cannot be played to its end: what is valid must be done
 */
export async function makeCatalogue(
  stage: Stage,
  send: SendValid,
  only?: ReadonlySet<string>,
): Promise<Catalogue> {
  const told = async (stories: Readonly<Record<string, Story>>, uses: number): Promise<Recipe[]> => {
    const recipes: Recipe[] = [];
    for (const [name, story] of Object.entries(stories))
      if (only?.has(name) ?? true) recipes.push(...(await callsOf(stage, send, { name, story, uses })));
    return recipes;
  };
  const wild = { authorization: `Bearer ${stage.wild.apiKey}`, "accept-language": "en" };
  const groups: { share: number; recipes: readonly Recipe[] }[] = [];
  for (const { share, stories, uses } of storyGroups)
    groups.push({ share, recipes: await told(stories, uses) });
  groups.push(
    { share: 7, recipes: messages(stage) },
    { share: 8, recipes: drawn(stage, "openapi.json", wild) },
    { share: 5, recipes: drawn(stage, "openapi-pages.json", {}) },
  );
  return groups.filter(({ recipes }) => recipes.length > 0);
}

type Told = { readonly name: string; readonly story: Story; readonly uses: number };

/** A playing that waits at a call. */
type Paused = { readonly telling: Telling; at: number; readonly begunAt: number };

/** Sessions, codes and proofs of a playing are good for some minutes. */
const longestPauseMs = 100_000;

/**
 * Tells the story once, and gives a recipe for each of its calls. A playing that waits at an earlier call continues from there: most of
 * what a valid request costs are the calls before it.
 */
async function callsOf(stage: Stage, send: SendValid, { name, story, uses }: Told): Promise<Recipe[]> {
  const { shop } = stage;
  const begin = (random: Random, by: SendValid): Telling =>
    tell((teller) => story(teller, random), { shop, send: by });
  const paused = new Set<Paused>();

  const goOn = async (one: Paused, at: number): Promise<Ready | null> => {
    paused.delete(one);
    for (; one.at < at - 1; one.at += 1) if ((await one.telling.next()) === null) return null;
    const request = await one.telling.next();
    if (request === null) return null;
    one.at = at;
    paused.add(one);
    return {
      request,
      isOpen: () => one.at === at && paused.has(one),
      spend: () => void paused.delete(one),
    };
  };
  const nearest = (at: number): Paused | undefined => {
    const oldest = performance.now() - longestPauseMs;
    for (const one of paused) if (one.begunAt < oldest) paused.delete(one);
    return [...paused].filter((one) => one.at < at).toSorted((a, b) => b.at - a.at)[0];
  };
  return (await routesOf(begin(createRandom(`told ${name}`), demanding(name, send)))).map((route, at) => ({
    name: `${name}: ${route}`,
    uses,
    prepare: async (chance) => {
      const anew = (): Promise<Ready | null> =>
        goOn({ telling: begin(chance, send), at: -1, begunAt: performance.now() }, at);
      const one = nearest(at);
      if (one === undefined) return await anew();
      return await goOn(one, at).catch((error: unknown) => {
        if (isFailure(error)) throw error;
        // Another lane has had done, changed, what it waited with.
        return anew();
      });
    },
  }));
}

/**
 * Whether a server that answers as it should cannot have been the cause. A payment is in doubt where its provider's
 * simulator, which is here, was too busy to keep a connection; how it ended is judged at the end.
 */
export function isFailure(error: unknown): boolean {
  const text = String(error);
  return /\b5\d\d\b|timed out|Timeout/.test(text) && !text.includes("outcome_unknown");
}

/** What is valid is done: sends for a story, and throws where it was refused for its form or failed. */
export function demanding(name: string, send: SendValid): SendValid {
  return async (request) => {
    const answer = await send(request);
    const isMisformed = answer.statusCode === 422 && answer.body.includes('"validation_failed"');
    if (answer.statusCode >= 500 || isMisformed)
      throw new Error(`${name}: ${routeOf(request)} answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  };
}

async function routesOf(telling: Telling): Promise<string[]> {
  const routes: string[] = [];
  for (let call = await telling.next(); call !== null; call = await telling.next())
    routes.push(routeOf(call));
  return routes;
}

function routeOf({ method, path }: Plain): string {
  return `${method} ${path.replaceAll(/[0-9A-Z]{12,}|[\w-]{22,}/g, "…")}`;
}

/** One recipe for each address that a provider has written to by now. */
function messages({ messages: genuine }: Stage): Recipe[] {
  return [...genuine.keys()].map((path) => ({
    name: `message to ${path}`,
    uses: 50,
    prepare: async () => genuine.get(path) ?? null,
  }));
}

function drawn(
  stage: Stage,
  file: Parameters<typeof drawnCalls>[0],
  headers: Readonly<Record<string, string>>,
): Recipe[] {
  const merchantId = file === "openapi.json" ? stage.wild.merchantId : stage.merchantId;
  let known: ReturnType<typeof readKnown> | null = null;
  let asked = 0;
  return drawnCalls(file, headers).map(({ name, draw }) => ({
    name: `drawn: ${name}`,
    uses: 1,
    isDrawn: true,
    prepare: async (random) => {
      asked += 1;
      if (known === null || asked % 2_000 === 0) {
        known = readKnown(stage.db, merchantId);
        // Asked again by the next one.
        known.catch(() => {
          known = null;
        });
      }
      return { request: draw(random, await known) };
    },
  }));
}
