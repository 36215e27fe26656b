/** The gateway's REST calls: sessions, operations on transactions, and retrievals. */

import type { Call } from "#sim/exchange.ts";
import { type Refusal, readOrRefuse } from "#sim/refusal.ts";
import { isTestCard } from "./cards.ts";
import { bodyDigest } from "./digest.ts";
import { invalid, refusal, refusalOf } from "./errors.ts";
import type { AddRoute, MerchantCall } from "./merchant-routes.ts";
import { type Gateway, orderKey, type TransactionRequest } from "./records.ts";
import { createSessionSchema, updateSessionSchema } from "./requests.ts";
import { orderBody, transactionBody } from "./responses.ts";
import { sessionBody } from "./sessions.ts";
import { createTransactionHandler, magicOf, readOperation, withUnlistedStatus } from "./transactions.ts";

/** POST, PUT and GET of sessions. */
export function registerSessions(route: AddRoute, gateway: Gateway): void {
  route({
    method: "POST",
    path: "/session",
    operation: () => "CREATE_SESSION",
    work({ owner, request }) {
      const wanted = readOrRefuse(createSessionSchema, request.body, refusalOf);
      const session = gateway.sessions.create(owner, wanted?.session?.authenticationLimit);
      return { status: 201, body: sessionBody(session, "create"), note: session.id };
    },
  });
  route({
    method: "PUT",
    path: "/session/:sessionId",
    operation: () => "UPDATE_SESSION",
    work({ owner, path, request }) {
      const wanted = readOrRefuse(updateSessionSchema, request.body, refusalOf);
      const { number } = wanted?.sourceOfFunds?.provided?.card ?? {};
      if (gateway.takes === "test cards" && number !== undefined && !isTestCard(number))
        throw invalid("sourceOfFunds.provided.card.number");
      const session = gateway.sessions.update(owner, path.sessionId, wanted);
      return { status: 200, body: sessionBody(session, "read"), note: session.id };
    },
  });
  route({
    method: "GET",
    path: "/session/:sessionId",
    operation: () => "RETRIEVE_SESSION",
    work({ owner, path }) {
      return {
        status: 200,
        body: sessionBody(gateway.sessions.find(owner, path.sessionId), "read"),
        note: path.sessionId,
      };
    },
  });
}

/** PUT and GET of transactions, and GET of orders. */
export function registerOrders(route: AddRoute, gateway: Gateway): void {
  const handle = createTransactionHandler(gateway);
  const read = (merchant: Omit<MerchantCall, "call">): Omit<TransactionRequest, "digest"> => ({
    profile: merchant.profile,
    apiVersion: merchant.path.version,
    orderId: merchant.path.orderId,
    transactionId: merchant.path.transactionId,
    baseUrl: merchant.baseUrl,
    operation: readOperation(merchant.request.body) ?? "UNKNOWN_OPERATION",
  });
  const stored = (merchant: MerchantCall) => {
    const order = gateway.orders.get(orderKey(merchant.profile.merchantId, merchant.path.orderId));
    if (order === undefined) throw notFound("order");
    return { order, apiVersion: merchant.path.version, baseUrl: merchant.baseUrl };
  };
  const shown = (body: Record<string, unknown>, call: Call) =>
    call.hasFault("unlisted_status") ? withUnlistedStatus(body) : body;

  route({
    method: "PUT",
    path: "/order/:orderId/transaction/:transactionId",
    operation: (body) => readOperation(body) ?? "UNKNOWN_OPERATION",
    magic: (merchant) => magicOf(gateway, read(merchant), merchant.request.body),
    work(merchant) {
      const { body = null } = merchant.request;
      return handle({ ...read(merchant), digest: bodyDigest(body) }, body, merchant.call);
    },
  });
  route({
    method: "GET",
    path: "/order/:orderId/transaction/:transactionId",
    operation: () => "RETRIEVE_TRANSACTION",
    work(merchant) {
      const found = stored(merchant);
      const transaction = found.order.transactions.find((each) => each.id === merchant.path.transactionId);
      if (transaction === undefined) throw notFound("transaction");
      const { result, gatewayCode } = transaction.outcome;
      const body = shown(transactionBody({ ...found, transaction }), merchant.call);
      return { status: 200, body, note: `${found.order.id} ${transaction.id}: ${result} ${gatewayCode}` };
    },
  });
  route({
    method: "GET",
    path: "/order/:orderId",
    operation: () => "RETRIEVE_ORDER",
    work(merchant) {
      const found = stored(merchant);
      return {
        status: 200,
        body: shown(orderBody(found), merchant.call),
        note: `${found.order.id}: ${found.order.facts.status}`,
      };
    },
  });
}

function notFound(thing: "order" | "transaction"): Refusal {
  return refusal(`Unable to find ${thing}`, {
    status: 404,
    field: `${thing}.id`,
    validationType: "INVALID",
  });
}
