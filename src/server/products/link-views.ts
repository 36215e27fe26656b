/**
 * How often buyers opened the page of a product link. Counts wait in memory for a second or two and are written together: a link that
 * many open at the same moment is one row, and no page waits for it. A server that dies loses those of its last seconds.
 */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { readLinkIdentity } from "#core/crockford.ts";
import { later } from "#core/later.ts";
import { isOpenedByBuyer } from "../orders/order-views.ts";
import type { Services } from "../services.ts";

type Parts = Pick<Services, "db" | "log" | "clock" | "config">;

const restMs = 1_500;
/** Links that are counted at a time; more of them in two seconds are not. */
const mostWaiting = 5_000;

export type LinkViews = {
  readonly note: (linkIdentity: string) => void;
  /** Writes what waits. */
  readonly flush: () => Promise<void>;
};

/** Builds the counter of a server. */
export function createLinkViews({ db, log, clock }: Omit<Parts, "config">): LinkViews {
  let waiting = new Map<string, number>();
  let cancelRest: (() => void) | null = null;
  const flush = async (): Promise<void> => {
    cancelRest?.();
    cancelRest = null;
    const counted = [...waiting].map(([link_identity, views]) => ({ link_identity, views }));
    waiting = new Map();
    if (counted.length === 0) return;
    const now = new Date(clock.now());
    await sql`
      insert into link_views as v (merchant_id, product_link_id, day, views)
      select l.merchant_id, l.id, (${now}::timestamptz at time zone 'Asia/Riyadh')::date, c.views
      from json_to_recordset(${JSON.stringify(counted)}::json) as c (link_identity text, views integer)
      join product_links l on l.link_identity = c.link_identity
      order by l.merchant_id, l.id
      on conflict (merchant_id, product_link_id, day) do update set views = v.views + excluded.views`
      .execute(db.kysely)
      .catch((error: unknown) => log.warn("views of links not counted", { count: counted.length, error }));
  };
  return {
    note: (linkIdentity) => {
      if (waiting.size >= mostWaiting && !waiting.has(linkIdentity)) return;
      waiting.set(linkIdentity, (waiting.get(linkIdentity) ?? 0) + 1);
      cancelRest ??= later(clock, restMs, () => void flush());
    },
    flush,
  };
}

/** Counts every page of a link that is shown to a person who does not come from the console. */
export function mountLinkViews(app: FastifyInstance, services: Parts): void {
  const views = createLinkViews(services);
  app.addHook("onResponse", async (request, reply) => {
    // Every answer passes here: who has opened it is asked of a link's pages alone.
    if (request.routeOptions.config.views !== "product" || reply.statusCode !== 200) return;
    if (!isOpenedByBuyer(request, services.config.consoleUrl)) return;
    const linkIdentity = readLinkIdentity(String(Object(request.params).linkIdentity ?? ""));
    if (linkIdentity !== null) views.note(linkIdentity);
  });
  app.addHook("onClose", views.flush);
}
