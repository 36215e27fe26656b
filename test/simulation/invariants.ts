/**
 * What must hold in every world. The providers' own books are the oracle: what they took and gave back is compared
 * with our rows, and nothing of ours is believed about money.
 */
import { AssertionError } from "node:assert";
import { allMethods } from "#methods/allowed.ts";
import { flowFacts } from "#methods/flow.ts";
import { byOrderNumber } from "../gateway-orders.ts";
import { assertOrder, assertStanding, type Movement, type OrderBooks, readOrders } from "../ledger-agrees.ts";
import { simulatorsOfMethods } from "../simulators-of-methods.ts";
import { checkStock } from "./sales.ts";
import { checkChain } from "./stamping.ts";
import { checkTold } from "./telling.ts";
import type { World } from "./world.ts";

type LedgerLine = Movement & { readonly simulator: string };

/** Providers where no money moves before we ask for it: what needs no answer of ours is paid whenever its buyer likes. */
const takesOnRequest = new Set(
  allMethods
    .filter(({ flow }) => !flowFacts[flow].isPaidWithoutAnswer)
    .map(({ id }) => simulatorsOfMethods[id] ?? id),
);

/** What holds at every moment, whatever is under way. */
export async function checkAlways(world: World): Promise<void> {
  const ledger = await readLedger(world);
  for (const order of await readOrders({ db: { pool: world.reader } }, { merchantId: world.merchantId })) {
    const own = ledger.filter(({ orderId }) => orderId === order.order_number);
    judge(world, () => assertStanding(order));
    for (const problem of problemsOf(order, own)) world.problems.push(`${order.order_number}: ${problem}`);
  }
  await checkStock(world);
}

function problemsOf(order: OrderBooks, own: readonly LedgerLine[]): string[] {
  const problems: string[] = [];
  const taken = own.filter(({ kind }) => kind === "capture");
  const asked = taken.filter(({ simulator }) => takesOnRequest.has(simulator));
  if (asked.length > 1)
    problems.push(
      `money was taken ${asked.length} times: ${asked.map(({ simulator, amount }) => `${simulator} ${amount}`).join(", ")}`,
    );
  const givenBack = own.filter(({ kind }) => kind === "refund");
  if (sum(givenBack) > sum(taken)) problems.push(`${sum(givenBack)} given back of ${sum(taken)} taken`);
  const wanted = order.refunds.filter(({ state }) => state !== "declined");
  const wantedSum = wanted.reduce((total, { amount }) => total + amount, 0);
  if (sum(givenBack) > wantedSum) problems.push(`${sum(givenBack)} given back, ${wantedSum} asked for`);
  for (const { method, state } of order.attempts) {
    const simulator = simulatorsOfMethods[method] ?? method;
    const others = order.attempts.filter(
      (other) =>
        (simulatorsOfMethods[other.method] ?? other.method) === simulator && other.state !== "declined",
    );
    const count = taken.filter((line) => line.simulator === simulator).length;
    if (state === "declined" && takesOnRequest.has(simulator) && count > others.length)
      problems.push(`${method} is declined and its money was taken`);
  }
  return problems;
}

/** When every provider has answered for so long, no payment and no refund is in doubt any more. */
export async function checkUndecided(world: World): Promise<void> {
  const { rows } = await world.reader.query<{ what: string }>(
    `select 'attempt ' || method || ' ' || state || ' ' || step as what from payment_attempts
     where merchant_id = $1 and state in ('in_flight', 'unknown')`,
    [world.merchantId],
  );
  for (const { what } of rows) world.problems.push(`still undecided after the promised time: ${what}`);
}

/** What holds when everything has come to its end. */
export async function checkAtEnd(world: World): Promise<void> {
  if (world.problems.length > 0) return;
  await checkAlways(world);
  const ledger = await readLedger(world);
  const orders = await readOrders({ db: { pool: world.reader } }, { merchantId: world.merchantId });
  for (const order of orders) {
    judge(world, () =>
      assertOrder(
        order,
        ledger.filter(({ orderId }) => orderId === order.order_number),
      ),
    );
    if (world.toldPaid.has(order.order_number) && order.captured_total === 0)
      world.problems.push(
        `${order.order_number}: its buyer was told that it is paid, and it is ${order.status}`,
      );
  }
  await checkDocuments(world);
  await checkChain(world);
  await checkTold(world);
}

/** One invoice for each paid order, one credit note for each refund of an order's money, numbered without a gap. */
async function checkDocuments(world: World): Promise<void> {
  const { rows } = await world.reader.query<{ problem: string }>(
    `select 'order ' || o.order_number || ' has ' || count(d.id) || ' tax invoices' as problem
       from orders o left join tax_documents d on d.order_id = o.id and d.kind = 'tax_invoice'
       where o.merchant_id = $1 group by o.id
       having count(d.id) <> case when o.captured_total > 0 then 1 else 0 end
     union all
     select 'order ' || o.order_number || ' has ' || count(d.id) || ' credit notes' from orders o
       left join tax_documents d on d.order_id = o.id and d.kind = 'credit_note' where o.merchant_id = $1 group by o.id
       having count(d.id) <> (select count(*) from refunds r
         where r.order_id = o.id and r.state = 'refunded' and not r.is_surplus)
     union all
     select 'approved money was never collected: ' || method from payment_attempts
       where merchant_id = $1 and state = 'authorised'
     union all
     select 'an event without a position: ' || type from events
       where merchant_id = $1 and position is null and public_id is not null`,
    [world.merchantId],
  );
  for (const { problem } of rows) world.problems.push(problem);
}

function judge(world: World, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    world.problems.push(error.message.replaceAll(/\s+/g, " ").slice(0, 400));
  }
}

async function readLedger(world: World): Promise<LedgerLine[]> {
  const read = world.providers.inject({
    method: "GET",
    url: "/_control/ledger",
    headers: { host: "localhost" },
  });
  world.scheduler.hold(read);
  const { entries }: { readonly entries: readonly LedgerLine[] } = Object((await read).json());
  return byOrderNumber(entries);
}

function sum(lines: readonly Movement[]): number {
  return lines.reduce((total, { amount }) => total + Number(amount.replace(".", "")), 0);
}
