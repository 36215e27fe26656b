/** A payment run the way the payment core runs it, for the questions of the provider suite. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { dataOfCode, type Outcome } from "#core/outcome.ts";
import { type FlowFacts, flowFactsOf } from "./flow.ts";
import type { AttemptContext, PaymentProvider, RefundOutcome, RefundToSend } from "./payment-method.ts";
import type {
  MoneyStep,
  PreparedPayment,
  ProviderDriver,
  ProviderUnderTest,
  Situation,
} from "./provider-suite.ts";

/** A provider of its own for one test, closed after it. */
export async function open<Subject extends ProviderUnderTest>(
  t: TestContext,
  driver: { readonly open: () => Promise<Subject> },
): Promise<Subject> {
  const subject = await driver.open();
  t.after(subject.close);
  return subject;
}

/** A payment that waits for its buyer, and what its start gave. */
export async function begin(
  subject: ProviderUnderTest,
): Promise<{ readonly payment: PreparedPayment; readonly started: Outcome }> {
  const prepared = await subject.prepare({});
  const started = await subject.provider.start(prepared.context, prepared.input);
  return { payment: { ...prepared, context: continued(prepared.context, started) }, started };
}

/** A payment after the step that takes the money. */
export type Paid = {
  readonly payment: PreparedPayment;
  readonly outcome: Outcome;
  readonly confirmInput: unknown;
};

/** A whole payment, the way the payment core runs it, up to the outcome of the step that takes the money. */
export async function pay(subject: ProviderUnderTest, situation: Situation = {}): Promise<Paid> {
  const prepared = await subject.prepare(situation);
  const started = await subject.provider.start(prepared.context, prepared.input);
  const payment = { ...prepared, context: continued(prepared.context, started) };
  if (started.kind === "declined" || started.kind === "closed")
    return { payment, outcome: started, confirmInput: undefined };
  const confirmInput = await subject.buyerActs(payment, started);
  const paid = { payment: { ...payment, context: inStep(payment.context, subject.provider) }, confirmInput };
  return { ...paid, outcome: await takeMoney(subject.provider, paid) };
}

/** The step that takes the money, as often as it is called. */
export async function takeMoney(provider: PaymentProvider, paid: Omit<Paid, "outcome">): Promise<Outcome> {
  return await collected(provider, paid.payment.context, await approval(provider, paid));
}

/** What the provider says once the buyer has approved: of the step that confirms it, else of a question. */
export async function approval(provider: PaymentProvider, paid: Omit<Paid, "outcome">): Promise<Outcome> {
  const { context } = paid.payment;
  return await (provider.confirm ? provider.confirm(context, paid.confirmInput) : provider.check(context));
}

/** What a test says of an approval that its provider may end. */
export const approvalsThatEnd =
  'An approval whose capture may be refused is "ready", and its capture call is "confirm" (docs/methods/redirect.md).';

/**
 * What the capture says where approving and capturing are two steps. Its order counts as paid since `authorised`, so it can no
 * more be declined.
 */
async function collected(
  provider: PaymentProvider,
  context: AttemptContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== "authorised" || !provider.capture) return outcome;
  const captured = await provider.capture(context);
  assert.ok(
    captured.kind !== "declined" && captured.kind !== "closed",
    `${provider.id} said "authorised", which pays the order, and then its capture said "${captured.kind}". ${approvalsThatEnd} ` +
      `What it said: ${JSON.stringify(captured)}`,
  );
  return captured;
}

/** The context as the core would have it after an outcome: reference and data are stored with the attempt. */
export function continued(context: AttemptContext, outcome: Outcome): AttemptContext {
  const reference = "reference" in outcome ? (outcome.reference ?? null) : context.attempt.reference;
  const stored = outcome.kind === "otp_sent" ? dataOfCode(outcome) : "data" in outcome && outcome.data;
  const data = stored || context.attempt.data;
  return { ...context, attempt: { ...context.attempt, reference, data } };
}

/** The context as it is while the money is taken. */
export function inStep(context: AttemptContext, provider: PaymentProvider): AttemptContext {
  return provider.confirm ? { ...context, attempt: { ...context.attempt, step: "confirm" } } : context;
}

/** The step of this provider that takes the money; `check` where the buyer pays somewhere else altogether. */
export function moneyStepOf(provider: PaymentProvider): MoneyStep {
  if (provider.capture) return "capture";
  return provider.confirm ? "confirm" : "check";
}

/**
 * The facts of the flow that a driver's method has.
 * @throws Error where the driver's name does not begin with a method's id, as `urpay-arb` does
 */
export function factsOfDriver({ name }: Pick<ProviderDriver, "name">): FlowFacts {
  const facts = flowFactsOf(name.split("-", 1)[0] ?? "");
  if (!facts) throw new Error(`no method of the catalogue has a driver called ${name}`);
  return facts;
}

/**
 * Whether the buyer alone takes the money, at the provider: by an approval that no step of ours follows. A number is not meant: it waits
 * for its money as long as it says. The steps of a method are those of its own way, so none follows where a start led elsewhere.
 */
export function isTakenByBuyer(
  driver: Pick<ProviderDriver, "name" | "way">,
  provider: PaymentProvider,
): boolean {
  if (driver.way === "ready" || driver.way === "reference_issued") return false;
  return moneyStepOf(provider) === "check" || driver.way !== factsOfDriver(driver).way;
}

/** The outcome is captured, for exactly the money of the attempt. */
export function assertCaptured({ payment, outcome }: Paid): void {
  assert.equal(outcome.kind, "captured", JSON.stringify(outcome));
  const { amount, currency } = payment.context.attempt;
  if (outcome.kind === "captured") assert.deepEqual(outcome.money, { amount, currency });
}

/** By the provider's own books the order was charged so many times, always its exact amount. */
export async function assertMoved(
  subject: ProviderUnderTest,
  { payment }: Paid,
  captures: number,
): Promise<void> {
  const { amount, currency } = payment.context.attempt;
  const moved = await subject.movements(payment.context.order.orderNumber);
  assert.deepEqual(
    moved,
    Array.from({ length: captures }, () => ({ kind: "capture", amount, currency })),
  );
}

/** What a question finds, with the capture that is still due where approving and capturing are two steps. */
export async function settled(provider: PaymentProvider, { payment }: Paid): Promise<Outcome> {
  const outcome = await provider.check(payment.context);
  return await collected(provider, payment.context, outcome);
}

/** A refund that no other process sends. */
export function toSend(refund: Omit<RefundToSend, "mayBeSent">): RefundToSend {
  return { ...refund, mayBeSent: async () => true };
}

/** A refund to its end: one that is under way is asked about again when it has ended. */
export async function giveBack(
  { provider, advance }: ProviderUnderTest,
  { laterRefundMs }: ProviderDriver,
  context: AttemptContext,
  refund: Omit<RefundToSend, "mayBeSent">,
): Promise<RefundOutcome> {
  const ask = async () => await provider.refund?.(context, toSend(refund));
  const first = await ask();
  assert.ok(first);
  if (first.kind !== "pending" || laterRefundMs === undefined) return first;
  await advance(laterRefundMs);
  return (await ask()) ?? first;
}
