/** Lists and single entries of the API as commands: `links list`, `coupons show 3`. */
import type { ItemOf, ListName } from "#sdk/index.mjs";
import { filtersOf, type MerchantCommand, textOption, UsageError } from "./command.ts";

const usualRows = 20;
const rowsOfPage = 100;

/**
 * A command that lists: the newest entries first, as the API does.
 * @param row the cells of one entry, in the order of `heads`
 */
export function listCommand<Name extends ListName>(list: {
  readonly call: Name;
  readonly summary: string;
  /** Filters of the call that are worth naming. */
  readonly filters?: string;
  readonly heads: readonly string[];
  readonly row: (item: ItemOf<Name>) => readonly string[];
}): MerchantCommand {
  const filters =
    list.filters === undefined
      ? ""
      : `\n  --filter <n=v> a filter of the API, more than once: ${list.filters}`;
  return {
    words: "",
    summary: list.summary,
    details: `Options:\n  --limit <n>    so many rows at most, or "all"; ${usualRows} unless given${filters}`,
    options: {
      limit: { type: "string" },
      ...(list.filters !== undefined && { filter: { type: "string", multiple: true } as const }),
    },
    run: async ({ wasl, progress, table, note }, given) => {
      const most = readLimit(textOption(given, "limit"));
      const query = { limit: Math.min(most, rowsOfPage), ...filtersOf(given) };
      // Filters are the words of the person; the server says which of them make no sense.
      const pages = wasl().pages as (name: Name, given: object) => AsyncIterable<ItemOf<Name>>;
      const items: ItemOf<Name>[] = [];
      let isMore = false;
      for await (const item of pages(list.call, { query })) {
        isMore = items.length === most;
        if (isMore) break;
        items.push(item);
        if (items.length % rowsOfPage === 0) progress(`${items.length} rows`);
      }
      progress("");
      if (isMore) note(`There are more: --limit ${most * 5}, or --limit all.`);
      const text = items.length === 0 ? "There are none." : table([list.heads, ...items.map(list.row)]);
      return { text, json: items };
    },
  };
}

/** @throws UsageError when it is no number above zero */
function readLimit(text: string | undefined): number {
  if (text === undefined) return usualRows;
  if (text === "all") return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--limit is a number or "all", not "${text}".`);
  return Number(text);
}

/**
 * The JSON object of `--file`, `-` for standard input.
 * @throws UsageError when it cannot be read, or is none
 */
export async function readJsonFile(file: string, read: (file: string) => Promise<string>): Promise<object> {
  let text: string;
  try {
    text = await read(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${file === "-" ? "Standard input" : file} must hold one JSON object.`);
  return value;
}
