/** PAY and AUTHORIZE: what must hold before the acquirer is asked, and what its answer does to the order. */

import { type Minor, minor, zero } from "#core/money.ts";
import type { Call } from "#sim/exchange.ts";
import { invalid, missing } from "./errors.ts";
import { demandSecurityCode, type Funds, readAmount, resolveFunds } from "./funds.ts";
import { isAuthenticated } from "./issuer.ts";
import { type Decision, decide, outcomeOf, securityCodeResult } from "./outcomes.ts";
import type { Gateway, Order, OrderFacts, TransactionRequest } from "./records.ts";
import type { Pay } from "./requests.ts";
import {
  findOrder,
  newOrder,
  newTransaction,
  ownerOf,
  type Performed,
  recordMovement,
  refusePaid,
  saveStep,
} from "./steps.ts";

/** Takes or reserves the money. Throws a Refusal when the request itself is wrong; nothing is stored then. */
export function pay(gateway: Gateway, request: TransactionRequest, body: Pay, call: Call): Performed {
  const funds = resolveFunds({
    sessions: gateway.sessions,
    owner: ownerOf(request),
    profile: request.profile,
    session: body.session,
    sourceOfFunds: body.sourceOfFunds,
    walletProvider: body.order?.walletProvider,
  });
  const content = funds.session?.content;
  const currency = body.order?.currency ?? content?.order?.currency;
  if (currency === undefined) throw missing("order.currency");
  const asked = readAmount(body.order?.amount ?? content?.order?.amount, currency, "order.amount");
  const order = payableOrder(gateway, request, currency);
  const authenticationId = body.authentication?.transactionId;
  const authentication = checkAuthentication({ order, funds, authenticationId, amount: asked });
  const securityCode = demandSecurityCode(funds);
  if (funds.session !== undefined) gateway.sessions.eraseSecurityCode(funds.session.id);

  const isCapture = body.apiOperation === "PAY";
  const refusal = refusalBeforeAcquirer({ request, funds, currency, isCapture, authentication });
  const now = gateway.clock.now();
  const decision =
    refusal ?? faultDecision(call) ?? decide({ amount: asked, currency, expiry: funds.expiry, now });
  const isPaid = decision.settled === "APPROVED";
  const amount = isPaid && call.hasFault("amount_mismatch") ? otherAmount(asked) : asked;
  const csc = refusal === null && securityCode !== null ? securityCodeResult(securityCode) : undefined;
  const performed = saveStep(gateway, request, {
    order: {
      ...order,
      reference: body.order?.reference ?? content?.order?.reference ?? order.reference,
      notificationUrl:
        body.order?.notificationUrl ?? content?.order?.notificationUrl ?? order.notificationUrl,
      walletProvider: body.order?.walletProvider ?? content?.order?.walletProvider ?? order.walletProvider,
    },
    transaction: newTransaction(gateway, {
      id: request.transactionId,
      type: isCapture ? "PAYMENT" : "AUTHORIZATION",
      amount,
      currency,
      reference: body.transaction?.reference ?? content?.transaction?.reference,
      card: funds.view,
      authenticationTransactionId: authenticationId,
    }),
    answered: { ...outcomeOf(decision.answered), csc },
    settled: { ...outcomeOf(decision.settled), csc },
    ...factsAfter({ order, decision, amount, isCapture, authenticationStatus: authentication.status }),
  });
  if (isPaid && isCapture) recordMovement(gateway, performed, "capture");
  return performed;
}

/** The order's facts after the decision: the truth, and what the caller receives for now. */
function factsAfter(done: {
  readonly order: Order;
  readonly decision: Decision;
  readonly amount: Minor;
  readonly isCapture: boolean;
  readonly authenticationStatus: string | undefined;
}): { readonly facts: OrderFacts; readonly answeredFacts: OrderFacts } {
  const base: OrderFacts = {
    ...done.order.facts,
    amount: done.amount,
    authenticationStatus: done.authenticationStatus ?? "AUTHENTICATION_NOT_IN_EFFECT",
  };
  const after = (code: string): OrderFacts => {
    if (code !== "APPROVED") return { ...base, status: code === "PENDING" ? "INITIATED" : "FAILED" };
    const status = done.isCapture ? "CAPTURED" : "AUTHORIZED";
    return { ...base, status, authorized: done.amount, captured: done.isCapture ? done.amount : zero };
  };
  return { facts: after(done.decision.settled), answeredFacts: after(done.decision.answered) };
}

/** An order may be tried again after a failure, but it is paid or reserved only once. */
function payableOrder(gateway: Gateway, request: TransactionRequest, currency: string): Order {
  const order = findOrder(gateway, request);
  if (order === undefined) return newOrder(gateway, request, currency);
  if (order.currency !== currency) throw invalid("order.currency");
  refusePaid(order);
  return order;
}

type Authenticated = { readonly status: string | undefined; readonly isWrong: boolean };

/**
 * The authentication that a payment names must belong to this order and, to count, to this card. An amount that
 * differs from the authenticated one is refused as a wrong request.
 */
function checkAuthentication(options: {
  readonly order: Order;
  readonly funds: Funds;
  readonly authenticationId: string | undefined;
  readonly amount: Minor;
}): Authenticated {
  if (options.authenticationId === undefined) return { status: undefined, isWrong: false };
  const transaction = options.order.transactions.find((each) => each.id === options.authenticationId);
  const authentication = transaction?.authentication;
  if (authentication === undefined)
    throw invalid("authentication.transactionId", "No such authentication of this order");
  if (authentication.amount !== undefined && authentication.amount !== options.amount) {
    throw invalid("order.amount", "The amount differs from the authenticated amount");
  }
  const isSameCard = transaction?.card?.number === options.funds.view.number;
  const isUsable =
    isAuthenticated(authentication.status) || authentication.status === "AUTHENTICATION_NOT_SUPPORTED";
  return { status: authentication.status, isWrong: !isSameCard || !isUsable };
}

/** What the gateway refuses by itself: mada's rules, and payments without 3-D Secure where it is demanded. */
function refusalBeforeAcquirer(options: {
  readonly request: TransactionRequest;
  readonly funds: Funds;
  readonly currency: string;
  readonly isCapture: boolean;
  readonly authentication: Authenticated;
}): Decision | null {
  const { funds, authentication } = options;
  const isMada = funds.brand.localBrand === "MADA";
  // mada is purchase and refund in riyals only: no separate authorisation.
  if (isMada && (!options.isCapture || options.currency !== "SAR")) return both("NOT_SUPPORTED");
  if (funds.isDeviceNumber || !options.request.profile.requires3ds) return null;
  if (authentication.isWrong) return both("AUTHENTICATION_FAILED");
  if (authentication.status === undefined) return both("BLOCKED");
  // A card without 3-D Secure may continue at the merchant's risk, a mada card may not.
  return isMada && !isAuthenticated(authentication.status) ? both("BLOCKED") : null;
}

function both(code: string): Decision {
  return { answered: code, settled: code };
}

/** The faults that change the acquirer's answer itself. Shared with captures and refunds. */
export function faultDecision(call: Call): Decision | null {
  return call.hasFault("timed_out_then_captured") ? { answered: "TIMED_OUT", settled: "APPROVED" } : null;
}

/** The amount that is taken instead of the asked one: one major unit less where there is one, else more. */
export function otherAmount(asked: Minor): Minor {
  return minor(asked > 100 ? asked - 100 : asked + 100);
}
