/** 3-D Secure before a payment: INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER, both under one transaction id. */

import type { WalletProvider } from "#core/card/wallet-provider.ts";
import { zero } from "#core/money.ts";
import { issuerBehaviour } from "./cards.ts";
import { invalid, missing } from "./errors.ts";
import { type Funds, readAmount, resolveFunds } from "./funds.ts";
import { acsOf, issuerDecision, notAuthenticated, orderStatusAfter } from "./issuer.ts";
import type { Outcome } from "./outcomes.ts";
import type { Authentication, Gateway, Order, TransactionRequest } from "./records.ts";
import type { AuthenticatePayer, InitiateAuthentication } from "./requests.ts";
import {
  findOrder,
  newOrder,
  newTransaction,
  ownerOf,
  type Performed,
  refusePaid,
  saveStep,
} from "./steps.ts";
import { refuseDeviceNumber } from "./wallets.ts";

/** Thrown for the test cards that make the gateway fail: becomes SERVER_FAILED, and nothing is stored. */
export class GatewayFailure extends Error {}

const available: Outcome = {
  result: "SUCCESS",
  gatewayCode: "AUTHENTICATION_IN_PROGRESS",
  recommendation: "PROCEED",
};

/** Step A. Creates the order when it is new. Throws a Refusal for wrong requests and GatewayFailure by test card. */
export function initiateAuthentication(
  gateway: Gateway,
  request: TransactionRequest,
  body: InitiateAuthentication,
): Performed {
  const funds = fundsOf(gateway, request, body, body.order?.walletProvider);
  refuseDeviceNumber(funds);
  const content = funds.session?.content;
  if ((body.authentication?.channel ?? content?.authentication?.channel) === undefined) {
    throw missing("authentication.channel");
  }
  const currency = body.order?.currency ?? content?.order?.currency;
  if (currency === undefined) throw missing("order.currency");
  const order = openOrder(gateway, request, currency);
  const authentication = newAuthentication(gateway, funds);
  if (authentication.behaviour === "initiate_error")
    throw new GatewayFailure("test card fails in INITIATE_AUTHENTICATION");

  const isSupported = authentication.behaviour !== "not_supported";
  gateway.challenges.set(authentication.serverTransactionId, {
    merchantId: order.merchantId,
    orderId: order.id,
    transactionId: request.transactionId,
  });
  const transaction = newTransaction(gateway, {
    id: request.transactionId,
    type: "AUTHENTICATION",
    amount: zero,
    currency,
    reference: body.transaction?.reference ?? content?.transaction?.reference,
    card: funds.view,
  });
  return saveStep(gateway, request, {
    order: {
      ...order,
      reference: body.order?.reference ?? content?.order?.reference ?? order.reference,
      notificationUrl:
        body.order?.notificationUrl ?? content?.order?.notificationUrl ?? order.notificationUrl,
      walletProvider: body.order?.walletProvider ?? content?.order?.walletProvider ?? order.walletProvider,
    },
    transaction: { ...transaction, authentication },
    answered: isSupported ? available : notAuthenticated,
    facts: {
      ...order.facts,
      status: isSupported ? "AUTHENTICATION_INITIATED" : "AUTHENTICATION_NOT_NEEDED",
      authenticationStatus: authentication.status,
    },
  });
}

/** Step B, under the transaction id of step A and for the same card. */
export function authenticatePayer(
  gateway: Gateway,
  request: TransactionRequest,
  body: AuthenticatePayer,
): Performed {
  const order = findOrder(gateway, request);
  const transaction = order?.transactions.find((each) => each.id === request.transactionId);
  const before = transaction?.authentication;
  if (order === undefined || transaction === undefined || before === undefined) {
    throw invalid("transaction.id", "The authentication has not been initiated");
  }
  if (before.status !== "AUTHENTICATION_AVAILABLE")
    throw invalid("transaction.id", "The payer cannot be authenticated");
  refusePaid(order);
  const funds = fundsOf(gateway, request, body);
  if (funds.view.number !== transaction.card?.number) {
    throw invalid("sourceOfFunds.provided.card.number", "Another card was initiated");
  }
  const asked = readAuthenticatePayer(body, funds, order.currency);
  if (before.behaviour === "authenticate_error")
    throw new GatewayFailure("test card fails in AUTHENTICATE_PAYER");

  const decided = issuerDecision(before);
  const authentication = { ...before, ...decided.result, ...asked };
  return saveStep(gateway, request, {
    order: { ...order, reference: body.order?.reference ?? order.reference },
    transaction: { ...transaction, amount: asked.amount, authentication },
    answered: decided.outcome,
    facts: {
      ...order.facts,
      amount: asked.amount,
      status: orderStatusAfter(authentication.status),
      authenticationStatus: authentication.status,
    },
  });
}

function fundsOf(
  gateway: Gateway,
  request: TransactionRequest,
  body: InitiateAuthentication | AuthenticatePayer,
  walletProvider?: WalletProvider,
): Funds {
  return resolveFunds({
    sessions: gateway.sessions,
    owner: ownerOf(request),
    profile: request.profile,
    session: body.session,
    sourceOfFunds: body.sourceOfFunds,
    walletProvider,
  });
}

function openOrder(gateway: Gateway, request: TransactionRequest, currency: string): Order {
  const order = findOrder(gateway, request);
  if (order === undefined) return newOrder(gateway, request, currency);
  if (order.currency !== currency) throw invalid("order.currency");
  refusePaid(order);
  return order;
}

function newAuthentication(gateway: Gateway, funds: Funds): Authentication {
  const { behaviour, hasMethod } = issuerBehaviour(funds.number);
  return {
    behaviour,
    hasMethod,
    methodCompleted: false,
    acs: acsOf(funds.brand.scheme),
    status: behaviour === "not_supported" ? "AUTHENTICATION_NOT_SUPPORTED" : "AUTHENTICATION_AVAILABLE",
    serverTransactionId: gateway.ids.uuid(),
    acsTransactionId: gateway.ids.uuid(),
    dsTransactionId: gateway.ids.uuid(),
    sessionId: funds.session?.id,
  };
}

/** What step B needs, from the request or from the session under it. */
function readAuthenticatePayer(body: AuthenticatePayer, funds: Funds, orderCurrency: string) {
  const content = funds.session?.content;
  const currency = body.order?.currency ?? content?.order?.currency;
  if (currency === undefined) throw missing("order.currency");
  if (currency !== orderCurrency) throw invalid("order.currency");
  const amount = readAmount(body.order?.amount ?? content?.order?.amount, currency, "order.amount");
  const redirectResponseUrl =
    body.authentication?.redirectResponseUrl ?? content?.authentication?.redirectResponseUrl;
  if (redirectResponseUrl === undefined) throw missing("authentication.redirectResponseUrl");
  const browser = body.device?.browser ?? content?.device?.browser;
  if (browser === undefined) throw missing("device.browser");
  const details = body.device?.browserDetails ?? content?.device?.browserDetails;
  if (details === undefined) throw missing("device.browserDetails");
  return { amount, redirectResponseUrl, language: details.language };
}
