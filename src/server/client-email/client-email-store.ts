/**
 * The codes that were sent, and what may be done with them. Every limit is judged under a lock or in the very
 * statement that changes what it counts, so that requests side by side cannot pass it (threat 2.6).
 */
import { sql, type Transaction } from "kysely";
import { hourMs, secondsUntilRoom } from "#core/hourly-limit.ts";
import type { Language } from "#core/language.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { type Database, runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";

type Kysely = Database["kysely"];

export type NewCode = {
  readonly merchantId: number;
  readonly orderId: number;
  readonly address: string;
  readonly nonce: string;
  readonly digest: string;
  /** That the mail is written in, and all later ones. */
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** A code by its key. */
type CodeKey = { readonly merchant_id: number; readonly id: number };

export type LiveCode = CodeKey & {
  readonly address: string;
  readonly nonce: string;
  readonly code_digest: string;
};

/**
 * Writes a new code down and kills the order's older one.
 * @returns the row, and whether the mailbox may still receive one
 * @throws Problem `too_many_attempts` with the time until the next one fits in, `email_codes_used_up` when the order
 *   has asked for as many as it ever may
 */
export async function storeCode(
  db: Kysely,
  code: NewCode,
): Promise<CodeKey & { readonly mayBeSent: boolean }> {
  const mailbox = mailboxOf(code.address);
  return await runInTransaction(db, async (trx) => {
    // One asks at a time per order, then per mailbox; always in this order, so that requests cannot deadlock.
    await lockOrder(trx, code.orderId);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`client-email ${mailbox}`}, 0))`.execute(trx);
    await requireRoom(trx, code);
    const mayBeSent = (await sentTo(trx, mailbox, code.now)) < limits.emailCodesPerMailboxPerHour;
    await trx
      .updateTable("client_email_codes")
      .set({ state: "replaced" })
      .where("merchant_id", "=", code.merchantId)
      .where("order_id", "=", code.orderId)
      .where("state", "=", "live")
      .execute();
    const key = await trx
      .insertInto("client_email_codes")
      .values({
        merchant_id: code.merchantId,
        order_id: code.orderId,
        address: code.address,
        mailbox,
        nonce: code.nonce,
        code_digest: code.digest,
        language: code.language,
        is_sent: mayBeSent,
        created_at: new Date(code.now),
        expires_at: new Date(code.now + timing.emailCodeLifetimeMs),
      })
      .returning(["merchant_id", "id"])
      .executeTakeFirstOrThrow();
    return { ...key, mayBeSent };
  });
}

/** A code that no mail server took: it does not count against the hour, only against the order's life. */
export async function markFailed(db: Kysely, code: CodeKey): Promise<void> {
  await db
    .updateTable("client_email_codes")
    .set({ state: "failed", is_sent: false })
    .where("merchant_id", "=", code.merchant_id)
    .where("id", "=", code.id)
    .execute();
}

/** The order's newest code, while it may confirm; null when there is none. */
export async function findLiveCode(
  db: Kysely,
  order: { readonly id: number; readonly merchant_id: number },
): Promise<LiveCode | null> {
  const code = await db
    .selectFrom("client_email_codes")
    .select(["merchant_id", "id", "address", "nonce", "code_digest"])
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .where("state", "=", "live")
    .executeTakeFirst();
  return code ?? null;
}

/** Counts a guess before it is checked. `locked` when there were too many, `over` when the code has expired. */
export async function countGuess(
  db: Kysely,
  code: CodeKey,
  now: number,
): Promise<"counted" | "locked" | "over"> {
  const counted = await db
    .updateTable("client_email_codes")
    .set((eb) => ({ guesses: eb("guesses", "+", 1) }))
    .where("merchant_id", "=", code.merchant_id)
    .where("id", "=", code.id)
    .where("state", "=", "live")
    .where("expires_at", ">", new Date(now))
    .returning("guesses")
    .executeTakeFirst();
  if (!counted) return "over";
  return counted.guesses > limits.emailCodeGuesses ? "locked" : "counted";
}

/**
 * Uses the code up and marks the order's buyer as confirmed, both or neither.
 * @returns false when the code was used or replaced in the meantime
 */
export async function confirmAddress(
  db: Kysely,
  confirmed: {
    readonly code: CodeKey;
    readonly orderId: number;
    readonly address: string;
    readonly now: number;
  },
): Promise<boolean> {
  return await runInTransaction(db, async (trx) => {
    // In the order of storeCode: the order first.
    await lockOrder(trx, confirmed.orderId);
    const used = await trx
      .updateTable("client_email_codes")
      .set({ state: "used" })
      .where("merchant_id", "=", confirmed.code.merchant_id)
      .where("id", "=", confirmed.code.id)
      .where("state", "=", "live")
      .returning("language")
      .executeTakeFirst();
    if (!used) return false;
    await trx
      .updateTable("orders")
      .set({
        client_validated_at: new Date(confirmed.now),
        client_validated_email: confirmed.address,
        client_language: used.language,
      })
      .where("id", "=", confirmed.orderId)
      .execute();
    return true;
  });
}

/** Addresses that reach the same person count as one: letter case and what follows a plus sign make no difference. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return `${local}${address.slice(at)}`.toLowerCase();
}

async function lockOrder(trx: Transaction<Schema>, orderId: number): Promise<void> {
  await trx.selectFrom("orders").select("id").where("id", "=", orderId).forUpdate().executeTakeFirstOrThrow();
}

async function requireRoom(trx: Transaction<Schema>, { orderId, now }: NewCode): Promise<void> {
  const earlier = await trx
    .selectFrom("client_email_codes")
    .select(["state", "created_at"])
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .execute();
  // Permanently: there is no time to promise.
  if (earlier.length >= limits.emailCodesPerOrder) throw new Problem("email_codes_used_up");
  const counted = earlier.filter(({ state }) => state !== "failed").map((code) => code.created_at);
  const retryAfterSeconds = secondsUntilRoom(counted, limits.emailCodesPerOrderPerHour, now);
  if (retryAfterSeconds !== null) throw new Problem("too_many_attempts", { retryAfterSeconds });
}

async function sentTo(trx: Transaction<Schema>, mailbox: string, now: number): Promise<number> {
  const { sent } = await trx
    .selectFrom("client_email_codes")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("mailbox", "=", mailbox)
    .where("is_sent", "=", true)
    .where("created_at", ">", new Date(now - hourMs))
    .executeTakeFirstOrThrow();
  return sent;
}
