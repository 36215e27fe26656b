/**
 * "Cancel and go back" above the bank's 3-D Secure page: the attempt is closed while it waits for its buyer and in no
 * other state, under its order's lock, so that no fence can be passed at the same moment. If the payment has moved on
 * meanwhile, its result is shown instead.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { orderNumber } from "#contract/common.ts";
import { Problem } from "#core/problem.ts";
import { noteRefusal } from "../log/refusals.ts";
import { loadOrder, type OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { moveIfStill } from "./move-if-still.ts";
import { resultAddress } from "./returns.ts";
import { findThreeDSecurePage } from "./three-d-secure.ts";

const path = "/rest/pay/return/cancel";

const params = z.object({ orderNumber });

const query = z.object({
  key: z.string().max(128),
  signature: z.string().max(128),
  frame: z.string().max(500).optional(),
  lang: z.enum(["ar", "en"]).optional(),
});

type Way = z.output<typeof query>;

/** Where a press of the bar's button is sent. The key and its signature prove that this buyer began the payment. */
export function bankCancelAddress(
  order: Pick<OrderRecord, "order_number">,
  way: { readonly [Name in keyof Way]: Way[Name] | undefined },
): string {
  return `${path}/${order.order_number}?${queryOf(way)}`;
}

/** Mounts it among the return addresses: the bank's page has no origin, so no cookie of ours can prove the press. */
export function mountBankCancel(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 1024 });
    mountCancel(scope, services);
  });
}

function mountCancel(app: FastifyInstance, services: Services): void {
  app.post(`${path}/:orderNumber`, { schema: { params, querystring: query } }, async (request, reply) => {
    const way = query.parse(request.query);
    const order = await loadOrder(services.db.pool, params.parse(request.params).orderNumber);
    const page = order && (await findThreeDSecurePage(services, { order, ...way }));
    if (!page) {
      if (order) noteRefusal(request, { code: "not_found", isUnproven: true });
      throw new Problem("not_found");
    }
    const attempt = await cancelAtBank(services, page.attempt_id);
    const isFramed = attempt.channel === "frame";
    const framed = isFramed ? { frame: way.frame, lang: way.lang } : {};
    const isUnderWay =
      attempt.state !== "cancelled" && attempt.state !== "declined" && attempt.state !== "expired";
    return reply.redirect(
      isUnderWay
        ? resultAddress(services, {
            orderNumber: order.order_number,
            returnToken: page.return_token,
            mode: isFramed ? "frame" : null,
            query: framed,
          })
        : formAddress(order, attempt, way),
      303,
    );
  });
}

/**
 * Closes an attempt whose buyer is awaited. Nothing was charged: a card is charged behind the fence, which
 * a closed attempt does not pass. An attempt in any other state stays as it is.
 * @returns the attempt as it is afterwards
 */
async function cancelAtBank(services: Services, attemptId: string): Promise<AttemptRow> {
  return await moveIfStill(services, attemptId, ({ state }) => state === "awaiting_buyer", {
    to: "cancelled",
    cause: "cancel",
    set: { next_check_at: null },
  });
}

const forms: Readonly<Record<string, string>> = {
  info: "/pay/info",
  simple: "/pay/simple",
  applePay: "/pay/applePay",
  frame: "/pay/frame",
};

/** The page that the payment began on. */
function formAddress(order: OrderRecord, { channel }: AttemptRow, { frame, lang }: Way): string {
  const address = `${forms[channel] ?? forms["info"]}/${order.order_number}`;
  if (channel !== "frame") return address;
  const look = new URLSearchParams(frame);
  if (lang) look.set("lang", lang);
  return `${address}?${look}`;
}

function queryOf(way: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(way).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(given);
}
