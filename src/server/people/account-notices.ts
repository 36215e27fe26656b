/**
 * Notices to a person of a change in how their account is opened (ASVS 6.3.7): a person who did not make it reads how to take the account
 * back. Jobs of the transaction that makes the change (docs/decisions/0322).
 */
import type { Transaction } from "kysely";
import { riyadhTime } from "#core/riyadh-time.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { JobHandler } from "../queue/job-handler.ts";
import { enqueue, noMerchant } from "../queue/job-store.ts";
import type { Services } from "../services.ts";
import { giveUp, isTooLate, sendAccountMail } from "./account-mail.ts";
import { linkMail } from "./people-mail.ts";
import { findPerson, type Person } from "./persons.ts";

export type AccountNotice = "passwordChanged" | "addressChanged" | "factorAdded" | "factorRemoved";

/**
 * Queues a notice, in the transaction of the change. A person without e-mail has the audit log alone.
 * @param person as it was before the change: the notice goes to that address, whatever the account's is when it is sent
 */
export async function queueAccountNotice(
  trx: Transaction<Schema>,
  { config, clock }: Pick<Services, "config" | "clock">,
  { id: personId, email: to }: Pick<Person, "id" | "email">,
  notice: AccountNotice,
): Promise<void> {
  if (to === null || config.smtpUrl === null) return;
  await enqueue(trx, {
    merchantId: noMerchant,
    kind: "account_notice",
    lane: "account_notice:mail",
    payload: { personId, notice, to },
    at: new Date(clock.now()),
  });
}

/**
 * The handler of `account_notice`. Notices of one person may arrive in any order, as mails do, and one that is tried again comes later: each
 * says when its change was. The row of a notice that was sent is removed, and one that is given up loses its address.
 */
export const sendAccountNotice: JobHandler = {
  leaseMs: timing.deliveryLeaseMs,
  isResumed: true,
  perLane: 2,
  run: async (services, job) => {
    const { personId, notice, to } = job.payload as { personId: number; notice: AccountNotice; to: string };
    const tooOldMs = timing.accountNoticeTooOldMs;
    if (isTooLate(services, job, tooOldMs))
      return giveUp(services, job, { why: "too late", lane: "unknown" });
    const person = await findPerson(services.db.kysely, { id: personId });
    const mail = linkMail({
      ...{ kind: notice, to, language: person?.language ?? "ar" },
      link: `${services.config.consoleUrl}/reset`,
      words: { at: riyadhTime(job.created_at) },
    });
    // The same in every try, so that a notice that came twice is known.
    const messageId = `account-notice-${job.id}-${job.created_at.getTime()}`;
    return await sendAccountMail(services, job, { mail: { ...mail, messageId }, tooOldMs });
  },
};
