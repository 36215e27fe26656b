/**
 * How often an order, a mobile and a card may be tried (threat 2.6, docs/decisions/0027). A try is a row next to
 * its attempt, written and counted under the lock of what it is counted for: concurrent tries, in whatever
 * process, wait for each other and none exceeds the limit. Only what was declined, or may yet be, counts; a
 * one-time code counts unless its payment succeeded, and once however often it was sent. A database that does not
 * answer refuses every try.
 */
import { sql, type Transaction } from "kysely";
import { attemptStateFacts, attemptStates, attemptTransitions } from "#core/attempt-status.ts";
import { hourMs, secondsUntilRoom } from "#core/hourly-limit.ts";
import { type LimitName, limits } from "#core/limits.ts";
import { openStatuses } from "#core/status-groups.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { WalletMethod } from "#methods/allowed.ts";
import { type Counted, flowFacts } from "#methods/flow.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { cardStanding, noteTry } from "./decline-watch.ts";
import { ownRefusalCodes } from "./own-refusals.ts";
import { lockFor } from "./try-locks.ts";

/** A try that a limit refuses. `pay.ts` makes the refusal. */
export class HeldBack extends Error {
  readonly limit: LimitName;
  /** Null where a retry does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(limit: LimitName, retryAfterSeconds: number | null) {
    super(limit);
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Tries that limits count together; each wallet of a device is counted for itself. */
export type TryKind = Exclude<Counted, "wallet"> | WalletMethod;

/** What a method's tries are counted as; null for bills, transfers and instalments, which no limit holds back. */
export function tryKindOf({ id, flow }: Pick<PaymentMethod, "id" | "flow">): TryKind | null {
  const { countedAs } = flowFacts[flow];
  return countedAs === "wallet" ? (id as WalletMethod) : countedAs;
}

type Try = {
  readonly attempt: Pick<AttemptRow, "id" | "order_id" | "resend_of">;
  readonly merchantId: number;
  readonly kind: TryKind;
  /** Of the buyer, or where a one-time code goes; international form, empty when there is none. */
  readonly mobile: string;
};

type Ports = Pick<Services, "config" | "clock" | "signing">;

/**
 * Writes down that an attempt begins. In the transaction that inserts it, with its order locked.
 * @throws HeldBack when order or mobile were tried too often; the transaction must end
 */
export async function takeTry(services: Ports, trx: Transaction<Schema>, begun: Try): Promise<void> {
  const { attempt, kind, merchantId } = begun;
  const now = services.clock.now();
  const { rateLimits } = services.config;
  // A code's try is stored even where tries are not counted: the next one may be the same code again.
  const isKept = begun.mobile !== "" && (kind === "code" || (kind === "card" && rateLimits));
  const mobile = isKept ? services.signing.digests("mobile", [begun.mobile]) : null;
  if (mobile !== null && rateLimits) await lockFor(trx, "mobile", mobile);
  await trx
    .insertInto("payment_tries")
    .values({
      attempt_id: attempt.id,
      merchant_id: merchantId,
      order_id: attempt.order_id,
      kind,
      mobile_digest: mobile?.[0] ?? null,
      card_digest: null,
      created_at: new Date(now),
    })
    .execute();
  const ofOrder = { column: "order_id", values: [attempt.order_id] } as const;
  const ofMobile =
    mobile === null || !rateLimits ? null : ({ column: "mobile_digest", values: mobile } as const);
  const earlier = (of: Subject) => earlierTries(trx, { of, kind, exceptId: attempt.id, now });
  if (kind === "code") {
    if (attempt.resend_of === null)
      requireRoom("codesOfOrder", await earlier(ofOrder), limits.walletCodesPerOrderPerHour, now);
    if (attempt.resend_of === null && ofMobile)
      requireRoom("codesOfMobile", await earlier(ofMobile), limits.walletCodesPerMobilePerHour, now);
    if (rateLimits) await requireMerchantRoom(services, trx, begun, now);
    return;
  }
  const declines = await earlier(ofOrder);
  if (declines.length >= limits.declinesPerOrder) throw new HeldBack("orderUsedUp", null);
  requireRoom("orderDeclines", declines, limits.declinesPerOrderPerHour, now);
  if (ofMobile) requireRoom("mobileDeclines", await earlier(ofMobile), limits.declinesPerMobilePerHour, now);
}

const dayMs = 24 * hourMs;

/**
 * Every code of the last 24 hours counts, also one that was sent again, whatever happened to it: the message was sent.
 * Without a lock on the merchant, so concurrent codes may exceed it by a few.
 */
async function requireMerchantRoom(
  { config }: Ports,
  trx: Transaction<Schema>,
  { attempt, merchantId }: Try,
  now: number,
): Promise<void> {
  const most = config.walletCodesPerMerchantPerDay;
  const { rows } = await sql<{ codes: number; oldest: Date | null }>`
    select count(*)::int as codes, min(created_at) as oldest from (
      select created_at from payment_tries
      where merchant_id = ${merchantId} and kind = 'code' and attempt_id <> ${attempt.id}
        and created_at > ${new Date(now - dayMs)}
      order by created_at desc limit ${most}
    ) latest`.execute(trx);
  const { codes = 0, oldest = null } = rows[0] ?? {};
  if (codes < most || oldest === null) return;
  const waitMs = oldest.getTime() + dayMs - now;
  throw new HeldBack("codesOfMerchant", Math.max(1, Math.ceil(waitMs / 1000)));
}

type Card = {
  readonly attempt: Pick<AttemptRow, "id" | "order_id">;
  readonly merchantId: number;
  /** First six and last four digits, as the gateway shows the number: all that is known of it here. */
  readonly maskedNumber: string;
};

/**
 * Judges the card of an attempt, right before it is sent to its bank. In a transaction of its own.
 * @returns why the try is held back, or null when the bank may be asked
 */
export async function admitCard(
  services: Ports & Pick<Services, "db">,
  card: Card,
): Promise<HeldBack | null> {
  const { attempt, merchantId } = card;
  if (!services.config.rateLimits) return null;
  noteTry(services, merchantId);
  const digests = services.signing.digests("card", [card.maskedNumber.toLowerCase().replace(/[^\dx]/g, "")]);
  return await runInTransaction(services.db.kysely, async (trx) => {
    await lockFor(trx, "card", digests);
    const now = services.clock.now();
    const standing = await cardStanding(trx, merchantId, now);
    if (standing.kind === "paused") return new HeldBack("cardsPaused", standing.secondsLeft);
    const most =
      standing.kind === "slowed"
        ? { declines: limits.declinesPerCardPerHourSlowed, cards: limits.cardsPerOrderSlowed }
        : { declines: limits.declinesPerCardPerHour, cards: limits.cardsPerOrder };
    const of = { column: "card_digest", values: digests } as const;
    const earlier = await earlierTries(trx, { of, kind: "card", exceptId: attempt.id, now });
    const seconds = secondsUntilRoom(earlier, most.declines, now);
    if (seconds !== null) return new HeldBack("cardDeclines", seconds);
    if ((await otherCards(trx, attempt, digests)) >= most.cards) return new HeldBack("cardsOfOrder", null);
    await trx
      .updateTable("payment_tries")
      .set({ card_digest: digests[0] ?? null })
      .where("merchant_id", "=", merchantId)
      .where("attempt_id", "=", attempt.id)
      .execute();
    return null;
  });
}

/**
 * Removes tries that no limit counts any longer; for a job. Those of an order count as long as it can be paid, at the
 * latest for 30 days; all others for a day (`declineWatch.lookBackMs`).
 */
export async function removeOldTries(services: Pick<Services, "db" | "clock">): Promise<number> {
  const now = services.clock.now();
  const { numAffectedRows } = await sql`
    delete from payment_tries t using orders o
    where o.merchant_id = t.merchant_id and o.id = t.order_id and t.created_at < ${new Date(now - 24 * hourMs)}
      and (o.status <> all(${openStatuses}) or t.created_at < ${new Date(now - 30 * 24 * hourMs)})`.execute(
    services.db.kysely,
  );
  return Number(numAffectedRows ?? 0);
}

/** What tries are counted for; a digest by every accepted secret. */
type Subject =
  | { readonly column: "order_id"; readonly values: readonly number[] }
  | { readonly column: "mobile_digest" | "card_digest"; readonly values: readonly string[] };

/** When earlier tries that count began, newest first; not more of them than any limit has. */
async function earlierTries(
  trx: Transaction<Schema>,
  {
    of,
    kind,
    exceptId,
    now,
  }: {
    readonly of: Subject;
    readonly kind: TryKind;
    readonly exceptId: string;
    readonly now: number;
  },
): Promise<Date[]> {
  // Of an order all count, of a card or a mobile those of the last hour.
  const since = new Date(of.column === "order_id" ? 0 : now - hourMs);
  const counts =
    kind === "code"
      ? sql`a.resend_of is null and a.provider_code is distinct from 'not_sent' and not exists (
          select from payment_attempts s
          where s.merchant_id = a.merchant_id and (s.id = a.id or s.resend_of = a.id) and s.state = any(${succeeded}))`
      : sql`(a.state = any(${undecided}) or ${isBanksDecline})`;
  const { rows } = await sql<{ created_at: Date }>`
    select t.created_at from payment_tries t join payment_attempts a on a.merchant_id = t.merchant_id and a.id = t.attempt_id
    where t.${sql.ref(of.column)} = any(${of.values}) and t.kind = ${kind} and t.attempt_id <> ${exceptId}
      and t.created_at > ${since} and ${counts}
    order by t.created_at desc limit ${limits.declinesPerOrder}`.execute(trx);
  return rows.map(({ created_at }) => created_at);
}

/** These may still be declined. */
const undecided = attemptStates.filter(
  (state) => attemptStateFacts[state].live && !attemptStateFacts[state].settles,
);
/** The payment succeeded, refunded since or not. */
const succeeded = attemptStates.filter(
  (state) => attemptStateFacts[state].settles || attemptTransitions.captured.includes(state),
);

const isBanksDecline = sql`(a.state = 'declined'
  and (a.provider_code is null or a.provider_code <> all(${ownRefusalCodes})))`;

/** How many other cards an order was tried with; as long as it is open. */
async function otherCards(
  trx: Transaction<Schema>,
  attempt: Pick<AttemptRow, "order_id">,
  digests: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ cards: number }>`
    select count(distinct card_digest)::int as cards from payment_tries
    where order_id = ${attempt.order_id} and kind = 'card' and card_digest <> all(${digests})`.execute(trx);
  return rows[0]?.cards ?? 0;
}

function requireRoom(limit: LimitName, newestFirst: readonly Date[], most: number, now: number): void {
  const seconds = secondsUntilRoom(newestFirst, most, now);
  if (seconds !== null) throw new HeldBack(limit, seconds);
}
