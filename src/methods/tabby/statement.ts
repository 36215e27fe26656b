/** What Tabby's books say, of one payment and of a whole day, for comparing books. */
import type { AttemptContext, StatedPayment, Statement } from "../payment-method.ts";
import { whyOf } from "../provider-api/api-call.ts";
import { paymentsPerPage, type TabbyApi } from "./api.ts";
import { type ListedPayment, type PaymentAnswer, sumOf } from "./wire.ts";

/** The payment of one attempt. Without its id no buyer was sent to Tabby's page, so none has paid there. */
export async function statePayment(api: TabbyApi, { attempt }: AttemptContext): Promise<Statement> {
  const paymentId = attempt.data["paymentId"];
  if (paymentId === undefined) return { kind: "stated", payments: [] };
  const result = await api.getPayment(paymentId);
  if (result.kind === "refused" && result.httpStatus === 404) return { kind: "stated", payments: [] };
  return result.kind === "answer" ? state([result.value]) : { kind: "unknown", why: whyOf(result) };
}

/** Pages that are read of one day; more payments than that are not compared in one go. */
const mostPages = 5_000;

const dayMs = 24 * 60 * 60_000;

/**
 * All successful payments that were created on a day of Riyadh. Tabby's list is by days of UTC, so two of them are
 * read and the rest is left out. A page is asked for until one is not full; a payment that comes meanwhile moves the
 * others, so each is taken once by its id.
 */
export async function stateDay(api: TabbyApi, day: string): Promise<Statement> {
  const from = Date.parse(`${day}T00:00:00+03:00`);
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const found = new Map<string, ListedPayment>();
  for (let page = 0; page < mostPages; page += 1) {
    const result = await api.listPayments(dayOf(from), dayOf(from + 2 * dayMs), page * paymentsPerPage);
    if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
    const { payments } = result.value;
    for (const payment of payments) found.set(payment.id, payment);
    if (payments.length < paymentsPerPage)
      return state(
        [...found.values()].filter((each) => each.created_at >= from && each.created_at < from + dayMs),
      );
  }
  return { kind: "unknown", why: "more payments than can be read" };
}

function state(answers: readonly PaymentAnswer[]): Statement {
  const payments = answers.map(readStated);
  return payments.every((payment) => payment !== null)
    ? { kind: "stated", payments }
    : { kind: "unknown", why: "an amount that cannot be read" };
}

function readStated({ id, currency, order, captures, refunds }: PaymentAnswer): StatedPayment | null {
  const taken = sumOf(captures, currency);
  const givenBack = sumOf(refunds, currency);
  if (taken === null || givenBack === null) return null;
  return { reference: id, attemptId: order?.reference_id ?? null, currency, taken, givenBack };
}
