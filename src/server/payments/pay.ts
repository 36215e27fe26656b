/**
 * The one flow of a payment: claim an attempt, ask the provider, store the result, and take the money only
 * behind a fence. Every method runs through here; no network call happens inside a transaction.
 */

import { amountDue } from "#core/order-money.ts";
import { addressOf, type Outcome, readReason } from "#core/outcome.ts";
import { Problem } from "#core/problem.ts";
import { flowFacts } from "#methods/flow.ts";
import type { PayResult, StartCall, StartRequest } from "#methods/method-server.ts";
import type { PaymentMethod, PaymentProvider } from "#methods/payment-method.ts";
import { isProviderAddress } from "#methods/provider-api/provider-address.ts";
import { loadOrderStatus, type OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, type BuyerRequest } from "./attempt-context.ts";
import { reasonOfEnd } from "./attempt-for-buyer.ts";
import { type AttemptRow, attemptColumns } from "./attempt-store.ts";
import { bookOutcome, inDoubt, requireBookable } from "./book-outcome.ts";
import { claimAttempt } from "./claim-attempt.ts";
import { guessesLeft } from "./code-guesses.ts";
import { asUnknown, confirmAttempt } from "./confirm.ts";
import type { Payer } from "./guards.ts";
import { asHeldBack } from "./held-back.ts";
import { wasNotSent } from "./next-state.ts";
import { isNumberOut, referenceResult } from "./open-references.ts";
import { ownRefusal } from "./own-refusals.ts";
import { refreshAttempt } from "./refresh.ts";
import { resultOf } from "./result.ts";
import { whileHeld } from "./start-lease.ts";
import { storeThreeDSecurePage } from "./three-d-secure.ts";
import { admitCard } from "./tries.ts";

export type StartOptions = {
  readonly method: PaymentMethod;
  readonly provider: PaymentProvider;
  readonly order: OrderRecord;
  readonly payer: Payer;
  readonly start: StartRequest<unknown>;
  readonly buyer: BuyerRequest;
  /** The call's own reply to a decline, where it has one. */
  readonly toDeclined?: StartCall["toDeclined"];
};

/**
 * Starts a payment and, where the buyer has nothing left to do, finishes it.
 * @throws Problem when the payment is refused, declined, or its outcome is unknown
 */
export async function startPayment(services: Services, options: StartOptions): Promise<PayResult> {
  const { order, provider, buyer } = options;
  const earlier = (await findPresented(services, options)) ?? (await findOpenBill(services, options));
  if (earlier) return await repeatReply(services, order, earlier, buyer);
  await settleOlderAttempt(services, order);
  const held = { order, method: options.method, channel: options.payer.channel };
  requireBookable(services);
  const attempt = await claimAttempt(services, {
    ...options,
    providerId: provider.id,
    presentedKey: options.start.presentedKey,
    codeMobile: options.start.codeMobile,
  }).catch(async (error: unknown) => {
    throw await asHeldBack(services, error, held);
  });
  const gate = cardGate(services, order, attempt);
  const context = { ...attemptContext(services, order, attempt, buyer), admitCard: gate.admit };
  const start = (): PromiseLike<Outcome> => provider.start(context, options.start.input);
  const answer = Promise.try(start).catch(asUnknown(services, attempt));
  const outcome = toOwnPage(services, { attempt, provider }, await whileHeld(services, attempt, answer));
  if (gate.shut !== null) {
    await bookOutcome(services, attempt, outcome, "start");
    throw await asHeldBack(services, gate.shut, held);
  }
  const { toDeclined } = options;
  return await finishStep(services, {
    order,
    provider,
    attempt,
    outcome,
    buyer,
    step: "start",
    ...(toDeclined && { toDeclined }),
  }).catch(inDoubt(services, attempt));
}

/** No buyer is sent to a page that is not the provider's (Spec 4); what was begun there runs out by itself. */
function toOwnPage(
  { log }: Pick<Services, "log">,
  { attempt, provider }: { readonly attempt: AttemptRow; readonly provider: PaymentProvider },
  started: Outcome,
): Outcome {
  const { pageOrigins = [] } = provider;
  const address = addressOf(started);
  if (address === null || isProviderAddress(address, pageOrigins)) return started;
  // The whole address may open somebody's payment.
  const origin = URL.parse(address)?.origin ?? "none";
  log.error("page of another origin", { attemptId: attempt.id, provider: provider.id, origin, pageOrigins });
  return { kind: "declined", reason: "other", providerCode: "page_address_not_allowed" };
}

type CardGate = {
  readonly admit: (maskedNumber: string) => Promise<boolean>;
  /** Why the card was refused; null while nothing has stopped it. */
  shut: unknown;
};

/**
 * The checks of a card before it is sent to its bank. The card is also refused where tries cannot be
 * counted.
 */
function cardGate(services: Services, order: OrderRecord, attempt: AttemptRow): CardGate {
  const gate: CardGate = {
    shut: null,
    admit: async (maskedNumber) => {
      const card = { attempt, merchantId: order.merchant_id, maskedNumber };
      gate.shut = await admitCard(services, card).catch((error: unknown) => error);
      return gate.shut === null;
    },
  };
  return gate;
}

type StepResult = {
  readonly order: OrderRecord;
  readonly provider: PaymentProvider;
  readonly attempt: AttemptRow;
  readonly outcome: Outcome;
  readonly buyer: BuyerRequest;
  readonly step: "start" | "confirm";
  readonly toDeclined?: StartCall["toDeclined"];
};

/** Stores the outcome of a step, continues to the capture when the buyer is authenticated, and makes the reply. */
async function finishStep(services: Services, done: StepResult): Promise<PayResult> {
  const { order, provider, attempt, outcome, buyer } = done;
  if (outcome.kind === "ready") {
    const confirmed = await confirmAttempt(services, {
      order,
      provider,
      attempt,
      buyer,
      input: undefined,
      data: outcome.data,
    });
    return await payResult(services, order, confirmed, buyer, null);
  }
  const after = await bookOutcome(services, attempt, outcome, done.step);
  if (after.state === "declined" && outcome.kind === "declined" && done.toDeclined) {
    const { decline_reason: reason, provider_code: providerCode } = after;
    const reply = done.toDeclined({ reason: readReason(reason), providerCode });
    if (reply !== null) return { kind: "declined", reply };
  }
  return await payResult(services, order, after, buyer, outcome);
}

/**
 * An earlier soft attempt may have been paid without our knowledge: ask before superseding it (threat 2.7). Not one
 * whose start has no answer: it cannot have been paid, and no request waits for a silent provider.
 */
async function settleOlderAttempt(services: Services, order: OrderRecord): Promise<void> {
  if (order.live_attempt?.state !== "awaiting_buyer") return;
  const older = await services.db.kysely
    .selectFrom("payment_attempts")
    .select("id")
    .where("order_id", "=", order.id)
    .where("state", "=", "awaiting_buyer")
    .executeTakeFirst();
  if (older) await refreshAttempt(services, older.id, "replacement");
}

/** A card session or token that was used before: the same order gets the same answer again, any other is refused. */
async function findPresented(services: Services, options: StartOptions): Promise<AttemptRow | null> {
  if (options.start.presentedKey === null) return null;
  const attempt = await services.db.kysely
    .selectFrom("payment_attempts")
    .select(attemptColumns)
    .where("presented_key", "=", options.start.presentedKey)
    .executeTakeFirst();
  if (attempt && attempt.order_id !== options.order.id) throw new Problem(usedKeyCode(options.method));
  return attempt ?? null;
}

/** One open bill or transfer per order and method: a repeated request gets the same one (threat 2.5, row 22). */
async function findOpenBill(services: Services, options: StartOptions): Promise<AttemptRow | null> {
  if (flowFacts[options.method.flow].way !== "reference_issued") return null;
  const attempt = await services.db.kysely
    .selectFrom("payment_attempts")
    .select(attemptColumns)
    .where("order_id", "=", options.order.id)
    .where("provider", "=", options.provider.id)
    .where("state", "=", "offered")
    .where("amount", "=", amountDue(options.order))
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  // It may have run out or been paid meanwhile: no buyer is sent to the bank with an expired number, also where its provider
  // cannot say so now. That one is asked about until it does.
  const asked = attempt && (await refreshAttempt(services, attempt.id));
  return asked && isNumberOut(asked, services.clock.now()) ? asked : null;
}

/** The session or token of the buyer was used before: a new card session or wallet token is needed. */
function usedKeyCode({ flow }: PaymentMethod): "session_invalid" | "payment_token_invalid" {
  return flowFacts[flow].presents === "token" ? "payment_token_invalid" : "session_invalid";
}

async function repeatReply(
  services: Services,
  order: OrderRecord,
  attempt: AttemptRow,
  buyer: BuyerRequest,
): Promise<PayResult> {
  if (attempt.state === "awaiting_buyer") throw new Problem("session_invalid");
  return await payResult(services, order, attempt, buyer, null);
}

/** The reply of a call from the attempt's state; refusals leave as Problems with the reason's text. */
export async function payResult(
  services: Services,
  order: OrderRecord,
  attempt: AttemptRow,
  buyer: BuyerRequest,
  outcome: Outcome | null,
): Promise<PayResult> {
  switch (attempt.state) {
    case "captured":
    case "authorised":
    case "refunded": {
      const paid = { ...order, status: await loadOrderStatus(services.db.pool, order.id) };
      const extra = { mode: attempt.channel === "frame" ? "frame" : null };
      return { kind: "paid", result: resultOf(services, paid, attempt, buyer.language, extra) };
    }
    case "awaiting_buyer":
      return await buyersTurn(services, order, attempt, outcome);
    case "offered":
      return referenceResult(attempt);
    case "declined":
      throw declineProblem(attempt);
    case "cancelled":
    case "expired":
    case "superseded":
      throw new Problem("payment_declined", { reason: reasonOfEnd(attempt) });
    case "in_flight":
    case "unknown":
    case "surplus":
      throw new Problem("outcome_unknown", { retryAfterSeconds: 2 });
  }
}

async function buyersTurn(
  services: Services,
  order: OrderRecord,
  attempt: AttemptRow,
  outcome: Outcome | null,
): Promise<PayResult> {
  const reference = attempt.provider_reference ?? "";
  switch (outcome?.kind) {
    case "challenge": {
      const page = await storeThreeDSecurePage(services, { order, attempt, html: outcome.html });
      return {
        kind: "challenge",
        secure3DHtmlKey: page.key,
        signature: page.signature,
        orderNumber: order.order_number,
      };
    }
    case "redirect":
      return { kind: "redirect", url: outcome.url, reference };
    case "otp_sent":
      return {
        kind: "otp_sent",
        reference,
        isAgain: attempt.resend_of !== null,
        triesLeft: guessesLeft(attempt),
        signature: services.signing.sign("otp", [order.order_number, attempt.id, reference]),
      };
    case "declined":
      throw declineProblem(attempt);
    // No way on, or one that has a state of its own: what was begun is still under way. Without a default, so that
    // a way that is added has to be answered.
    case undefined:
    case "ready":
    case "reference_issued":
    case "captured":
    case "part_received":
    case "authorised":
    case "pending":
    case "closed":
    case "not_found":
    case "not_sent":
    case "unknown":
      throw new Problem("payment_in_progress");
  }
}

/** What we refused ourselves, and declines that the specification gives a text of their own; others by their reason. */
function declineProblem(attempt: AttemptRow): Problem {
  if (wasNotSent(attempt)) return new Problem("gateway_unavailable", { retryAfterSeconds: 5 });
  const own = ownRefusal(attempt);
  if (own !== null) return new Problem(own);
  const reason = readReason(attempt.decline_reason);
  if (reason === "three_ds_not_enabled") return new Problem("three_ds_not_enabled", { reason });
  if (reason === "three_ds_failed") return new Problem("authentication_failed", { reason });
  return new Problem("payment_declined", { reason });
}
