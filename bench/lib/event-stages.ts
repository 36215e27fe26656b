/** Where the time between an event and its arrival goes, as the rows of its delivery and its try say. */
import type { ReceivedWebhook } from "#test/webhook-receiver.ts";
import { quantile } from "./closed-loop.ts";
import type { Installation } from "./installation.ts";

const stages = ["placed", "sent", "arrived"] as const;

/** Milliseconds from each stage's beginning to its end, of all events in rising order. */
export type Stages = Readonly<Record<(typeof stages)[number], readonly number[]>>;

type Row = {
  readonly public_id: string;
  readonly at: Date;
  readonly placed_at: Date;
  readonly sent_at: Date;
};

const stagesSql = `
select e.public_id, e.at, d.created_at as placed_at, t.at as sent_at from events e
join webhook_deliveries d on d.merchant_id = e.merchant_id and d.event_id = e.id
join webhook_tries t on t.merchant_id = d.merchant_id and t.delivery_id = d.id and t.sequence = 1
where e.public_id = any($1)`;

/** The stages of what has arrived; first tries alone. */
export async function stagesOf({ db }: Installation, received: readonly ReceivedWebhook[]): Promise<Stages> {
  const arrived = new Map(received.map(({ headers, at }) => [headers["webhook-id"] ?? "", at]));
  const { rows } = await db.pool.query<Row>(stagesSql, [[...arrived.keys()]]);
  const rising = (of: (row: Row) => number): readonly number[] => rows.map(of).toSorted((a, b) => a - b);
  return {
    placed: rising(({ at, placed_at }) => placed_at.getTime() - at.getTime()),
    sent: rising(({ placed_at, sent_at }) => sent_at.getTime() - placed_at.getTime()),
    arrived: rising(({ public_id, sent_at }) => (arrived.get(public_id) ?? Number.NaN) - sent_at.getTime()),
  };
}

/** In words, of several samples. */
export function showStages(samples: readonly Stages[]): string {
  return stages
    .map((name) => {
      const times = samples.flatMap((sample) => sample[name]).toSorted((a, b) => a - b);
      return `${name} p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms`;
    })
    .join("; ");
}
