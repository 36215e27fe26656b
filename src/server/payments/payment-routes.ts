/** The card and status calls of Spec 7 that are not a method's own: sessions, 3-D Secure, status. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { paymentCalls } from "#contract/payment.ts";
import { attemptStateFacts } from "#core/attempt-status.ts";
import type { CardMethod } from "#core/card/card-brands.ts";
import { isTestCardNumber } from "#core/card/test-card-numbers.ts";
import { amountDue } from "#core/order-money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { amex } from "#methods/amex/method.ts";
import { card } from "#methods/card/method.ts";
import { mountCall } from "../http/mount.ts";
import { threeDSecurePolicy } from "../http/policies.ts";
import { requestLanguage } from "../http/request-language.ts";
import { noteRefusal } from "../log/refusals.ts";
import { frameParentsOf } from "../orders/order-frame.ts";
import { loadOrder, type OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { simulatorUrlOf } from "../settings/world.ts";
import {
  type AttemptRow,
  attemptsOfOrder,
  cardPaymentsOf,
  findAttemptByReturnToken,
} from "./attempt-store.ts";
import { bankCancelAddress, mountBankCancel } from "./bank-cancel.ts";
import { bindCardSession, releaseSessionPlace, takeSessionPlace } from "./card-sessions.ts";
import { requireMethod, requirePayableOrder } from "./guards.ts";
import { asHeldBack } from "./held-back.ts";
import { buyerOf } from "./method-routes.ts";
import { isNumberOut } from "./open-references.ts";
import { payResult } from "./pay.ts";
import { requireProvider } from "./providers.ts";
import { type RefreshCause, refreshAttempt } from "./refresh.ts";
import { resultOf } from "./result.ts";
import { resultAddress } from "./returns.ts";
import { requireSessionBody } from "./session-body.ts";
import { takeThreeDSecurePage } from "./three-d-secure.ts";
import { threeDSecureDocument } from "./three-d-secure-document.ts";

/** Mounts prepareSession, get3DPage and its cancelling, process3dSecure, checkPaymentStatus and, outside `live`, the test page's receipt. */
export function mountPaymentCalls(app: FastifyInstance, services: Services): void {
  mountPrepareSession(app, services);
  mountThreeDSecure(app, services);
  mountBankCancel(app, services);
  if (services.config.environment !== "live") {
    mountCall(app, paymentCalls, "PUT /pay/info3/3dsreceipt", async () => ({ received: true as const }));
  }
  mountCall(app, paymentCalls, "POST /rest/pay/checkPaymentStatus", async ({ body }, { request }) => {
    const order = await loadOrder(services.db.pool, body.orderNumber);
    if (!order) throw new Problem("order_not_found");
    const standing = await currentStanding(services, order);
    const result = resultOf(services, standing.order, standing.last, requestLanguage(request));
    if (result.statusCode !== 400) return result;
    const now = services.clock.now();
    const out = standing.attempts.filter((attempt) => isNumberOut(attempt, now));
    return { ...result, numbersOut: out.map(({ method }) => method) };
  });
}

/** By what prepareSession calls the kind of card. */
const methodOfCard = { card, amex } as const satisfies Readonly<
  Record<CardMethod, { readonly id: CardMethod }>
>;

function mountPrepareSession(app: FastifyInstance, services: Services): void {
  const preValidation = async ({ body }: FastifyRequest): Promise<void> => requireSessionBody(body);
  // Card data passes through here in direct mode: a small body, never logged, never stored, never echoed (K4).
  mountCall(
    app,
    paymentCalls,
    "POST /rest/pay/prepareSession",
    async ({ body }) => {
      const isDirect = "cardNumber" in body;
      if (isDirect && !services.config.directApi) throw new Problem("direct_card_not_allowed");
      const order = await requirePayableOrder(services, body.orderNumber);
      if (isDirect && order.merchant_world === "test" && !isTestCardNumber(body.cardNumber))
        throw new Problem("test_card_required");
      const method = methodOfCard[body.cardType ?? "card"];
      requireMethod(order, method);
      const provider = await requireProvider(services, method.id, order.merchant_id);
      if (!provider.cardSessions) throw new Problem("method_not_allowed_for_order");
      const earlierCardPayments = await countCardPayments(services, order);
      const place = await takeSessionPlace(services, {
        merchantId: order.merchant_id,
        orderId: order.id,
        provider: provider.id,
      }).catch(async (error: unknown) => {
        throw await asHeldBack(services, error, { order, method, channel: "info" });
      });
      const session = await provider.cardSessions.prepare({
        order: {
          orderNumber: order.order_number,
          earlierCardPayments,
          amount: amountDue(order),
          currency: order.currency,
          allowedMethods: order.allowed_methods,
        },
        card: isDirect ? body : null,
        now: services.clock.now(),
      });
      if (session.kind === "refused") {
        await releaseSessionPlace(services, place);
        throw new Problem(session.code);
      }
      await bindCardSession(services, place, session.id);
      return { status: "ok" as const, session: { id: session.id, version: session.version } };
    },
    { preValidation },
  );
}

/** How many payments the card gateway has of an order. */
async function countCardPayments({ db }: Services, order: OrderRecord): Promise<number> {
  const count = cardPaymentsOf({ merchantId: order.merchant_id, orderId: order.id });
  return (await db.kysely.selectNoFrom(count.as("count")).executeTakeFirstOrThrow()).count;
}

function mountThreeDSecure(app: FastifyInstance, services: Services): void {
  mountCall(
    app,
    paymentCalls,
    "GET /rest/pay/get3DPage/:orderNumber",
    async ({ params, query }, { request, reply }) => {
      const order = await loadOrder(services.db.pool, params.orderNumber);
      const proof = { key: query.key, signature: query.signature };
      const isAgain = query.again !== undefined;
      const page = order && (await takeThreeDSecurePage(services, { order, ...proof }, { isAgain }));
      if (!page) {
        if (order) noteRefusal(request, { code: "not_found", isUnproven: true });
        throw new Problem("not_found");
      }
      if (page.kind === "used") {
        // Sent by the caller, as every text is: a reply that is sent here would be sent twice.
        reply.code(303).header(
          "location",
          resultAddress(services, {
            orderNumber: order.order_number,
            returnToken: page.returnToken,
            mode: page.isFramed ? "frame" : null,
            query: {
              ...(page.isFramed && { frame: query.frame, lang: query.lang }),
              // What the bank waits for can be continued.
              ...(page.isAwaited && proof),
            },
          }),
        );
        return "";
      }
      reply
        .header(
          "content-security-policy",
          threeDSecurePolicy(
            page.isFramed ? frameParentsOf(services.config, order) : [],
            simulatorUrlOf(services.config, { world: order.merchant_world }),
          ),
        )
        .header("referrer-policy", "no-referrer")
        .type("text/html; charset=utf-8");
      const framed = page.isFramed ? { frame: query.frame, lang: query.lang } : {};
      const cancelAddress = bankCancelAddress(order, { ...proof, ...framed });
      return threeDSecureDocument({ ...page, order, cancelAddress }, requestLanguage(request));
    },
    // The page is given once: a program that only looks at the address must not use it up.
    { exposeHeadRoute: false },
  );

  mountCall(app, paymentCalls, "POST /rest/pay/process3dSecure", async ({ body }, { request }) => {
    const order = await loadOrder(services.db.pool, body.orderNumber);
    if (!order) throw new Problem("order_not_found");
    const given = body.paymentSessionId
      ? await findAttemptByReturnToken(services.db.kysely, body.paymentSessionId)
      : null;
    // A key of another order discloses nothing about this one.
    if (body.paymentSessionId && given?.order_id !== order.id) throw new Problem("order_not_found");
    const standing = await currentStanding(services, order, given === null ? "question" : "return");
    const buyer = buyerOf(request);
    const subject = standing.attempts.find((attempt) => attempt.id === given?.id) ?? standing.last;
    if (
      !orderStatusFacts[standing.order.status].payable ||
      subject === null ||
      subject.state === "awaiting_buyer"
    ) {
      return resultOf(services, standing.order, standing.last, buyer.language, { mode: body.mode ?? null });
    }
    const result = await payResult(services, standing.order, subject, buyer, null);
    if (result.kind !== "paid") return resultOf(services, standing.order, standing.last, buyer.language);
    return { ...result.result, mode: body.mode ?? result.result.mode };
  });
}

type Standing = {
  readonly order: OrderRecord;
  readonly attempts: readonly AttemptRow[];
  readonly last: AttemptRow | null;
};

/** Asks the provider about whatever is open, then reads the order again: the state always comes from the provider (K6). */
export async function currentStanding(
  services: Services,
  order: OrderRecord,
  cause: RefreshCause = "question",
): Promise<Standing> {
  const before = await attemptsOfOrder(services.db.kysely, order.id);
  const open = before.find(
    (attempt) => attemptStateFacts[attempt.state].live && attemptStateFacts[attempt.state].isChecked,
  );
  // Bills and transfers never block, but the page that waits for one is notified as soon as it is paid.
  const offered = before.filter((attempt) => attempt.state === "offered");
  const asked = open ? [open, ...offered] : offered;
  if (asked.length === 0) return { order, attempts: before, last: before[0] ?? null };
  for (const attempt of asked) await refreshAttempt(services, attempt.id, cause);
  const attempts = await attemptsOfOrder(services.db.kysely, order.id);
  return {
    order: (await loadOrder(services.db.pool, order.order_number)) ?? order,
    attempts,
    last: attempts[0] ?? null,
  };
}
