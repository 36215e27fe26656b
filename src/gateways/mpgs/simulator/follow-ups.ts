/** Operations on money that was taken or reserved before: CAPTURE, REFUND and VOID. */

import { type Minor, minor } from "#core/money.ts";
import type { Call } from "#sim/exchange.ts";
import { invalid, refusal } from "./errors.ts";
import { readAmount } from "./funds.ts";
import { type Decision, decide, outcomeOf } from "./outcomes.ts";
import { faultDecision, otherAmount } from "./payments.ts";
import type { Gateway, Order, OrderFacts, Transaction, TransactionRequest } from "./records.ts";
import type { FollowUp, Void } from "./requests.ts";
import { findOrder, newTransaction, type Performed, recordMovement, saveStep } from "./steps.ts";

/** Captures reserved money or gives captured money back; both may be partial, neither beyond what is there. */
export function captureOrRefund(
  gateway: Gateway,
  request: TransactionRequest,
  body: FollowUp,
  call: Call,
): Performed {
  const order = existingOrder(gateway, request);
  const { currency } = body.transaction;
  if (currency !== order.currency) throw invalid("transaction.currency");
  const asked = readAmount(body.transaction.amount, currency, "transaction.amount");
  const isRefund = body.apiOperation === "REFUND";
  const { authorized, captured, refunded } = order.facts;
  if (asked > (isRefund ? captured - refunded : authorized - captured)) {
    throw invalid("transaction.amount", isRefund ? "More than was captured" : "More than was authorized");
  }
  const decision = faultDecision(call) ?? decide({ amount: asked, currency, now: gateway.clock.now() });
  const isDone = decision.settled === "APPROVED";
  const amount = isDone && call.hasFault("amount_mismatch") ? withinLimits(order, asked, isRefund) : asked;
  const performed = saveStep(gateway, request, {
    order: {
      ...order,
      reference: body.order?.reference ?? order.reference,
      notificationUrl: body.order?.notificationUrl ?? order.notificationUrl,
    },
    transaction: newTransaction(gateway, {
      id: request.transactionId,
      type: isRefund ? "REFUND" : "CAPTURE",
      amount,
      currency,
      reference: body.transaction.reference,
      card: cardOf(order),
    }),
    answered: outcomeOf(decision.answered),
    settled: outcomeOf(decision.settled),
    ...factsAfter(order.facts, decision, { amount, isRefund }),
  });
  if (isDone) recordMovement(gateway, performed, isRefund ? "refund" : "capture");
  return performed;
}

function existingOrder(gateway: Gateway, request: TransactionRequest): Order {
  const order = findOrder(gateway, request);
  if (order === undefined) throw invalid("order.id", "Unable to find order");
  return order;
}

/** A wrong amount must still leave sums that a real gateway could show. */
function withinLimits(order: Order, asked: Minor, isRefund: boolean): Minor {
  const { authorized, captured, refunded } = order.facts;
  return minor(Math.min(otherAmount(asked), isRefund ? captured - refunded : authorized - captured));
}

function cardOf(order: Order): Transaction["card"] {
  return order.transactions.findLast((each) => each.card !== undefined)?.card;
}

function factsAfter(
  before: OrderFacts,
  decision: Decision,
  moved: { readonly amount: Minor; readonly isRefund: boolean },
): { readonly facts: OrderFacts; readonly answeredFacts: OrderFacts } {
  const after = (code: string): OrderFacts => {
    if (code !== "APPROVED") return before;
    if (moved.isRefund) return withStatus({ ...before, refunded: minor(before.refunded + moved.amount) });
    return withStatus({ ...before, captured: minor(before.captured + moved.amount) });
  };
  return { facts: after(decision.settled), answeredFacts: after(decision.answered) };
}

/** order.status as its sums say. */
function withStatus(facts: OrderFacts): OrderFacts {
  const { authorized, captured, refunded } = facts;
  if (refunded > 0) return { ...facts, status: refunded >= captured ? "REFUNDED" : "PARTIALLY_REFUNDED" };
  if (captured > 0) return { ...facts, status: captured >= authorized ? "CAPTURED" : "PARTIALLY_CAPTURED" };
  return { ...facts, status: authorized > 0 ? "AUTHORIZED" : "CANCELLED" };
}

const dayMs = 86_400_000;

/**
 * Takes a transaction back before its batch has gone to the acquirer, which happens at the end of the day (UTC).
 * mada has no void: the answer is NOT_SUPPORTED, and the way back is a refund.
 */
export function voidTransaction(gateway: Gateway, request: TransactionRequest, body: Void): Performed {
  const order = existingOrder(gateway, request);
  const target = order.transactions.find((each) => each.id === body.transaction.targetTransactionId);
  if (
    target === undefined ||
    target.outcome.result !== "SUCCESS" ||
    target.type === "AUTHENTICATION" ||
    target.isVoided
  ) {
    throw invalid("transaction.targetTransactionId");
  }
  if (Math.floor(target.createdAt / dayMs) !== Math.floor(gateway.clock.now() / dayMs)) {
    throw refusal("The transaction has been sent to the acquirer and cannot be voided");
  }
  const isMada = target.card?.localBrand === "MADA";
  const facts = isMada ? order.facts : factsWithout(order.facts, target);
  const voided = { ...target, isVoided: !isMada };
  const others = order.transactions.map((each) => (each.id === target.id ? voided : each));
  const performed = saveStep(gateway, request, {
    order: { ...order, transactions: others },
    transaction: newTransaction(gateway, {
      id: request.transactionId,
      type: `VOID_${target.type}`,
      amount: target.amount,
      currency: order.currency,
      reference: body.transaction.reference,
      card: target.card,
      targetTransactionId: target.id,
    }),
    answered: outcomeOf(isMada ? "NOT_SUPPORTED" : "APPROVED"),
    facts,
  });
  if (!isMada && target.type !== "AUTHORIZATION") recordMovement(gateway, performed, "void");
  return performed;
}

/** The order's facts as if the transaction had not happened. Money that was refunded cannot be voided away. */
function factsWithout(facts: OrderFacts, target: Transaction): OrderFacts {
  const { amount, type } = target;
  if (type === "REFUND") return withStatus({ ...facts, refunded: minor(facts.refunded - amount) });
  if (facts.refunded > 0 || (type === "AUTHORIZATION" && facts.captured > 0)) {
    throw refusal("The order has later transactions and cannot be voided");
  }
  const captured = minor(type === "AUTHORIZATION" ? facts.captured : facts.captured - amount);
  const authorized = minor(type === "CAPTURE" ? facts.authorized : facts.authorized - amount);
  return withStatus({ ...facts, captured, authorized });
}
