/** The `authentication` part of answers: what is known of the payer's authentication, and the HTML to continue with. */

import { toJsonNumber } from "#core/money.ts";
import { challengeFragment, methodFragment } from "./acs-fragments.ts";
import type { Authentication, Order, Step, Transaction } from "./records.ts";

/** Fields that are undefined vanish in JSON. */
type View = Record<string, unknown>;

/**
 * The authentication as one answer shows it: of an authentication transaction itself, with the HTML of its step, or
 * of a payment that names one. Undefined where there is none.
 */
export function authenticationView(shown: {
  readonly order: Order;
  readonly transaction: Transaction;
  readonly step: Step | undefined;
  readonly baseUrl: string;
}): View | undefined {
  const { order, transaction, step, baseUrl } = shown;
  const own = transaction.authentication;
  if (own === undefined) return usedView(order, transaction.authenticationTransactionId);
  const common = { channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" };
  if (own.behaviour === "not_supported") return { ...common, version: "NONE" };
  const known = { ...common, acceptVersions: "3DS2", transactionId: transaction.id, version: "3DS2" };
  if (step?.operation === "INITIATE_AUTHENTICATION") {
    return {
      ...known,
      ...availableView(own),
      redirect: own.hasMethod ? methodFragment(baseUrl, own) : undefined,
    };
  }
  if (step?.facts.authenticationStatus === "AUTHENTICATION_PENDING") {
    // Replayed after the payer chose, the answer still says that the payer has to choose.
    const undecided = {
      ...own,
      transactionStatus: "C",
      eci: undefined,
      token: undefined,
      challengeCancel: undefined,
    };
    const redirect = challengeFragment(baseUrl, own);
    return { ...known, ...resultView(undecided, order.currency), payerInteraction: "REQUIRED", redirect };
  }
  const payerInteraction = own.behaviour === "challenge" ? "REQUIRED" : "NOT_REQUIRED";
  return { ...known, ...resultView(own, order.currency), payerInteraction };
}

function usedView(order: Order, transactionId: string | undefined): View | undefined {
  const used = order.transactions.find((each) => each.id === transactionId)?.authentication;
  if (used === undefined || used.behaviour === "not_supported") return undefined;
  return { ...resultView(used, order.currency), transactionId, version: "3DS2" };
}

function availableView(authentication: Authentication): View {
  return {
    "3ds2": {
      directoryServerId: "A000000004",
      methodCompleted: false,
      methodSupported: authentication.hasMethod ? "SUPPORTED" : "NOT_SUPPORTED",
      protocolVersion: "2.2.0",
      requestorId: "SIMULATED_REQUESTOR",
      requestorName: "Simulated merchant",
    },
  };
}

function resultView(authentication: Authentication, currency: string): View {
  const { amount } = authentication;
  return {
    "3ds": {
      acsEci: authentication.eci,
      authenticationToken: authentication.token,
      transactionId: authentication.dsTransactionId,
    },
    "3ds2": {
      "3dsServerTransactionId": authentication.serverTransactionId,
      acsTransactionId: authentication.acsTransactionId,
      challengeCancel: authentication.challengeCancel,
      dsTransactionId: authentication.dsTransactionId,
      methodCompleted: authentication.methodCompleted,
      protocolVersion: "2.2.0",
      statusReasonCode: authentication.statusReasonCode,
      transactionStatus: authentication.transactionStatus,
    },
    amount: amount === undefined ? undefined : toJsonNumber(amount, currency),
  };
}
