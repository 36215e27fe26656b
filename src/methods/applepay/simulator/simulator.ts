/**
 * A stand-in for Apple's merchant validation servers, for development and tests: both of their addresses, strict
 * about the request, with sessions as they are described in
 * developer.apple.com/documentation/applepayontheweb/requesting-an-apple-pay-payment-session
 *
 * NOT simulated, so do not conclude anything about these from a passing test: mutual TLS, the register of merchants
 * and domains, signatures, the sheet.
 */

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answer, Call } from "#sim/exchange.ts";
import { defineSimulator, type Simulator, type SimulatorTools } from "#sim/kit.ts";
import { strictParse } from "#sim/strict.ts";
import { describeApplePay } from "./description.ts";
import { paymentSessionSchema } from "./requests.ts";

/** The new address and the old one, which Apple is phasing out. */
const paths = ["/paymentservices/paymentSession", "/paymentservices/startSession"];

/** A session is good for five minutes. */
const lifetimeMs = 5 * 60_000;

/** The simulated Apple, to be mounted under `/applepay`. */
export function applePaySimulator(): Simulator {
  return defineSimulator({
    name: "applepay",
    describe: describeApplePay,
    register(app, tools) {
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        tools.serve({
          request,
          reply,
          operation: "PAYMENT_SESSION",
          outage: (status) => ({ status, body: { statusMessage: "Service unavailable" } }),
          work: (call) => paymentSession(tools, request, call),
        });
      for (const path of paths) app.post(path, handler);
    },
  });
}

function paymentSession(tools: SimulatorTools, request: FastifyRequest, call: Call): Answer {
  const parsed = strictParse(paymentSessionSchema, request.body);
  if (!parsed.ok) {
    const { kind, field } = parsed.failure;
    return refusal(400, `Payment Services Exception ${kind} ${field}`);
  }
  if (call.hasFault("not_registered"))
    return refusal(417, "Payment Services Exception merchantId not registered for domain");
  if (call.hasFault("not_json")) return { status: 200, body: "<html></html>", contentType: "text/html" };
  const { displayName, initiativeContext } = parsed.value;
  const now = tools.clock.now();
  const merchant = tools.ids.hex(64).toUpperCase();
  const body = {
    epochTimestamp: now,
    expiresAt: now + lifetimeMs,
    merchantSessionIdentifier: `SSH${tools.ids.hex(32).toUpperCase()}`,
    nonce: tools.ids.hex(8),
    merchantIdentifier: merchant,
    domainName: initiativeContext,
    displayName,
    signature: call.hasFault("oversized") ? "0".repeat(100_000) : tools.ids.hex(128),
    operationalAnalyticsIdentifier: `${displayName}:${merchant}`,
    retries: 0,
    pspId: merchant,
  };
  const note = `${initiativeContext} ${displayName}`;
  return call.hasFault("redirect")
    ? { status: 302, body, headers: { location: "http://redirected.invalid/" }, note: `redirect ${note}` }
    : { status: 200, body, note };
}

function refusal(status: number, statusMessage: string): Answer {
  return { status, body: { statusMessage, statusCode: String(status) }, note: statusMessage };
}
