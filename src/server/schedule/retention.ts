/**
 * Removal of what is no longer needed: answers kept for repetition, card sessions, pages of 3-D Secure, codes sent to
 * confirm e-mail addresses, places from which terms were accepted, counts of wrong coupon codes, mails with open bills, tries and uses that limits counted, the
 * logs of webhooks, messages and requests, people's old sessions, links and invitations. Logs, orders, attempts and tax documents
 * are not touched: the law and the merchant require them.
 */
import { sql } from "kysely";
import { openStatuses } from "#core/status-groups.ts";
import * as timing from "#core/timing.ts";
import { removeOldLimitUses } from "../limits/shared-limits.ts";
import { removeOldIdempotencyKeys } from "../merchant-api/idempotency.ts";
import { removeOldRequests } from "../merchant-api/request-log.ts";
import { removeOldMessages } from "../messages/message-store.ts";
import { removeOldTries } from "../payments/tries.ts";
import { removeOldProofs } from "../people/address-proofs.ts";
import { removeOldInvitations } from "../people/invitations.ts";
import { removeOldChallenges } from "../people/passkey-challenges.ts";
import { removeOldPersonLinks } from "../people/person-links.ts";
import { removeOldSessions } from "../people/sessions.ts";
import { removeOldShopInvitations } from "../people/shop-openings.ts";
import { removeOldCouponMisses } from "../products/coupon-budget.ts";
import { removeFailedJobs } from "../queue/job-store.ts";
import type { Services } from "../services.ts";
import { removeOldDeliveries } from "../webhooks/delivery-store.ts";

const dayMs = 24 * 60 * 60_000;
const openOrderKeptMs = 30 * dayMs;

/**
 * Removes all of it once; for an hourly job.
 * @returns how many rows
 */
export async function removeOutlived(services: Pick<Services, "db" | "clock" | "config">): Promise<number> {
  const removed = [
    await removeOldIdempotencyKeys(services),
    await removeThreeDSecurePages(services),
    await removeOldCouponMisses(services),
    await removeCardSessions(services),
    await removeClientEmailCodes(services),
    await removeAcceptancePlaces(services),
    await removeReferenceMails(services),
    await removeOldDeliveries(services),
    await removeOldMessages(services),
    await removeOldRequests(services),
    await removeFailedJobs(services.db.kysely, new Date(services.clock.now() - 30 * dayMs)),
    await removeOldTries(services),
    await removeOldLimitUses(services),
    await removeOldSessions(services),
    await removeOldPersonLinks(services),
    await removeOldInvitations(services),
    await removeOldChallenges(services),
    await removeOldProofs(services),
    await removeOldShopInvitations(services),
  ];
  return removed.reduce((sum, count) => sum + count, 0);
}

/** From where terms of sale were accepted, once no payment can be disputed any more; that they were accepted stays. */
async function removeAcceptancePlaces({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("acceptance_places")
    .where("accepted_at", "<", new Date(clock.now() - timing.acceptancePlaceMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A day after its end, a buyer who reloads a used page is no longer led on: the result page knows its status. */
async function removeThreeDSecurePages({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("three_d_secure_pages")
    .where("expires_at", "<", new Date(clock.now() - dayMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** They pay for minutes and count against their order's limit for an hour; a used one is known by its attempt. */
async function removeCardSessions({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("card_sessions")
    .where("created_at", "<", new Date(clock.now() - dayMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * They count against a limit of their order (`core/limits.ts`): they stay as long as the order can be paid, but not
 * indefinitely, and a day longer than that.
 */
async function removeClientEmailCodes({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from client_email_codes code using orders o
    where o.merchant_id = code.merchant_id and o.id = code.order_id and code.created_at < ${new Date(clock.now() - dayMs)}
      and (o.status <> all(${openStatuses}) or code.created_at < ${new Date(clock.now() - openOrderKeptMs)})`.execute(
    db.kysely,
  );
  return Number(numAffectedRows ?? 0);
}

/** As with the codes. One that is still to be sent stays: its job ends it. */
async function removeReferenceMails({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reference_mails mail using orders o
    where o.merchant_id = mail.merchant_id and o.id = mail.order_id and mail.state <> 'due' and mail.created_at < ${new Date(clock.now() - dayMs)}
      and (o.status <> all(${openStatuses}) or mail.created_at < ${new Date(clock.now() - openOrderKeptMs)})`.execute(
    db.kysely,
  );
  return Number(numAffectedRows ?? 0);
}
