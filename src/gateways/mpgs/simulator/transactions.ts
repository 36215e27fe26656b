/**
 * PUT order/{o}/transaction/{t} as a whole: the same request again gets the same answer and moves nothing, a
 * different one under a used id is refused, and while an operation is under way its order is locked.
 */

import type { z } from "zod";
import { parseDecimal } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import { type Refusal, readOrRefuse } from "#sim/refusal.ts";
import { authenticatePayer, GatewayFailure, initiateAuthentication } from "./authentication.ts";
import { invalid, missing, refusalOf, serverFailed } from "./errors.ts";
import { captureOrRefund, voidTransaction } from "./follow-ups.ts";
import { notificationsOf } from "./notifications.ts";
import { faultOfAmount, outcomeOf } from "./outcomes.ts";
import { pay } from "./payments.ts";
import { type Gateway, orderKey, type Step, type TransactionRequest } from "./records.ts";
import {
  authenticatePayerSchema,
  followUpSchema,
  initiateAuthenticationSchema,
  paySchema,
  voidSchema,
} from "./requests.ts";
import { transactionBody } from "./responses.ts";
import { findOrder, type Performed } from "./steps.ts";

/** Operations that arrive by PUT on a transaction. */
export const transactionOperations = [
  "INITIATE_AUTHENTICATION",
  "AUTHENTICATE_PAYER",
  "PAY",
  "AUTHORIZE",
  "CAPTURE",
  "REFUND",
  "VOID",
] as const;
type TransactionOperation = (typeof transactionOperations)[number];

const financial: readonly string[] = ["PAY", "AUTHORIZE", "CAPTURE", "REFUND"];

/** The operation that a body names, or null when it names none that is known. */
export function readOperation(body: unknown): TransactionOperation | null {
  const named = typeof body === "object" && body !== null ? Reflect.get(body, "apiOperation") : undefined;
  return transactionOperations.find((operation) => operation === named) ?? null;
}

type UnderWay = { readonly transactionId: string; readonly done: Promise<void> };

/** Builds the handler of one simulator; it holds the locks of orders with an operation under way. */
export function createTransactionHandler(gateway: Gateway) {
  const locks = new Map<string, UnderWay>();

  async function put(request: TransactionRequest, body: unknown, call: Call): Promise<Answer> {
    const key = orderKey(request.profile.merchantId, request.orderId);
    for (let busy = locks.get(key); busy !== undefined; busy = locks.get(key)) {
      if (busy.transactionId !== request.transactionId) return lockFailure(request);
      await busy.done;
    }
    const replayed = findStep(gateway, request);
    if (replayed !== null) return answer(gateway, request, replayed, { call, body, isReplay: true });
    const work = () =>
      answer(gateway, request, perform(gateway, request, body, call), { call, body, isReplay: false });
    const pause = call.pause();
    if (pause === null) return work();
    const { promise: done, resolve: release } = Promise.withResolvers<void>();
    locks.set(key, { transactionId: request.transactionId, done });
    try {
      await pause;
      return work();
    } finally {
      locks.delete(key);
      release();
    }
  }

  return async (request: TransactionRequest, body: unknown, call: Call): Promise<Answer> => {
    try {
      return await put(request, body, call);
    } catch (error) {
      if (error instanceof GatewayFailure) return serverFailed(gateway.ids.digits(12));
      throw error;
    }
  };
}

/** The step that this very request has already made; throws when the id was used for something else. */
function findStep(gateway: Gateway, request: TransactionRequest): Performed | null {
  const order = findOrder(gateway, request);
  const transaction = order?.transactions.find((each) => each.id === request.transactionId);
  if (order === undefined || transaction === undefined) return null;
  const step = transaction.steps.find((each) => each.operation === request.operation);
  if (step === undefined) {
    if (request.operation === "AUTHENTICATE_PAYER" && transaction.type === "AUTHENTICATION") return null;
    throw usedId();
  }
  if (step.digest !== request.digest) throw usedId();
  return { order, transaction, step };
}

function usedId(): Refusal {
  return invalid("transaction.id", "The transaction id has been used for a different request");
}

function perform(gateway: Gateway, request: TransactionRequest, body: unknown, call: Call): Performed {
  switch (request.operation) {
    case "INITIATE_AUTHENTICATION":
      return initiateAuthentication(gateway, request, read(initiateAuthenticationSchema, body));
    case "AUTHENTICATE_PAYER":
      return authenticatePayer(gateway, request, read(authenticatePayerSchema, body));
    case "PAY":
    case "AUTHORIZE":
      return pay(gateway, request, read(paySchema, body), call);
    case "CAPTURE":
    case "REFUND":
      return captureOrRefund(gateway, request, read(followUpSchema, body), call);
    case "VOID":
      return voidTransaction(gateway, request, read(voidSchema, body));
    default:
      throw typeof body === "object" ? missing("apiOperation") : refusalOf({ kind: "invalid", field: "" });
  }
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body, refusalOf);
}

function answer(
  gateway: Gateway,
  request: TransactionRequest,
  performed: Performed,
  reply: { readonly call: Call; readonly body: unknown; readonly isReplay: boolean },
): Answer {
  const { order, transaction, step } = performed;
  const body = transactionBody({
    order,
    transaction,
    step,
    apiVersion: request.apiVersion,
    baseUrl: request.baseUrl,
    correlationId: correlationOf(reply.body),
  });
  const isUnlisted = financial.includes(request.operation) && reply.call.hasFault("unlisted_status");
  const { isReplay } = reply;
  // The first PUT of a transaction creates it.
  const isCreated = !isReplay && transaction.steps.length === 1;
  return {
    status: isCreated ? 201 : 200,
    body: isUnlisted ? withUnlistedStatus(body) : body,
    note: noteOf(request, step, isReplay),
    webhooks: isReplay ? [] : notificationsOf(gateway, request, performed),
  };
}

function noteOf(request: TransactionRequest, step: Step, isReplay: boolean): string {
  const { result, gatewayCode } = step.outcome;
  return `${request.orderId} ${request.transactionId}: ${result} ${gatewayCode}${isReplay ? " (replayed)" : ""}`;
}

function correlationOf(body: unknown): string | undefined {
  const value = typeof body === "object" && body !== null ? Reflect.get(body, "correlationId") : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Words that no document of the gateway lists: an adapter must take them for "not known yet". */
export function withUnlistedStatus(body: Record<string, unknown>): Record<string, unknown> {
  const inside = (value: unknown) => (typeof value === "object" && value !== null ? value : {});
  return {
    ...body,
    result: "UNDER_REVIEW",
    response: { ...inside(body["response"]), gatewayCode: "HELD_FOR_REVIEW" },
    order: { ...inside(body["order"]), status: "UNDER_REVIEW" },
  };
}

/** Another operation on the order is under way. Nothing is stored: the same request may be sent again. */
function lockFailure(request: TransactionRequest): Answer {
  const { result, gatewayCode, recommendation } = outcomeOf("LOCK_FAILURE");
  return {
    status: 200,
    body: {
      merchant: request.profile.merchantId,
      order: { id: request.orderId },
      response: { gatewayCode, gatewayRecommendation: recommendation },
      result,
      transaction: { id: request.transactionId },
      version: request.apiVersion,
    },
    note: `${request.orderId} ${request.transactionId}: ${result} ${gatewayCode}`,
  };
}

/** The fault that the amount of a new request calls for; a repetition of a processed request calls for none. */
export function magicOf(
  gateway: Gateway,
  request: Omit<TransactionRequest, "digest">,
  body: unknown,
): ReturnType<typeof faultOfAmount> {
  if (!financial.includes(request.operation) || typeof body !== "object" || body === null) return null;
  for (const part of [Reflect.get(body, "order"), Reflect.get(body, "transaction")]) {
    if (typeof part !== "object" || part === null) continue;
    const { amount, currency } = part;
    if (typeof currency !== "string") continue;
    const asked = parseDecimal(String(amount), currency);
    const fault = asked === null ? null : faultOfAmount(asked, currency);
    if (fault === null) continue;
    const isKnown = findOrder(gateway, request)?.transactions.some(
      (each) => each.id === request.transactionId,
    );
    return isKnown === true ? null : fault;
  }
  return null;
}
