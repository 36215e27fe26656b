/** Mounts every call of every method in the registry on the same guards and the same flow. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BrowserDetails } from "#contract/payment.ts";
import * as timing from "#core/timing.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import { flowFacts } from "#methods/flow.ts";
import type { ConfirmCall, MethodCall, PayResult, StartCall } from "#methods/method-server.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import { methodEntry } from "#methods/registry.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { csrfCookieName } from "../http/security.ts";
import { noteSentAgain } from "../limits/buyer-limits.ts";
import type { Services } from "../services.ts";
import type { BuyerRequest } from "./attempt-context.ts";
import { bankStepCookie, lastMethodCookie } from "./begun-payment.ts";
import { requireCardSession } from "./card-sessions.ts";
import { continuePayment } from "./continue-payment.ts";
import {
  guardPayment,
  refuseCardNumbers,
  requireMethod,
  requirePayableOrder,
  requireStatedTotal,
} from "./guards.ts";
import { shapeOfMethodCall } from "./method-call-shape.ts";
import { startPayment } from "./pay.ts";
import { requireProvider } from "./providers.ts";

/** Mounts the payment calls of all methods. */
export function mountMethodCalls(app: FastifyInstance, services: Services): void {
  for (const method of catalog) {
    for (const call of methodEntry(method.id).calls) mountMethodCall(app, services, method, call);
  }
}

type PayBody = Parameters<typeof guardPayment>[2] & {
  readonly browser?: BrowserDetails;
  readonly sessionId?: string;
  readonly total?: number;
};

function mountMethodCall(
  app: FastifyInstance,
  services: Services,
  method: PaymentMethod<MethodId>,
  call: MethodCall,
): void {
  mountCall(
    app,
    { [call.path]: shapeOfMethodCall(call) },
    call.path,
    async ({ body }, { request, reply }) => {
      const result =
        call.step === "start"
          ? await runStart(services, { method, call, body: body as PayBody, request })
          : await runConfirm(services, { method, call, body: body as PayBody, request });
      if (result.kind !== "declined") keepMethod(services, reply, method);
      if (result.kind === "challenge") keepBankStep(services, reply, result);
      if (result.kind === "otp_sent" && result.isAgain) noteSentAgain(request);
      return result.kind === "declined" ? result.reply : call.toReply(result);
    },
  );
}

/** The next payment page of this browser has the method near the front. */
function keepMethod({ config }: Services, reply: FastifyReply, { id }: PaymentMethod<MethodId>): void {
  reply.setCookie(lastMethodCookie, id, {
    path: "/pay/info/",
    maxAge: timing.lastMethodKeptMs / 1000,
    httpOnly: true,
    sameSite: "lax",
    secure: config.webUrl.startsWith("https://"),
  });
}

/** The browser that begins at a bank can return there from the order's payment page for as long as the order is open. */
function keepBankStep(
  { config }: Services,
  reply: FastifyReply,
  step: Extract<PayResult, { kind: "challenge" }>,
): void {
  reply.setCookie(bankStepCookie, `${step.secure3DHtmlKey}.${step.signature}`, {
    path: `/pay/info/${step.orderNumber}`,
    maxAge: timing.threeDSecureLifetimeMs / 1000,
    httpOnly: true,
    sameSite: "lax",
    secure: config.webUrl.startsWith("https://"),
  });
}

type Run<C> = {
  readonly method: PaymentMethod<MethodId>;
  readonly call: C;
  readonly body: PayBody;
  readonly request: FastifyRequest;
};

async function runStart(services: Services, run: Run<StartCall>): Promise<PayResult> {
  const { method, call, body, request } = run;
  const { order, payer } = await guardPayment(services, method, body, {
    country: requestCountry(services, request),
    isBrowser: isFromBrowser(request),
  });
  const provider = await requireProvider(services, method.id, order.merchant_id);
  requireStatedTotal(order, body.total);
  const start = call.toInput(body as never, body.browser);
  if (flowFacts[method.flow].presents === "session") {
    await requireCardSession(services, { order, sessionId: start.presentedKey, provider: provider.id });
  }
  return await startPayment(services, {
    method,
    provider,
    order,
    payer,
    start,
    buyer: buyerOf(request),
    ...(call.toDeclined && { toDeclined: call.toDeclined }),
  });
}

/** The start's reply proved that this browser began the payment; its signature replaces the order's. */
async function runConfirm(services: Services, run: Run<ConfirmCall>): Promise<PayResult> {
  const { method, call, body, request } = run;
  const order = await requirePayableOrder(services, body.orderNumber);
  requireMethod(order, method);
  requireStatedTotal(order, body.total);
  refuseCardNumbers(body);
  const given = call.toConfirm(body as never);
  return await continuePayment(services, {
    order,
    provider: await requireProvider(services, method.id, order.merchant_id),
    buyer: buyerOf(request),
    ...given,
  });
}

/** What the request itself states about the buyer. The address comes through the configured number of proxies only. */
export function buyerOf(request: FastifyRequest): BuyerRequest {
  return {
    ipAddress: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, 2048) ?? null,
    acceptHeader: request.headers.accept?.slice(0, 2048) ?? null,
    language: requestLanguage(request),
  };
}

/**
 * Whether a browser sent the request. Browsers state the origin of a changing call and no page can prevent that;
 * our own pages also repeat a cookie.
 */
function isFromBrowser({ headers, cookies }: FastifyRequest): boolean {
  return (
    headers.origin !== undefined ||
    headers["sec-fetch-site"] !== undefined ||
    cookies[csrfCookieName] !== undefined
  );
}

/** The buyer's country as the proxy in front states it; null when no such proxy is configured. */
export function requestCountry(services: Services, request: FastifyRequest): string | null {
  const name = services.config.countryHeader;
  const value = name === null ? undefined : request.headers[name];
  return typeof value === "string" && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null;
}
