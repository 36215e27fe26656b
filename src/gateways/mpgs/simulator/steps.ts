/** The bookkeeping that every operation of the simulated gateway shares: new records, and saving one processed PUT. */

import { formatDecimal, type Minor, zero } from "#core/money.ts";
import type { LedgerEntry } from "#sim/ledger.ts";
import { invalid } from "./errors.ts";
import type { Outcome } from "./outcomes.ts";
import {
  type CardView,
  type Gateway,
  type Order,
  type OrderFacts,
  orderKey,
  type Step,
  type Transaction,
  type TransactionRequest,
  withTransaction,
} from "./records.ts";
import type { Owner } from "./sessions.ts";

/** What an operation leaves behind; `step` is what the caller is answered. */
export type Performed = { readonly order: Order; readonly transaction: Transaction; readonly step: Step };

/** Whose sessions a request may use. */
export function ownerOf(request: TransactionRequest): Owner {
  return { merchantId: request.profile.merchantId, apiVersion: request.apiVersion };
}

/** The order of a request, if it exists under this merchant. */
export function findOrder(
  gateway: Gateway,
  request: Pick<TransactionRequest, "profile" | "orderId">,
): Order | undefined {
  return gateway.orders.get(orderKey(request.profile.merchantId, request.orderId));
}

/** An order is paid or reserved once; afterwards, and after a void, only follow-up operations are taken. */
export function refusePaid(order: Order): void {
  const { captured, authorized, status } = order.facts;
  if (captured > 0 || authorized > 0 || status === "CANCELLED") {
    throw invalid("order.id", "The order has already been paid");
  }
}

/** An order that nothing has happened to yet. */
export function newOrder(gateway: Gateway, request: TransactionRequest, currency: string): Order {
  const now = gateway.clock.now();
  return {
    merchantId: request.profile.merchantId,
    id: request.orderId,
    currency,
    createdAt: now,
    updatedAt: now,
    facts: { status: "INITIATED", amount: zero, authorized: zero, captured: zero, refunded: zero },
    transactions: [],
  };
}

/** A transaction before its first step. */
export function newTransaction(
  gateway: Gateway,
  about: {
    readonly id: string;
    readonly type: string;
    readonly amount: Minor;
    readonly currency: string;
    readonly reference: string | undefined;
    readonly card?: CardView | undefined;
    readonly authenticationTransactionId?: string | undefined;
    readonly targetTransactionId?: string | undefined;
  },
): Omit<Transaction, "outcome"> {
  const now = gateway.clock.now();
  return {
    ...about,
    createdAt: now,
    updatedAt: now,
    steps: [],
    isVoided: false,
    receipt: gateway.ids.digits(12),
    stan: gateway.ids.digits(6),
  };
}

/**
 * Saves one processed PUT. `answered` with `answeredFacts` is what the caller receives now and at every replay;
 * `settled` with `facts` is the truth that a retrieval shows. They are the same by default.
 */
export function saveStep(
  gateway: Gateway,
  request: TransactionRequest,
  done: {
    readonly order: Order;
    readonly transaction: Omit<Transaction, "outcome">;
    readonly answered: Outcome;
    readonly facts: OrderFacts;
    readonly settled?: Outcome;
    readonly answeredFacts?: OrderFacts;
  },
): Performed {
  const at = gateway.clock.now();
  const step: Step = {
    operation: request.operation,
    digest: request.digest,
    at,
    outcome: done.answered,
    facts: done.answeredFacts ?? done.facts,
  };
  const transaction: Transaction = {
    ...done.transaction,
    updatedAt: at,
    steps: [...done.transaction.steps, step],
    outcome: done.settled ?? done.answered,
  };
  const order = { ...withTransaction(done.order, transaction), facts: done.facts };
  gateway.orders.set(orderKey(order.merchantId, order.id), order);
  return { order, transaction, step };
}

/** Tells the ledger that the money of this transaction has moved. */
export function recordMovement(gateway: Gateway, performed: Performed, kind: LedgerEntry["kind"]): void {
  const { order, transaction } = performed;
  gateway.ledger.record({
    at: performed.step.at,
    kind,
    merchant: order.merchantId,
    orderId: order.id,
    transactionId: transaction.id,
    amount: formatDecimal(transaction.amount, order.currency),
    amountMinor: transaction.amount,
    currency: order.currency,
  });
}
