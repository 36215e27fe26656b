/** Messages of providers: each makes its attempt and that attempt's refunds due now, for whichever server asks first. */
import type { QueryCreator } from "kysely";
import { attemptStateFacts, attemptStates, mayAttemptBecome } from "#core/attempt-status.ts";
import { openRefundStates } from "#core/refund-status.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { wakeAttempts } from "./due-attempts.ts";

/** What a provider's message is about, by our id or the provider's, at one account. */
export type Mentioned = {
  readonly provider: string;
  /** Null: the account of the installation, which serves every merchant. */
  readonly merchantId: number | null;
} & ({ readonly attemptId: string } | { readonly reference: string });

/**
 * Makes an attempt due because its provider sent a message about it, whatever its state here, and wakes the workers
 * of every process. Only one of this provider is found and, where the account is a merchant's, of this merchant. One
 * that is in flight is left to its caller, who is waiting for the provider's answer, and a message about none of
 * our attempts changes nothing: neither writes a row or waits for a lock. So it is with its refunds: one that is not
 * over is asked about at once, unless a worker is asking.
 */
export async function askForNews(services: Services, about: Mentioned): Promise<void> {
  const now = new Date(services.clock.now());
  const made = await services.db.kysely
    .with("mentioned", (eb) => mentionedAttempt(eb, about))
    .with("refunds_due", (db) =>
      db
        .updateTable("refunds")
        .set({ next_check_at: now })
        .from("mentioned")
        .whereRef("refunds.merchant_id", "=", "mentioned.merchant_id")
        .whereRef("refunds.attempt_id", "=", "mentioned.id")
        .where("refunds.state", "in", openRefundStates)
        .where("refunds.next_check_at", ">", now)
        .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now)]))
        .returning("refunds.id"),
    )
    .updateTable("payment_attempts")
    .from("mentioned")
    .set({ news_at: now, next_check_at: now })
    .whereRef("payment_attempts.id", "=", "mentioned.id")
    .where("state", "in", tellingStates)
    .where((eb) => eb.not(eb.and([eb("state", "=", "in_flight"), eb("next_check_at", ">", now)])))
    .executeTakeFirst();
  if (made.numUpdatedRows === 0n) return;
  wakeAttempts(services);
  services.notices.tell("attempts");
}

/** The attempt that a message names, of this provider and, where the account is a merchant's, of this merchant. */
function mentionedAttempt(eb: QueryCreator<Schema>, about: Mentioned) {
  const ofProvider = eb
    .selectFrom("payment_attempts as a")
    .select(["a.id", "a.merchant_id"])
    .where("a.provider", "=", about.provider)
    .$if(about.merchantId !== null, (ofOne) => ofOne.where("a.merchant_id", "=", about.merchantId ?? 0));
  return "attemptId" in about
    ? ofProvider.where("a.id", "=", about.attemptId)
    : ofProvider.where("a.provider_reference", "=", about.reference).orderBy("a.created_at", "desc").limit(1);
}

/** States that a provider's message may change. Surplus is refunded or waits for a person. */
const tellingStates = attemptStates.filter(
  (state) =>
    state !== "surplus" && (attemptStateFacts[state].isChecked || mayAttemptBecome(state, "surplus")),
);
