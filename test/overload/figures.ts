/** What a span of the load came to, and the table that shows it. */
import { quantile } from "#bench/lib/closed-loop.ts";
import type { Course } from "./buyer.ts";
import type { Seen } from "./exchange.ts";
import type { Usage } from "./watch.ts";

export type SpanFigures = {
  readonly name: string;
  readonly seconds: number;
  /** Payments that were begun in the span, how many got an invoice, how each ended. */
  readonly offered: number;
  readonly accepted: number;
  readonly shed: number;
  readonly turnedAway: number;
  readonly paid: number;
  /** Neither paid nor refused: how often, by why. */
  readonly failed: Readonly<Record<string, number>>;
  /** Of whole payments that were paid, milliseconds. */
  readonly payment: Times;
  /** Of requests by step: the buyers' and the readers'. */
  readonly steps: Readonly<Record<string, Times & { readonly count: number; readonly wrong: number }>>;
  readonly usage: Usage;
};

export type Times = { readonly p50: number; readonly p95: number; readonly p99: number };

/** Adds up a span. Answers with 5xx (but for those that were refused in order) and without an answer are wrong. */
export function addUp(span: {
  readonly name: string;
  readonly seconds: number;
  readonly courses: readonly Course[];
  readonly reads: readonly Seen[];
  readonly usage: Usage;
}): SpanFigures {
  const { name, seconds, courses, usage } = span;
  const count = (kind: Course["ending"]["kind"]) =>
    courses.filter(({ ending }) => ending.kind === kind).length;
  const seen = [...courses.flatMap((course) => course.seen), ...span.reads];
  const reasons = courses.flatMap(({ ending }) => (ending.kind === "failed" ? [ending.why] : []));
  return {
    name,
    seconds,
    offered: courses.length,
    accepted: courses.filter(({ ending }) => ending.orderNumber !== null).length,
    shed: count("shed"),
    turnedAway: count("turned_away"),
    paid: count("paid"),
    failed: Object.fromEntries(
      [...Map.groupBy(reasons, (why) => why)].map(([why, all]) => [why, all.length]),
    ),
    payment: timesOf(courses.flatMap(({ ending, tookMs }) => (ending.kind === "paid" ? [tookMs] : []))),
    steps: Object.fromEntries(
      [...Map.groupBy(seen, ({ step }) => step)].map(([step, all]) => [
        step,
        {
          ...timesOf(all.map(({ tookMs }) => tookMs)),
          count: all.length,
          wrong: all.filter(isWrong).length,
        },
      ]),
    ),
    usage,
  };
}

/** Steps that may be refused with 503: they begin something. */
const beginnings: ReadonlySet<string> = new Set(["invoice", "prepareSession"]);

function isWrong({ step, status }: Seen): boolean {
  return status === 0 || (status >= 500 && !(status === 503 && beginnings.has(step)));
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99) };
}

/** Whether a process kept up with a span: nothing refused, nothing failed, and what was begun was paid soon. */
export function isHeld({ offered, paid, payment, shed, turnedAway }: SpanFigures, mostMs: number): boolean {
  return offered > 0 && shed + turnedAway === 0 && paid === offered && payment.p95 <= mostMs;
}

const ms = (value: number): string => (Number.isNaN(value) ? "-" : String(Math.round(value)));
const threeOf = ({ p50, p95, p99 }: Times): string => [p50, p95, p99].map(ms).join(" / ");
const cores = (value: number): string => value.toFixed(2);

/** The spans as a table in Markdown: what happened to the payments, and what was short. */
export function tableOf(spans: readonly SpanFigures[]): string {
  const heads = [
    "Span",
    "Offered/s",
    "Offered",
    "Accepted",
    "Shed",
    "Left at the card",
    "Paid",
    "Failed",
    "Payment p50 / p95 / p99, ms",
    "Cores: server, database, simulators, load",
    "Loop late, ms (most; load's own)",
    "Waiting (most)",
    "Shed by",
  ];
  const rows = spans.map(({ usage, ...span }) => [
    span.name,
    (span.offered / span.seconds).toFixed(1),
    span.offered,
    span.accepted,
    span.shed,
    span.turnedAway,
    span.paid,
    Object.values(span.failed).reduce((sum, each) => sum + each, 0),
    threeOf(span.payment),
    [usage.serverCores, usage.databaseCores, usage.simulatorCores, usage.loadCores].map(cores).join(", "),
    `${ms(usage.loopDelayMs.median)} (${ms(usage.loopDelayMs.most)}; ${ms(usage.ownDelayMs)})`,
    `${usage.waiting.median} (${usage.waiting.most})`,
    Object.entries(usage.shed)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(", "),
  ]);
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The steps of one span: how many, how long, how many wrong. */
export function stepsOf({ steps }: SpanFigures): string {
  const rows = Object.entries(steps).map(
    ([step, { count, wrong, ...times }]) => `| ${step} | ${count} | ${wrong} | ${threeOf(times)} |`,
  );
  return ["| Step | Requests | Wrong | p50 / p95 / p99, ms |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}
