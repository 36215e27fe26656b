/**
 * One-time codes that are sent again (docs/decisions/0057). STC Pay and UR Pay need a new reference for every
 * code, so each code is an attempt; those of one order, wallet and mobile are one try. Only the last of them can be
 * confirmed: a confirmation of an earlier one finds it superseded. A newer one inherits the count of guesses of the
 * older.
 */

import { sql, type Transaction } from "kysely";
import { factsAt } from "#core/attempt-lease.ts";
import { hourMs } from "#core/hourly-limit.ts";
import { limits } from "#core/limits.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import type { AttemptRow, NewAttempt } from "./attempt-store.ts";
import { guessesLeft } from "./code-guesses.ts";
import { lockFor } from "./try-locks.ts";
import { whatItWaitsFor } from "./waits-for.ts";

type Wanted = {
  /** About to be inserted. */
  readonly attempt: NewAttempt;
  /** All of its order. */
  readonly earlier: readonly AttemptRow[];
  /** Where its code goes, international form. */
  readonly mobile: string;
  readonly now: number;
};

/**
 * The code that is sent again, with the order locked. None where its guesses are used up, or the mobile has reached the
 * hourly limit of codes: what is sent then is a new try.
 */
export async function findResent(
  { config, signing }: Pick<Services, "config" | "signing">,
  trx: Transaction<Schema>,
  { attempt, earlier, mobile, now }: Wanted,
): Promise<AttemptRow | null> {
  const older = earlier.find(
    (other) =>
      whatItWaitsFor(other) === "code" &&
      other.method === attempt.method &&
      other.provider === attempt.provider &&
      other.amount === attempt.amount &&
      factsAt(other, now).maySupersede,
  );
  if (!older || mobile === "") return null;
  const digests = signing.digests("mobile", [mobile]);
  const known = await trx
    .selectFrom("payment_tries")
    .select("mobile_digest")
    .where("merchant_id", "=", older.merchant_id)
    .where("attempt_id", "=", older.id)
    .executeTakeFirst();
  const isSame = known?.mobile_digest != null && digests.includes(known.mobile_digest);
  if (!isSame || guessesLeft(older) === 0) return null;
  if (!config.rateLimits) return older;
  await lockFor(trx, "mobile", digests);
  const { rows } = await sql<{ codes: number }>`
    select count(*)::int as codes from payment_tries t join payment_attempts a
      on a.merchant_id = t.merchant_id and a.id = t.attempt_id
    where t.mobile_digest = any(${digests}) and t.kind = 'code' and t.created_at > ${new Date(now - hourMs)}
      and a.resend_of is not null`.execute(trx);
  return (rows[0]?.codes ?? 0) < limits.walletCodesAgainPerMobilePerHour ? older : null;
}
