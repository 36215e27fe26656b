/** Views of lists that people keep: a name and the filters of an address. API keys have no part in them (docs/decisions/0135). */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { day, instant, sentDay } from "./merchant-common.ts";

/** Of one list: how many a person may have, and how many all people of a shop together. */
export const mostListViews = 20;

export const longestViewName = 40;

/** Lists that have views. */
export const viewedLists = ["invoices", "payments"] as const;

const list = z.enum(viewedLists);

/** As the console's addresses have them; the screens judge them. */
const filters = z.strictObject({
  show: z
    .string()
    .regex(/^[a-z_]{1,20}$/)
    .optional(),
  from: sentDay.optional(),
  to: sentDay.optional(),
  dueFrom: sentDay.optional(),
  dueTo: sentDay.optional(),
  client: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  order: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional(),
});

const kept = day.optional();

const view = {
  list,
  name: z.string().max(200),
  filters,
  /** For all people of the shop, not for oneself alone. */
  isShared: z.boolean(),
};

export const listView = z.object({
  id: z.string(),
  ...view,
  // One that was kept before calls refused a day of another year is still shown.
  filters: z.object({ ...filters.shape, ...{ from: kept, to: kept, dueFrom: kept, dueTo: kept } }),
  createdAt: instant,
});

export type ListView = z.output<typeof listView>;

const params = z.object({ viewId: z.string().regex(/^[\w-]{16,40}$/) });

export const listViewCalls = {
  "GET /api/v1/list-views": {
    summary: "Your views of a list and those of all, the oldest first",
    audience: "console",
    query: z.strictObject({ list }),
    replies: { 200: z.object({ items: z.array(listView) }) },
  },
  "PUT /api/v1/list-views/:viewId": {
    summary: `Keep a view, or replace all of it; ${mostListViews} at most of each list`,
    audience: "console",
    params,
    body: z.strictObject(view),
    replies: { 200: listView },
    problems: ["not_found"],
  },
  "DELETE /api/v1/list-views/:viewId": {
    summary: "Remove a view",
    audience: "console",
    params,
    replies: { 200: z.object({ isDone: z.literal(true) }) },
    problems: ["not_found"],
  },
} as const satisfies CallMap;
