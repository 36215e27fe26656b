/** Returns that buyers ask for, in the merchant API: listed, read, answered. No call here moves money. */
import type { FastifyInstance } from "fastify";
import { type ReturnRequest, returnRequestCalls } from "#contract/return-requests.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { mayReturnBeAccepted, orderStatusFacts, refusalOfUnpaid } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { returnLimits } from "#core/return-request.ts";
import { cleanLines } from "#core/text.ts";
import { mountCall } from "../http/mount.ts";
import { noteChange } from "../merchant-api/audit-calls.ts";
import { actorOf, merchantOf } from "../merchant-api/authenticate.ts";
import { once } from "../merchant-api/idempotency.ts";
import { findInvoiceId } from "../merchant-api/invoice-store.ts";
import { readId, readPage, toPage } from "../merchant-api/paging.ts";
import { sentQuantity } from "../merchant-api/sent-quantity.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { queueByPreference } from "../messages/request-message.ts";
import { type LockedOrder, lockOrder, refuseTextOfErased } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import { answerReturn, selectReturns } from "./return-store.ts";

type Row = Awaited<ReturnType<ReturnType<typeof selectReturns>["executeTakeFirstOrThrow"]>>;

/** Mounts the calls in a scope that requires an API key. */
export function mountReturnRequestCalls(scope: FastifyInstance, services: Services): void {
  const { db, config } = services;

  mountCall(scope, returnRequestCalls, "GET /api/v1/return-requests", async ({ query }, { request }) => {
    const merchant = merchantOf(request);
    const page = readPage(query);
    const { state, orderNumber } = query;
    const rows = await selectReturns(db.kysely, merchant.id)
      .where("r.id", "<", page.before)
      .$if(state !== undefined, (all) => all.where("r.state", "=", state ?? "requested"))
      .$if(orderNumber !== undefined, (all) =>
        all.where("o.order_number", "=", readOrderNumber(orderNumber ?? "") ?? ""),
      )
      .orderBy("r.id", "desc")
      .limit(page.limit + 1)
      .execute();
    const livemode = isLivemode(config, merchant);
    return toPage(rows, page, (row) => toReturnRequest(row, livemode));
  });

  const readOne = async (merchant: ReturnType<typeof merchantOf>, id: number): Promise<ReturnRequest> => {
    const row = await selectReturns(db.kysely, merchant.id).where("r.id", "=", id).executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toReturnRequest(row, isLivemode(config, merchant));
  };

  mountCall(
    scope,
    returnRequestCalls,
    "GET /api/v1/return-requests/:requestId",
    async ({ params }, { request }) =>
      await readOne(merchantOf(request), readId(params.requestId, "not_found")),
  );

  mountCall(
    scope,
    returnRequestCalls,
    "POST /api/v1/return-requests/:requestId/answer",
    async ({ params, body }, { request }) => {
      const merchant = merchantOf(request);
      const key = { merchantId: merchant.id, id: readId(params.requestId, "not_found") };
      const words = cleanLines(body.words ?? "", returnLimits.words) || null;
      const to = body.answer === "accept" ? "accepted" : "declined";
      const { orderNumber } = await readOne(merchant, key.id);
      await once(services, request, merchant.id, async (trx) => {
        const order = await lockOrder(
          trx,
          await findInvoiceId(trx, { merchantId: merchant.id, input: orderNumber }),
        );
        refuseTextOfErased(order, words);
        if (to === "declined" && words === null && order.buyer_erased_at === null) throw noWords();
        const answer = { to, words, by: actorOf(merchant), now: services.clock.now() } as const;
        const answered = await answerReturn(trx, key, answer);
        if (!answered) throw new Problem("return_answered");
        const { orderId, language } = answered;
        if (to === "accepted") refuseUnreturnable(order);
        await queueByPreference(services, trx, {
          ...{ merchantId: merchant.id, orderId, language, kind: "return_answer", facts: {} },
          ...{ cause: "event", causeKey: `return:${key.id}` },
        });
        noteChange(request, { after: { state: to } });
        return {};
      });
      return await readOne(merchant, key.id);
    },
  );
}

/** What is accepted is given back next: not while the money is there and may not be. */
function refuseUnreturnable({ status }: LockedOrder): void {
  const facts = orderStatusFacts[status];
  if (!mayReturnBeAccepted(facts)) throw new Problem(refusalOfUnpaid(facts));
}

function noWords(): Problem {
  return wrongFields([{ path: "words", code: "required", message: "say to the buyer why you decline" }]);
}

function toReturnRequest(row: Row, livemode: boolean): ReturnRequest {
  return {
    id: row.id,
    livemode,
    orderNumber: row.order_number,
    buyer: { name: row.client_name, words: row.words, isErased: row.is_erased },
    state: row.state,
    reason: row.reason,
    lines: (row.lines ?? []).map(({ position, quantity }) => ({
      position,
      quantity: sentQuantity(quantity),
    })),
    language: row.language,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    answer: row.answer,
  };
}
