/** What must hold once the load has ended: nothing half made, nothing taken twice, nothing in doubt, books that agree. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Installation } from "#bench/lib/installation.ts";
import { compareBooks, countUndecided, findDoubled, findLost } from "../kill-loop/checks.ts";
import type { Ending } from "./buyer.ts";

/** Questions about payments in doubt have times of their own: all of them come within this long. */
const restMs = 120_000;

type Row = { readonly what: string };

/** @returns one line for each thing that is wrong */
export async function findWrong(
  { db, simulatorUrl }: Pick<Installation, "db" | "simulatorUrl">,
  endings: readonly Ending[],
): Promise<readonly string[]> {
  const startedAt = performance.now();
  while ((await countUndecided(db)) > 0 && performance.now() - startedAt < restMs) await sleep(500);
  const undecided = await countUndecided(db);
  const numbers = (kind?: Ending["kind"]) =>
    endings.flatMap((each) =>
      each.orderNumber !== null && (kind === undefined || each.kind === kind) ? [each.orderNumber] : [],
    );
  const known = { issued: new Set(numbers()), paid: new Set(numbers("paid")), refunded: new Map(), sent: [] };
  const found = [
    ...(await findLost(db, known)),
    ...(await findDoubled(simulatorUrl, known)),
    ...(await compareBooks(db, simulatorUrl)),
  ];
  return [
    ...(undecided > 0 ? [`${undecided} payments are in doubt ${restMs / 1_000} seconds after the load`] : []),
    ...found.map(({ kind, what }) => `${kind}: ${what}`),
    ...(await findHalfMade(db)),
  ];
}

/** Orders and attempts that say different things, or a paid order without its tax document. */
async function findHalfMade({ pool }: Installation["db"]): Promise<readonly string[]> {
  const { rows } = await pool.query<Row>(
    `select 'half made: ' || o.order_number || ' is ' || o.status || ' with ' || count(a.id) filter (where a.settled_at is not null)
       || ' settled attempts and ' || (select count(*) from tax_documents d where d.order_id = o.id) || ' documents' as what
     from orders o left join payment_attempts a on a.order_id = o.id group by o.id
     having (o.status = 'PAID') <> (count(a.id) filter (where a.settled_at is not null and a.state = 'captured') = 1)
       or (o.status = 'PAID') <> ((select count(*) from tax_documents d where d.order_id = o.id) = 1)`,
  );
  return rows.map(({ what }) => what);
}
