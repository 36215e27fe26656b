/** Answers to the calls that the document made by itself before the program was there (server/console/first-calls.js). */

declare global {
  interface Window {
    waslFirst?: { readonly shop: number; readonly answers: Map<string, Promise<Response>> };
  }
}

/** As long as what was read is fresh for queries. */
const freshMs = 15_000;

/** The answer of such a call, to the first who asks and while it is fresh; undefined for every other call. */
export function takeFirst(address: string, shop: number): Promise<Response> | undefined {
  const { waslFirst } = window;
  const answer = waslFirst?.shop === shop ? waslFirst.answers.get(address) : undefined;
  waslFirst?.answers.delete(address);
  return performance.now() < freshMs ? answer : undefined;
}
