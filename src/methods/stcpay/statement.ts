/** What STC Pay's books say, of one payment and of a whole day, for comparing books. */
import { zero } from "#core/money.ts";
import type { AttemptContext, StatedPayment, Statement } from "../payment-method.ts";
import type { StcPayApi } from "./api.ts";
import { whyOf } from "./api.ts";
import { noSuchPayment } from "./reason-codes.ts";
import { currency, type ListedPayment, paymentStatus, readAmount } from "./wire.ts";

/** The payments of one attempt. */
export async function statePayment(api: StcPayApi, { attempt }: AttemptContext): Promise<Statement> {
  return state(await api.inquire(attempt.id));
}

/** All payments of a day of Riyadh, which is the day that STC Pay uses. */
export async function stateDay(api: StcPayApi, day: string): Promise<Statement> {
  return state(await api.inquireDay(day));
}

function state(result: Awaited<ReturnType<StcPayApi["inquire"]>>): Statement {
  if (result.kind === "refused" && result.code === noSuchPayment) return { kind: "stated", payments: [] };
  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
  const listed = result.value.PaymentInquiryV4ResponseMessage.TransactionList ?? [];
  const payments = listed.map(readListed);
  return payments.every((payment) => payment !== null)
    ? { kind: "stated", payments }
    : { kind: "unknown", why: "an amount that cannot be read" };
}

function readListed(payment: ListedPayment): StatedPayment | null {
  const isPaid = payment.PaymentStatus === paymentStatus.paid;
  const taken = isPaid ? readAmount(payment.Amount) : zero;
  const givenBack = isPaid ? readAmount(payment.AmountReversed) : zero;
  if (taken === null || givenBack === null) return null;
  const reference = payment.STCPayRefNum ?? payment.RefNum;
  return { reference, attemptId: payment.RefNum, currency, taken, givenBack };
}
