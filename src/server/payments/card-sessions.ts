/** Which card session was opened for which order: a session for a cheap order must not pay an expensive one. */
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { timing } from "#core/timing.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";

/** Refuses an order for which too many sessions were opened already: card testers make many, people few. */
export async function requireRoomForSession(services: Services, order: OrderRecord): Promise<void> {
  const { opened } = await services.db.kysely
    .selectFrom("card_sessions")
    .select((eb) => eb.fn.countAll<number>().as("opened"))
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  if (opened >= limits.cardSessionsPerOrder)
    throw new Problem("too_many_attempts", { retryAfterSeconds: 60 * 60 });
}

/** Remembers that a session belongs to an order and a gateway profile. */
export async function bindCardSession(
  services: Services,
  session: { id: string; orderId: number; provider: string },
): Promise<void> {
  await services.db.kysely
    .insertInto("card_sessions")
    .values({
      session_id: session.id,
      order_id: session.orderId,
      provider: session.provider,
      created_at: new Date(services.clock.now()),
    })
    .execute();
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
