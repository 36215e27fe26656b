/** Which card session was opened for which order: a session for a cheap order must not pay an expensive one. */
import { hourMs, secondsUntilRoom } from "#core/hourly-limit.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { HeldBack } from "./tries.ts";

/**
 * Reserves a slot for a session that is about to be opened: card testers open many, people few. Counted and written
 * down under the order's lock, so that concurrent requests cannot exceed the limit; before the provider is asked,
 * since the answer alone is useful to a tester.
 * @returns the place, for `bindCardSession` or `releaseSessionPlace`; one that is forgotten counts for its hour
 * @throws HeldBack with the time until the next slot is free
 */
export async function takeSessionPlace(
  services: Services,
  place: { readonly merchantId: number; readonly orderId: number; readonly provider: string },
): Promise<string> {
  // Of the length of a secret: until the provider has named the session, no request can bring this one to a payment.
  const id = services.ids.token(24);
  await runInTransaction(services.db.kysely, async (trx) => {
    await lockOrder(trx, place.orderId);
    const now = services.clock.now();
    const opened = await trx
      .selectFrom("card_sessions")
      .select("created_at")
      .where("order_id", "=", place.orderId)
      .where("created_at", ">", new Date(now - hourMs))
      .orderBy("created_at", "desc")
      .limit(limits.cardSessionsPerOrderPerHour)
      .execute();
    const retryAfterSeconds = secondsUntilRoom(
      opened.map((session) => session.created_at),
      limits.cardSessionsPerOrderPerHour,
      now,
    );
    if (retryAfterSeconds !== null) throw new HeldBack("cardSessions", retryAfterSeconds);
    await trx
      .insertInto("card_sessions")
      .values({
        session_id: id,
        merchant_id: place.merchantId,
        order_id: place.orderId,
        provider: place.provider,
        created_at: new Date(now),
      })
      .execute();
  });
  return id;
}

/** Puts the session that the provider opened into its place: from now on it may pay the place's order. */
export async function bindCardSession(services: Services, place: string, sessionId: string): Promise<void> {
  await services.db.kysely
    .updateTable("card_sessions")
    .set({ session_id: sessionId })
    .where("session_id", "=", place)
    .execute();
}

/** Releases a slot: the provider opened no session. */
export async function releaseSessionPlace(services: Services, place: string): Promise<void> {
  await services.db.kysely.deleteFrom("card_sessions").where("session_id", "=", place).execute();
}

/**
 * The session must have been opened for this order, on this profile, not too long ago.
 * @throws Problem `session_invalid`
 */
export async function requireCardSession(
  services: Services,
  given: { readonly order: OrderRecord; readonly sessionId: string | null; readonly provider: string },
): Promise<void> {
  const oldest = new Date(services.clock.now() - timing.cardSessionLifetimeMs);
  const session = await services.db.kysely
    .selectFrom("card_sessions")
    .select("session_id")
    .where("session_id", "=", given.sessionId ?? "")
    .where("order_id", "=", given.order.id)
    .where("provider", "=", given.provider)
    .where("created_at", ">", oldest)
    .executeTakeFirst();
  if (!session) throw new Problem("session_invalid");
}
