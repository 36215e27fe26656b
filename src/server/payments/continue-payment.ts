/**
 * The second step of a payment that waits for its buyer's one-time code. The code is guessed at most a few times: each
 * guess passes the fence, and the fence counts in `code_guesses` (threat 2.5, row 19).
 */
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import type { PayResult } from "#methods/method-server.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, type BuyerRequest } from "./attempt-context.ts";
import { type AttemptRow, attemptColumns } from "./attempt-store.ts";
import { bookOutcome, inDoubt } from "./book-outcome.ts";
import { guessesLeft } from "./code-guesses.ts";
import { asUnknown, type Confirmed, confirmOnce } from "./confirm.ts";
import { payResult } from "./pay.ts";

export type ContinueOptions = {
  readonly order: OrderRecord;
  readonly provider: PaymentProvider;
  readonly buyer: BuyerRequest;
  /** The provider's reference and our signature, both from the start's reply. */
  readonly reference: string;
  readonly signature: string;
  readonly input: unknown;
};

/**
 * Continues with the attempt that `reference` and `signature` name.
 * @throws Problem `signature_invalid`, `otp_locked`, or the outcome of the payment
 */
export async function continuePayment(services: Services, options: ContinueOptions): Promise<PayResult> {
  const { order, provider, buyer, input } = options;
  const attempt = await findStarted(services, options);
  if (!mayTakeCode(attempt, provider)) return await payResult(services, order, attempt, buyer, null);
  if (guessesLeft(attempt) === 0) throw new Problem("otp_locked");
  const sentAt = services.clock.now();
  let sent =
    attempt.state === "unknown"
      ? await sendAgain(services, options, { attempt }).catch(inDoubt(services, attempt))
      : await confirmOnce(services, { order, provider, attempt, buyer, input, isGuess: true });
  for (let sendings = 1; sendings < mostSendings; sendings += 1) {
    const isInTime = services.clock.now() - sentAt < timing.codeRepeatsMs;
    if (!isInTime || !isUnanswered(sent)) break;
    const lost = { attempt: sent.attempt, isRepetition: true } as const;
    sent = await sendAgain(services, options, lost).catch(inDoubt(services, attempt));
  }
  const after = sent.attempt;
  if (after.state === "awaiting_buyer" && after.decline_reason === "otp_wrong")
    throw new Problem("otp_wrong");
  if (after.state === "awaiting_buyer" && after.decline_reason === "otp_expired")
    throw new Problem("otp_expired");
  return await payResult(services, order, after, buyer, null).catch(inDoubt(services, attempt));
}

/** How often one code is sent while its connection breaks. */
const mostSendings = 3;

/**
 * A code is awaited, or the outcome is unknown and the provider takes the payment only once: then the buyer may send the
 * code again, for the same payment.
 */
function mayTakeCode({ state, step }: AttemptRow, provider: PaymentProvider): boolean {
  if (state === "awaiting_buyer") return true;
  return state === "unknown" && step === "confirm" && provider.codeIsRepeatable === true;
}

/** No answer either way. A refusal ends the retries, even if the first request was accepted. */
function isUnanswered({ attempt, outcome }: Confirmed): boolean {
  return attempt.state === "unknown" && (outcome?.kind === "unknown" || outcome?.kind === "not_sent");
}

/**
 * The connection broke while the code was sent: the provider is asked for the outcome. Codes are not stored, so the only retry is now: for the same
 * payment, while its provider still waits for it and takes it only once, and behind the fence like the first request, whose outcome stays unknown.
 */
async function sendAgain(
  services: Services,
  { order, provider, buyer, input }: ContinueOptions,
  lost: { readonly attempt: AttemptRow; readonly isRepetition?: true },
): Promise<Confirmed> {
  const { attempt, isRepetition = false } = lost;
  const standing = await Promise.try(provider.check, attemptContext(services, order, attempt, buyer)).catch(
    asUnknown(services, attempt),
  );
  const isAwaited = standing.kind === "pending" || standing.kind === "not_found";
  if (isAwaited && !provider.codeIsRepeatable) return { attempt, outcome: null };
  if (isAwaited)
    return await confirmOnce(services, { order, provider, buyer, input, isGuess: !isRepetition, ...lost });
  return { attempt: await bookOutcome(services, attempt, standing, "check"), outcome: standing };
}

async function findStarted(services: Services, options: ContinueOptions): Promise<AttemptRow> {
  const candidates = await services.db.kysely
    .selectFrom("payment_attempts")
    .select(attemptColumns)
    .where("order_id", "=", options.order.id)
    .where("provider", "=", options.provider.id)
    .where("provider_reference", "=", options.reference)
    .orderBy("created_at", "desc")
    .execute();
  const attempt = candidates.find((candidate) =>
    services.signing.verify(
      "otp",
      [options.order.order_number, candidate.id, options.reference],
      options.signature,
    ),
  );
  if (!attempt) throw new Problem("signature_invalid");
  return attempt;
}
