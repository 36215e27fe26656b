/** Everything that can be asked: each call of each story, the messages of providers, the calls of the documents. */
import { createRandom, type Random } from "../simulation/random.ts";
import { buyerStories, type Story } from "./recipes/buyers.ts";
import { drawnCalls, readKnown } from "./recipes/drawn.ts";
import { merchantStories } from "./recipes/merchants.ts";
import { offerStories } from "./recipes/offers.ts";
import { programStories } from "./recipes/programs.ts";
import { readStories } from "./recipes/reads.ts";
import type { Plain, Wire } from "./request.ts";
import type { Stage } from "./stage.ts";
import { type SendValid, takeCall } from "./story.ts";

/** A request that is valid as things stand. */
export type Ready = {
  readonly request: Plain;
  /** Made over the bytes after they were changed. */
  readonly sign?: (wire: Wire) => Wire;
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
  const groups = [
    { share: 28, recipes: await told(buyerStories, 25) },
    { share: 20, recipes: await told(merchantStories, 25) },
    { share: 14, recipes: await told(offerStories, 25) },
    { share: 12, recipes: await told(readStories, 200) },
    { share: 6, recipes: await told(programStories, 25) },
    { share: 7, recipes: messages(stage) },
    { share: 8, recipes: drawn(stage, "openapi.json", wild) },
    { share: 5, recipes: drawn(stage, "openapi-pages.json", {}) },
  ];
  return groups.filter(({ recipes }) => recipes.length > 0);
}

type Told = { readonly name: string; readonly story: Story; readonly uses: number };

/** Tells the story once, and gives a recipe for each of its calls. */
async function callsOf(stage: Stage, send: SendValid, { name, story, uses }: Told): Promise<Recipe[]> {
  const routes: string[] = [];
  const counting: SendValid = async (request) => {
    const answer = await send(request);
    routes.push(`${request.method} ${request.path.replaceAll(/[0-9A-Z]{12,}|[\w-]{22,}/g, "…")}`);
    const isMisformed = answer.statusCode === 422 && answer.body.includes('"validation_failed"');
    if (answer.statusCode >= 500 || isMisformed)
      throw new Error(`${name}: ${routes.at(-1)} answered ${answer.statusCode}: ${answer.body}`);
    return answer;
  };
  const random = createRandom(`told ${name}`);
  await takeCall((teller) => story(teller, random), {
    shop: stage.shop,
    send: counting,
    at: Number.POSITIVE_INFINITY,
  });
  return routes.map((route, at) => ({
    name: `${name}: ${route}`,
    uses,
    prepare: async (chance) => {
      const request = await takeCall((teller) => story(teller, chance), { shop: stage.shop, send, at });
      return request && { request };
    },
  }));
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
      if (known === null || asked % 2_000 === 0) known = readKnown(stage.db, merchantId);
      return { request: draw(random, await known) };
    },
  }));
}
