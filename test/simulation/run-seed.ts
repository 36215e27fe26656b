/** Plays the plan of one seed to its end, with every check on the way. */
import type { LightMyRequestResponse } from "fastify";
import { laneFailures } from "#core/timing.ts";
import { placeEvents } from "#server/events/place-events.ts";
import { expireInvoices } from "#server/orders/expire-invoices.ts";
import { bookUnbooked } from "#server/payments/book-outcome.ts";
import { sendDueRefunds } from "#server/payments/refund-jobs.ts";
import { cancelExpiredLinkOrders } from "#server/products/expire-link-orders.ts";
import { workAllDue } from "#server/queue/work-queue.ts";
import { askLateChecks } from "#server/reconciliation/late-checks.ts";
import { jobHandlers } from "#server/schedule/job-handlers.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import type { Services } from "#server/services.ts";
import { issueWaitingInvoices } from "#server/tax-documents/waiting-invoices.ts";
import { longestCodeDoubtMs } from "../longest-doubt.ts";
import { askStatus, payByCard, payByCode, payByDevice, payByReference, payOnPage } from "./buyers.ts";
import { checkAlways, checkAtEnd, checkUndecided } from "./invariants.ts";
import { isInTransaction } from "./lent-connections.ts";
import type { Plan, SalePlan, Step } from "./plan.ts";
import { checkOut, openSale } from "./sales.ts";
import type { Stage } from "./stage.ts";
import { beginStamping } from "./stamping.ts";
import { beginTelling } from "./telling.ts";
import { longestClockStepMs } from "./troubles.ts";
import { asStep, createWorld, type Order, type World } from "./world.ts";

export type Outcome = {
  readonly seed: number;
  readonly problems: readonly string[];
  readonly history: readonly string[];
  /** Every turn, for comparing two runs. */
  readonly turns: readonly string[];
};

const hourMs = 60 * 60_000;
let worlds = 0;

/** Plays a plan. `without` names faults of the network that do not happen. */
export async function runPlan(
  stage: Stage,
  plan: Plan,
  without: ReadonlySet<string> = new Set(),
): Promise<Outcome> {
  worlds += 1;
  const parts = { plan, without, startMs: startOfToday(), place: worlds };
  const { db, free, providers, locks } = stage;
  const world = await createWorld({ ...parts, db, free, providers, locks });
  const { problems, history } = world;
  try {
    if (plan.isStamped) await beginStamping(world);
    if (plan.isTold) await play(world, beginTelling(world));
    await play(world, plan.sale === null ? issueOrders(world) : beginSale(world, plan.sale));
    const running = plan.steps.map((step) => takeStep(world, step));
    await play(world, Promise.all(running));
    await bringToRest(world);
    await checkAtEnd(world);
  } catch (error) {
    problems.push(`the world stopped: ${error instanceof Error ? error.stack : String(error)}`);
  }
  await leave(world, stage);
  return { seed: plan.seed, problems, history, turns: world.scheduler.turns };
}

/** Rows of the database are stamped by its own clock: the world begins where that is. */
function startOfToday(): number {
  return Math.floor(Date.now() / hourMs) * hourMs;
}

/** Lets the world continue until `work` is done, or something is found. */
async function play(world: World, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  let failure: unknown;
  work.then(
    () => (isOver = true),
    (error: unknown) => {
      failure = error;
      isOver = true;
    },
  );
  await world.scheduler.play(() => isOver || world.problems.length > 0);
  if (failure) throw failure;
}

async function issueOrders(world: World): Promise<void> {
  const { plan, timeline } = world;
  for (let index = 0; index < plan.orders; index += 1) {
    const expires = plan.expiresAfterMs;
    const reply = await world.call(0, {
      method: "POST",
      url: "/api/v1/invoices",
      headers: { authorization: `Bearer ${world.apiKey}`, "idempotency-key": `issue-${index}-of-the-shop` },
      payload: {
        client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
        lines: [{ title: "تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" }],
        ...(expires !== null && { expiresAt: new Date(timeline.now() + expires).toISOString() }),
      },
    });
    if (reply?.statusCode !== 201) throw new Error(`no invoice: ${reply?.body}`);
    const { orderNumber } = reply.json() as { orderNumber: string };
    const { rows } = await world.reader.query<{ id: number }>(
      "select id from orders where order_number = $1",
      [orderNumber],
    );
    world.orders.push({ id: rows[0]?.id ?? 0, orderNumber, name: `order ${index + 1}` });
  }
}

async function beginSale(world: World, sale: SalePlan): Promise<void> {
  world.sale = await openSale(world, sale);
}

async function takeStep(world: World, step: Step): Promise<void> {
  await world.sleep(step.at);
  world.note(`step ${step.id} ${JSON.stringify({ ...step, id: undefined, at: undefined, kind: undefined })}`);
  await asStep(step.id, () => act(world, step));
  if (world.problems.length === 0 && step.kind !== "jobs") await checkAlways(world);
}

async function act(world: World, step: Step): Promise<void> {
  if (step.kind === "jobs") {
    const life = world.lives[step.node];
    if (life) await Promise.race([workOnce(world, life.services), life.died]);
    return;
  }
  if (step.kind === "pause") {
    const life = world.lives[step.node];
    // PostgreSQL ends a transaction that idles; what is frozen here holds none.
    const isFree = life && ![...life.connections.lent].some(isInTransaction);
    if (life && isFree) life.pausedUntil = world.timeline.now() + step.forMs;
    return;
  }
  if (step.kind === "clock") {
    const life = world.lives[step.node];
    if (life) life.aheadMs = step.aheadMs;
    return;
  }
  if (step.kind === "crash") return world.crashAt(step.node, step);
  if (step.kind === "outage") return world.network.suffer(step);
  if (step.kind === "checkout") return await checkOut(world, step);
  const order = world.orders[step.order];
  if (!order) return;
  switch (step.kind) {
    case "card":
      return await payByCard(world, step, order);
    case "code":
      return await payByCode(world, step, order);
    case "device":
      return await payByDevice(world, step, order);
    case "instalments":
      return await payOnPage(world, step, order);
    case "reference":
      return await payByReference(world, step, order);
    case "status":
      return await askStatus(world, step, order, step.times);
    case "cancel":
    case "refund":
      return await actAsMerchant(world, step, order);
  }
}

async function actAsMerchant(
  world: World,
  step: Extract<Step, { kind: "cancel" | "refund" }>,
  { orderNumber, name }: Order,
): Promise<void> {
  const path = step.kind === "cancel" ? "cancel" : "refunds";
  const payload = step.kind === "refund" && step.amount === "part" ? { amount: "46.00" } : {};
  const calls = step.kind === "refund" ? step.calls : 1;
  await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      const reply = await world.call(index === 0 ? step.node : world.plan.nodes - 1 - step.node, {
        method: "POST",
        url: `/api/v1/invoices/${orderNumber}/${path}`,
        headers: {
          authorization: `Bearer ${world.apiKey}`,
          "idempotency-key": `step-${step.id}-${orderNumber}`,
        },
        payload,
      });
      world.note(`merchant, ${path} of ${name}: ${reply ? said(reply) : "no answer"}`);
    }),
  );
}

function said(reply: LightMyRequestResponse): string {
  const { code, status, state } = Object(reply.json());
  return `${reply.statusCode} ${String(code ?? state ?? status)}`;
}

/** What the loops of a process would do now. */
async function workOnce({ plan }: World, services: Services): Promise<void> {
  await Promise.all([
    checkDueAttempts(services),
    sendDueRefunds(services),
    bookUnbooked(services),
    ...(plan.isStamped || plan.isTold ? [workQueue(services)] : []),
    ...(plan.sale === null ? [] : [cancelExpiredLinkOrders(services)]),
  ]);
}

/** What the queue does: e-invoices, webhooks, messages. */
async function workQueue(services: Services): Promise<void> {
  await placeEvents(services);
  await workAllDue(services, jobHandlers);
}

const longestRestMs = 3 * hourMs;
const longestDoubtMs = longestCodeDoubtMs + longestClockStepMs;

/** Faults have ended: everything must come to its end by itself, in the time that is promised. */
async function bringToRest(world: World): Promise<void> {
  const { timeline } = world;
  world.note("faults are over");
  world.calm();
  const calmAt = timeline.now();
  await play(world, allUp(world));
  let isJudged = false;
  for (let round = 1; world.problems.length === 0; round += 1) {
    const due = await nextDue(world);
    if (!isJudged && (due === null || due > calmAt + longestDoubtMs)) {
      isJudged = true;
      await checkUndecided(world);
    }
    if (due === null || due > calmAt + longestRestMs) break;
    await play(world, world.sleep(Math.max(0, due - timeline.now()) + 1));
    await play(
      world,
      Promise.all(
        world.lives.map((life) => life && asStep(`rest ${round}`, () => workOnce(world, life.services))),
      ),
    );
    await checkAlways(world);
  }
  const [life] = world.lives;
  if (!life || world.problems.length > 0) return;
  await play(
    world,
    asStep("rest", () => lookLate(world, life.services)),
  );
}

/** Waits until no process is down any more. */
async function allUp(world: World): Promise<void> {
  while (world.lives.includes(null)) await world.sleep(1_000);
}

/** The next moment at which a job of this world has something to do; null when none has. */
async function nextDue({ reader, merchantId }: World): Promise<number | null> {
  const { rows } = await reader.query<{ due: Date | null }>(
    `select least(
       (select min(next_check_at) from payment_attempts where merchant_id = $1 and state <> 'offered'),
       (select min(next_check_at) from refunds where merchant_id = $1),
       (select min(case when l.failures >= ${laneFailures} then greatest(j.run_at, l.closed_until) else j.run_at end)
          from jobs j left join job_lanes l on l.lane = j.lane where j.merchant_id = $1 and j.state = 'due')) as due`,
    [merchantId],
  );
  return rows[0]?.due?.getTime() ?? null;
}

/** What is asked hours later, and the work beside payments. */
async function lookLate(world: World, services: Services): Promise<void> {
  await askLateChecks(services);
  for (const afterMs of [3 * hourMs, 21 * hourMs]) {
    await world.sleep(afterMs + 1_000);
    await askLateChecks(services);
    await workOnce(world, services);
  }
  await expireInvoices(services);
  await issueWaitingInvoices(services);
  while ((await placeEvents(services)) > 0) await workAllDue(services, jobHandlers);
  if (!world.plan.isTold) return;
  // Of a text that was sent only now its provider is asked whether it arrived.
  await world.sleep(hourMs);
  await workQueue(services);
}

/** Nothing of this world becomes due in the next one. */
async function leave(world: World, { db }: Stage): Promise<void> {
  await world.end();
  const own = [world.merchantId];
  await db.pool.query("update payment_attempts set next_check_at = null where merchant_id = $1", own);
  await db.pool.query("update refunds set next_check_at = null where merchant_id = $1", own);
  await db.pool.query("update late_checks set is_over = true, due_at = null where merchant_id = $1", own);
  // Where a world stopped some are still to be made, and would keep their jobs.
  await db.pool.query(
    "update webhook_deliveries set state = 'dropped', ended_at = now() where merchant_id = $1 and state = 'due'",
    own,
  );
  await db.pool.query("delete from jobs where merchant_id = $1", own);
  await db.pool.query("delete from job_lanes");
  await world.providers.inject({ method: "POST", url: "/_control/reset" });
}
