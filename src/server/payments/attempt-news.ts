/** Messages of providers: each makes its attempt due now, for whichever server asks first. */
import { attemptStateFacts, attemptStates, mayAttemptBecome } from "#core/attempt-status.ts";
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
 * our attempts changes nothing: neither writes a row or waits for a lock.
 */
export async function askForNews(services: Services, about: Mentioned): Promise<void> {
  const now = new Date(services.clock.now());
  const made = await services.db.kysely
    .updateTable("payment_attempts")
    .set({ news_at: now, next_check_at: now })
    .where("id", "=", (eb) => {
      const ofProvider = eb
        .selectFrom("payment_attempts as a")
        .select("a.id")
        .where("a.provider", "=", about.provider)
        .$if(about.merchantId !== null, (ofOne) => ofOne.where("a.merchant_id", "=", about.merchantId ?? 0));
      return "attemptId" in about
        ? ofProvider.where("a.id", "=", about.attemptId)
        : ofProvider
            .where("a.provider_reference", "=", about.reference)
            .orderBy("a.created_at", "desc")
            .limit(1);
    })
    .where("state", "in", tellingStates)
    .where((eb) => eb.not(eb.and([eb("state", "=", "in_flight"), eb("next_check_at", ">", now)])))
    .executeTakeFirst();
  if (made.numUpdatedRows === 0n) return;
  wakeAttempts(services);
  services.notices.tell("attempts");
}

/** States that a provider's message may change. Surplus is refunded or waits for a person. */
const tellingStates = attemptStates.filter(
  (state) =>
    state !== "surplus" && (attemptStateFacts[state].isChecked || mayAttemptBecome(state, "surplus")),
);
