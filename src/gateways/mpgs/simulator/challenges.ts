/**
 * Challenges under way between the payer's browser and the simulated issuer. What the payer chose is recorded here
 * before the browser returns to the merchant, so that a lost or forged return changes nothing.
 */

import { type ChallengeChoice, choiceResult, orderStatusAfter } from "./issuer.ts";
import { type Gateway, type Order, orderKey, type Transaction, withTransaction } from "./records.ts";

export type Challenge = { readonly order: Order; readonly transaction: Transaction };

/** The authentication with this 3DS server transaction id, open or finished; null when there is none. */
export function findChallenge(gateway: Gateway, serverTransactionId: string): Challenge | null {
  const key = gateway.challenges.get(serverTransactionId);
  if (key === undefined) return null;
  const order = gateway.orders.get(orderKey(key.merchantId, key.orderId));
  const transaction = order?.transactions.find((each) => each.id === key.transactionId);
  return order === undefined || transaction === undefined ? null : { order, transaction };
}

/** Records the payer's choice once; a second choice changes nothing. Gives the challenge as it now is. */
export function completeChallenge(
  gateway: Gateway,
  challenge: Challenge,
  choice: ChallengeChoice,
): Challenge {
  const { authentication } = challenge.transaction;
  if (authentication?.status !== "AUTHENTICATION_PENDING") return challenge;
  const { outcome, result } = choiceResult(choice, authentication);
  const transaction: Transaction = {
    ...challenge.transaction,
    outcome,
    authentication: { ...authentication, ...result },
    updatedAt: gateway.clock.now(),
  };
  const { facts } = challenge.order;
  // A payment that went through meanwhile, by another authentication, keeps the order's own status.
  const isOpen = facts.status === "AUTHENTICATION_INITIATED";
  const order = {
    ...withTransaction(challenge.order, transaction),
    facts: isOpen
      ? { ...facts, status: orderStatusAfter(result.status), authenticationStatus: result.status }
      : facts,
  };
  gateway.orders.set(orderKey(order.merchantId, order.id), order);
  return { order, transaction };
}

/** Notes that the hidden method call reached the issuer. */
export function completeMethod(gateway: Gateway, challenge: Challenge): void {
  const { order, transaction } = challenge;
  if (transaction.authentication === undefined) return;
  const authentication = { ...transaction.authentication, methodCompleted: true };
  gateway.orders.set(
    orderKey(order.merchantId, order.id),
    withTransaction(order, { ...transaction, authentication }),
  );
}
