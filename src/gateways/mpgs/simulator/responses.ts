/**
 * The bodies that the simulated gateway answers with: one transaction, or an order with all its transactions. They
 * are made from records each time, so a replay and a retrieval differ only in which outcome and facts they show.
 * Fields that are undefined here vanish in JSON.
 */

import { type Minor, toJsonNumber, zero } from "#core/money.ts";
import { authenticationView } from "./authentication-view.ts";
import type { Outcome } from "./outcomes.ts";
import type { Order, OrderFacts, Step, Transaction } from "./records.ts";

type View = Record<string, unknown>;

export type Shown = {
  readonly order: Order;
  readonly transaction: Transaction;
  readonly apiVersion: string;
  /** Address of the simulator, for the addresses inside redirect HTML. */
  readonly baseUrl: string;
  /** The step to replay; the present truth when absent. */
  readonly step?: Step | undefined;
  readonly correlationId?: string | undefined;
};

/** The body of a PUT answer (with `step`) or of Retrieve Transaction (without). */
export function transactionBody(shown: Shown): View {
  const { order, transaction, step, baseUrl } = shown;
  const facts = step?.facts ?? order.facts;
  const outcome = step?.outcome ?? transaction.outcome;
  const isAuthentication = transaction.type === "AUTHENTICATION";
  // Until the payer is authenticated with an amount, authentication answers carry zero amounts.
  const amount = step?.operation === "INITIATE_AUTHENTICATION" ? zero : transaction.amount;
  const authenticationStatus =
    step === undefined && transaction.authentication !== undefined
      ? transaction.authentication.status
      : facts.authenticationStatus;
  return {
    authentication: authenticationView({ order, transaction, step, baseUrl }),
    authorizationResponse: isAuthentication ? undefined : acquirerPart(transaction, outcome),
    correlationId: shown.correlationId,
    gatewayEntryPoint: "WEB_SERVICES_API",
    merchant: order.merchantId,
    order: orderPart(order, isAuthentication ? { ...facts, amount } : facts, step?.at),
    response: responsePart(outcome),
    result: outcome.result,
    risk: outcome.gatewayCode === "BLOCKED" ? blockedRisk : undefined,
    sourceOfFunds: cardPart(transaction),
    timeOfLastUpdate: iso(step?.at ?? transaction.updatedAt),
    timeOfRecord: iso(transaction.createdAt),
    transaction: transactionPart(transaction, { amount, outcome, authenticationStatus }),
    version: shown.apiVersion,
  };
}

/** The body of Retrieve Order: the order's own fields at the top, then every transaction in order of creation. */
export function orderBody(shown: Omit<Shown, "transaction" | "step">): View {
  const { order, apiVersion } = shown;
  const transactions = [...order.transactions].sort((a, b) => a.createdAt - b.createdAt);
  const latest = transactions.findLast((each) => each.card !== undefined);
  return {
    ...orderPart(order, order.facts),
    merchant: order.merchantId,
    result: "SUCCESS",
    sourceOfFunds: latest && cardPart(latest),
    transaction: transactions.map((transaction) => transactionBody({ ...shown, transaction })),
    version: apiVersion,
  };
}

const blockedRisk = {
  response: {
    gatewayCode: "REJECTED",
    review: { decision: "NOT_REQUIRED" },
    rule: [
      {
        name: "MERCHANT_3D_SECURE",
        data: "NO_LIABILITY_SHIFT",
        recommendation: "REJECT",
        type: "MERCHANT_RULE",
      },
    ],
  },
} as const;

function iso(at: number): string {
  return new Date(at).toISOString();
}

function orderPart(order: Order, facts: OrderFacts, updatedAt = order.updatedAt): View {
  const number = (amount: Minor) => toJsonNumber(amount, order.currency);
  return {
    amount: number(facts.amount),
    authenticationStatus: facts.authenticationStatus,
    chargeback: { amount: 0, currency: order.currency },
    creationTime: iso(order.createdAt),
    currency: order.currency,
    fundingStatus: "NOT_SUPPORTED",
    id: order.id,
    lastUpdatedTime: iso(updatedAt),
    merchantAmount: number(facts.amount),
    merchantCategoryCode: "5399",
    merchantCurrency: order.currency,
    notificationUrl: order.notificationUrl,
    reference: order.reference,
    status: facts.status,
    totalAuthorizedAmount: number(facts.authorized),
    totalCapturedAmount: number(facts.captured),
    totalDisbursedAmount: 0,
    totalRefundedAmount: number(facts.refunded),
    walletProvider: order.walletProvider,
  };
}

function responsePart(outcome: Outcome): View {
  const { csc } = outcome;
  return {
    acquirerCode: outcome.acquirerCode,
    acquirerMessage: outcome.acquirerMessage,
    cardSecurityCode: csc && { acquirerCode: csc === "MATCH" ? "M" : "N", gatewayCode: csc },
    gatewayCode: outcome.gatewayCode,
    gatewayRecommendation: outcome.recommendation,
  };
}

function acquirerPart(transaction: Transaction, outcome: Outcome): View {
  return {
    processingCode: transaction.type === "REFUND" ? "200000" : "000000",
    responseCode: outcome.acquirerCode,
    stan: transaction.stan,
    transactionIdentifier: transaction.receipt,
  };
}

function cardPart(transaction: Transaction): View | undefined {
  if (transaction.card === undefined) return undefined;
  const { expiryMonth, expiryYear, ...rest } = transaction.card;
  const card = { ...rest, expiry: { month: expiryMonth, year: expiryYear }, storedOnFile: "NOT_STORED" };
  return { provided: { card }, type: "CARD" };
}

function transactionPart(
  transaction: Transaction,
  shown: {
    readonly amount: Minor;
    readonly outcome: Outcome;
    readonly authenticationStatus: string | undefined;
  },
): View {
  const { currency } = transaction;
  const isApproved = transaction.type !== "AUTHENTICATION" && shown.outcome.result === "SUCCESS";
  return {
    acquirer: { id: "SIMULATED_ACQUIRER", merchantId: "000000000000001" },
    amount: toJsonNumber(shown.amount, currency),
    authenticationStatus: shown.authenticationStatus,
    authorizationCode: isApproved ? transaction.stan : undefined,
    currency,
    id: transaction.id,
    receipt: transaction.receipt,
    reference: transaction.reference,
    source: "INTERNET",
    stan: transaction.stan,
    targetTransactionId: transaction.targetTransactionId,
    type: transaction.type,
  };
}
