/**
 * The 3-D Secure page of a card's bank: HTML of a third party, kept for one attempt and handed out only inside a sandbox
 * (decision K5): once, and again to a buyer who asks to continue with it (docs/decisions/0052).
 */
import { createHash } from "node:crypto";
import * as timing from "#core/timing.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { refreshAttempt } from "./refresh.ts";

/** Stores a bank's page. The key is in the reply; only its hash is stored. */
export async function storeThreeDSecurePage(
  services: Services,
  page: { readonly order: OrderRecord; readonly attempt: AttemptRow; readonly html: string },
): Promise<{ key: string; signature: string }> {
  const key = services.ids.token(24);
  await services.db.kysely
    .insertInto("three_d_secure_pages")
    .values({
      key_hash: hashKey(key),
      merchant_id: page.attempt.merchant_id,
      attempt_id: page.attempt.id,
      html: page.html,
      expires_at: new Date(services.clock.now() + timing.threeDSecureLifetimeMs),
    })
    .execute();
  return { key, signature: services.signing.sign("three-d-secure", [page.order.order_number, key]) };
}

export type ThreeDSecurePage = {
  /** The payment was started inside a merchant's page, so the bank's page is shown there, too. */
  readonly isFramed: boolean;
} & (
  | { readonly kind: "page"; readonly html: string }
  /** Handed out before; the buyer reloaded. The result page knows the status of the payment. */
  | { readonly kind: "used"; readonly returnToken: string; readonly isAwaited: boolean }
);

/** The content of an address of a bank's page: the order, and the proof that its holder began the payment. */
export type ThreeDSecureProof = {
  readonly order: OrderRecord;
  readonly key: string;
  readonly signature: string;
};

/**
 * Hands out a page: the first time that it is asked for, and again when the buyer wants to continue with it (`isAgain`)
 * and its bank, which is asked first, still waits for them.
 * @returns null where key, signature and order do not match
 */
export async function takeThreeDSecurePage(
  services: Services,
  proof: ThreeDSecureProof,
  { isAgain }: { readonly isAgain: boolean },
): Promise<ThreeDSecurePage | null> {
  const kept = await findThreeDSecurePage(services, proof);
  if (!kept) return null;
  const isFramed = kept.channel === "frame";
  if (isAgain) await refreshAttempt(services, kept.attempt_id, "return");
  const now = new Date(services.clock.now());
  const taken = await services.db.kysely
    .updateTable("three_d_secure_pages as p")
    .from("payment_attempts as a")
    .set({ used_at: now })
    .whereRef("a.merchant_id", "=", "p.merchant_id")
    .whereRef("a.id", "=", "p.attempt_id")
    .where("p.key_hash", "=", hashKey(proof.key))
    .$if(!isAgain, (query) => query.where("p.used_at", "is", null))
    .where("p.expires_at", ">", now)
    .where("a.state", "=", "awaiting_buyer")
    .returning("p.html")
    .executeTakeFirst();
  if (taken) return { kind: "page", html: taken.html, isFramed };
  const isAwaited = kept.state === "awaiting_buyer" && kept.expires_at > now;
  return { kind: "used", returnToken: kept.return_token, isFramed, isAwaited };
}

/** The attempt and the time of the page that a proof opens; null when it opens none. */
export async function findThreeDSecurePage(services: Services, { order, key, signature }: ThreeDSecureProof) {
  if (!services.signing.verify("three-d-secure", [order.order_number, key], signature)) return null;
  const page = await services.db.kysely
    .selectFrom("three_d_secure_pages as p")
    .innerJoin("payment_attempts as a", (join) =>
      join.onRef("a.merchant_id", "=", "p.merchant_id").onRef("a.id", "=", "p.attempt_id"),
    )
    .select(["p.attempt_id", "p.expires_at", "a.return_token", "a.channel", "a.state"])
    .where("p.key_hash", "=", hashKey(key))
    .where("a.order_id", "=", order.id)
    .executeTakeFirst();
  return page ?? null;
}

function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
