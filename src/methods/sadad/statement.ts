/** What Moyasar's books say of SADAD bills, of one and of a whole day, for comparing books. Bills are not refunded. */
import { zero } from "#core/money.ts";
import type { AttemptContext, StatedPayment, Statement } from "../payment-method.ts";
import { whyOf } from "../provider-api/api-call.ts";
import type { MoyasarApi } from "./api.ts";
import { paymentIdOf } from "./payment-id.ts";
import type { ListedPayment } from "./wire.ts";

/** The bill of one attempt. */
export async function stateBill(api: MoyasarApi, { attempt }: AttemptContext): Promise<Statement> {
  const result = await api.getPayment(paymentIdOf(attempt.id));
  if (result.kind === "refused" && result.httpStatus === 404) return { kind: "stated", payments: [] };
  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
  const { id: reference, status, amount, currency } = result.value;
  const taken = status === "paid" ? amount : zero;
  return {
    kind: "stated",
    payments: [{ reference, attemptId: attempt.id, currency, taken, givenBack: zero }],
  };
}

const dayMs = 24 * 60 * 60_000;
/** Moyasar lists by creation, and a bill may be paid for 29 days. */
const longestMs = 30 * dayMs;
/** Pages that are read of one day; more payments than that are not compared in one go. */
const mostPages = 5_000;

/**
 * All bills that were paid on a day of Riyadh. The account's payments by other ways than SADAD are left out: they are
 * none of ours. A payment that comes meanwhile moves the others, so each is taken once by its id.
 */
export async function stateDay(api: MoyasarApi, day: string): Promise<Statement> {
  const from = Date.parse(`${day}T00:00:00+03:00`);
  const before = from + dayMs;
  const found = new Map<string, ListedPayment>();
  for (let page: number | null = 1; page !== null && page <= mostPages; ) {
    const result: Awaited<ReturnType<MoyasarApi["listPaid"]>> = await api.listPaid({
      after: from - longestMs,
      before,
      page,
    });
    if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
    const { payments, meta } = result.value;
    for (const payment of payments) found.set(payment.id, payment);
    if (meta.next_page === null) {
      const paid = [...found.values()].filter((each) => each.updated_at >= from && each.updated_at < before);
      return { kind: "stated", payments: paid.filter(isPaidBill).map(readListed) };
    }
    page = meta.next_page;
  }
  return { kind: "unknown", why: "more payments than can be read" };
}

/** The status is asked for, and looked at all the same. */
function isPaidBill({ status, source }: ListedPayment): boolean {
  return status === "paid" && source.type === "sadadbill";
}

function readListed({ id, amount, currency, metadata }: ListedPayment): StatedPayment {
  const attempt = metadata?.["attempt"];
  const attemptId = typeof attempt === "string" ? attempt : null;
  return { reference: id, attemptId, currency, taken: amount, givenBack: zero };
}
