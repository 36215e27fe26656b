/** Calls of the direct contract: token, payment, code, question, refund. */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { formatDecimal, minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import { type AddRoute, type ApiCall, guardedRoutes } from "#sim/guarded-routes.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Store } from "#sim/state.ts";
import type { UrpayAccount } from "./account.ts";
import { codeLifetimeMs, type Payments, type UrpayPayment } from "./payments.ts";
import { outage, refusal } from "./refusal.ts";
import { confirmSchema, createSchema, readAmount, readBody, refundSchema, tokenSchema } from "./requests.ts";
import { codeTriggers, mobileTriggers } from "./triggers.ts";

const tokenLifetimeSeconds = 600;

const unlistedStatus = "ON_HOLD";

type Parts = {
  readonly payments: Payments;
  readonly account: UrpayAccount;
  /** When a token runs out, by the token. */
  readonly tokens: Store<number>;
};

const querySchema = z.object({ trackId: z.string() });

/** Adds the calls. */
export function registerCalls(app: FastifyInstance, tools: SimulatorTools, parts: Parts): void {
  const { payments, account, tokens } = parts;
  const add = createRoutes(app, tools, parts);
  add({
    method: "POST",
    path: "/v1/token",
    operation: "TOKEN",
    isOpen: true,
    work: ({ request }) => {
      const given = readBody(tokenSchema, request.body);
      if (given.clientId !== account.clientId || given.clientSecret !== account.clientSecret)
        throw refusal(401, "UNAUTHORISED");
      const token = tools.ids.hex(32);
      tokens.set(token, tools.clock.now() + tokenLifetimeSeconds * 1000);
      return {
        status: 200,
        body: { access_token: token, expires_in: tokenLifetimeSeconds },
        note: "token given",
      };
    },
  });
  add({
    method: "POST",
    path: "/v1/payments",
    operation: "CREATE",
    work: ({ request }) => create(parts, request),
  });
  add({
    method: "GET",
    path: "/v1/payments",
    operation: "FIND",
    work: ({ request, call }) => shown(payments.find(querySchema.parse(request.query).trackId), call),
  });
  add({
    method: "POST",
    path: "/v1/payments/:id/confirm",
    operation: "CONFIRM",
    magic: (body) => codeTriggers[confirmSchema.safeParse(body).data?.otp ?? ""]?.fault ?? null,
    work: (asked) => confirm(payments, asked),
  });
  add({
    method: "POST",
    path: "/v1/payments/:id/refund",
    operation: "REFUND",
    work: ({ request, id, call }) => {
      const { refundId, amount } = readBody(refundSchema, request.body);
      const payment = payments.byId(id);
      const made = payments.refund(payment, { id: refundId, amount: readAmount(amount) });
      return {
        status: 200,
        body: {
          refundId,
          status: call.hasFault("unlisted_status") ? unlistedStatus : "REFUNDED",
          amount: formatDecimal(made.amount, "SAR"),
          rrn: made.rrn,
        },
        note: `${payment.billNumber}: ${amount} given back`,
      };
    },
  });
}

function createRoutes(app: FastifyInstance, tools: SimulatorTools, { tokens }: Parts): AddRoute {
  return guardedRoutes(app, tools, {
    outage,
    authorize: ({ headers }) => {
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
      if (!((tokens.get(token) ?? 0) > tools.clock.now())) throw refusal(401, "UNAUTHORISED");
    },
  });
}

function create({ payments, account }: Parts, { body, headers }: FastifyRequest): Answer {
  const wanted = readBody(createSchema, body);
  if (wanted.merchantId !== account.merchantId || wanted.terminalId !== account.terminalId)
    throw refusal(400, "IPAY0100124", "The merchant or terminal is not known");
  if (headers["idempotency-key"] !== wanted.trackId)
    throw refusal(400, "IPAY0100124", "The idempotency key must be the track id");
  const refused = mobileTriggers[wanted.mobileNumber];
  if (refused !== undefined) throw refusal(422, refused);
  const payment = payments.create({
    trackId: wanted.trackId,
    billNumber: wanted.billNumber,
    mobile: wanted.mobileNumber,
    amount: readAmount(wanted.amount),
  });
  return {
    status: 201,
    body: {
      ...paymentBody(payment),
      otpLength: 6,
      otpExpiresAt: new Date(payment.createdAt + codeLifetimeMs).toISOString(),
      resendAfterSeconds: 60,
    },
    note: `${payment.billNumber}: code sent`,
  };
}

/** A repetition after the money was taken gives the same answer, whatever the code. */
function confirm(payments: Payments, { request, id, call }: ApiCall): Answer {
  const { otp } = readBody(confirmSchema, request.body);
  const payment = payments.byId(id);
  if (payment.status !== "OTP_SENT" && payment.status !== "EXPIRED") return shown(payment, call);
  const trigger = codeTriggers[otp];
  if (payment.status === "EXPIRED") throw refusal(409, "IPAY0100042");
  if (trigger === undefined) throw refusal(422, "IPAY0100093");
  const { result, responseCode } = trigger;
  if (typeof result === "object") throw refusal(422, result.refusal);
  if (result === "PROCESSING") return shown(payments.payLater(payment), call);
  if (result === "NOT_CAPTURED") {
    const end = { status: result, ...(responseCode !== undefined && { responseCode }) };
    return shown(payments.end(payment, end), call);
  }
  const taken = call.hasFault("amount_mismatch") ? minor(payment.amount - 1) : payment.amount;
  return shown(payments.pay(payment, taken), call);
}

function shown(payment: UrpayPayment, call: Call): Answer {
  const body = paymentBody(payment);
  return {
    status: 200,
    body: call.hasFault("unlisted_status") ? { ...body, status: unlistedStatus } : body,
    note: `${payment.billNumber}: ${payment.status}`,
  };
}

function paymentBody(payment: UrpayPayment) {
  const isTaken = payment.status === "CAPTURED";
  return {
    paymentId: payment.paymentId,
    trackId: payment.trackId,
    status: payment.status,
    amount: formatDecimal(isTaken ? payment.taken : payment.amount, "SAR"),
    currency: "SAR",
    rrn: isTaken ? payment.rrn : null,
    responseCode: payment.responseCode,
  };
}
