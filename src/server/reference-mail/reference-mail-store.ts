/**
 * Mails with the numbers for the bank, as rows. The limits are judged under the order's lock and the mailbox's, in the
 * transaction that writes the row and its job, so that requests side by side cannot pass them.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { hourMs, secondsUntilRoom } from "#core/hourly-limit.ts";
import type { Language } from "#core/language.ts";
import { limits } from "#core/limits.ts";
import { runInTransaction } from "#db/open.ts";
import type { ReferenceMailState } from "#db/reference-mail-schema.ts";
import type { Schema } from "#db/schema.ts";
import { mailboxOf } from "../client-email/client-email-store.ts";
import { maskEmail } from "../digital/mask-email.ts";
import { enqueue } from "../queue/job-store.ts";
import type { Services } from "../services.ts";

type NewMail = {
  readonly merchantId: number;
  readonly orderId: number;
  readonly method: string;
  readonly address: string;
  readonly language: Language;
};

/** All mails wait for the one mail server. */
const lane = "reference_mail:mail";

/** Writes a mail down and its job. False when its order or its mailbox has had enough; nothing is written then. */
export async function storeReferenceMail(
  { db, clock, signing }: Pick<Services, "db" | "clock" | "signing">,
  mail: NewMail,
): Promise<boolean> {
  const now = clock.now();
  const digests = signing.digests("email", ["mailbox", "reference", mailboxOf(mail.address)]);
  return await runInTransaction(db.kysely, async (trx) => {
    await trx.selectFrom("orders").select("id").where("id", "=", mail.orderId).forUpdate().execute();
    for (const digest of digests.toSorted())
      await sql`select pg_advisory_xact_lock(hashtextextended(${`reference-mail ${digest}`}, 0))`.execute(
        trx,
      );
    if (!(await hasRoom(trx, { orderId: mail.orderId, digests, now }))) return false;
    const at = new Date(now);
    const { id } = await trx
      .insertInto("reference_mails")
      .values({
        merchant_id: mail.merchantId,
        order_id: mail.orderId,
        method: mail.method,
        address: mail.address,
        masked_address: maskEmail(mail.address),
        mailbox_digest: digests[0] ?? "",
        language: mail.language,
        created_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { merchantId } = mail;
    await enqueue(trx, { merchantId, kind: "reference_mail", lane, payload: { mailId: id }, at });
    return true;
  });
}

async function hasRoom(
  trx: Transaction<Schema>,
  asked: { readonly orderId: number; readonly digests: readonly string[]; readonly now: number },
): Promise<boolean> {
  const { orderId, digests, now } = asked;
  const times = async (of: "order_id" | "mailbox_digest", values: readonly (number | string)[]) => {
    const { rows } = await sql<{ created_at: Date }>`
      select created_at from reference_mails
      where ${sql.ref(of)} = any(${values}) and (${of === "order_id"} or created_at > ${new Date(now - hourMs)})
      order by created_at desc limit ${limits.referenceMailsPerOrder}`.execute(trx);
    return rows.map(({ created_at }) => created_at);
  };
  const ofOrder = await times("order_id", [orderId]);
  if (ofOrder.length >= limits.referenceMailsPerOrder) return false;
  if (secondsUntilRoom(ofOrder, limits.referenceMailsPerOrderPerHour, now) !== null) return false;
  const ofMailbox = await times("mailbox_digest", digests);
  return secondsUntilRoom(ofMailbox, limits.referenceMailsPerMailboxPerHour, now) === null;
}

/** A mail that is still to be sent, with its order; null when it is not. */
export async function findDueMail(db: Kysely<Schema>, merchantId: number, id: number) {
  const row = await db
    .selectFrom("reference_mails as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "r.merchant_id").onRef("o.id", "=", "r.order_id"),
    )
    .innerJoin("merchants as m", "m.id", "r.merchant_id")
    .select([
      "r.order_id",
      "r.method",
      "r.address",
      "r.language",
      "o.order_number",
      "o.status",
      "o.expires_at",
    ])
    .select(["m.world", "m.shop_name"])
    .where("r.merchant_id", "=", merchantId)
    .where("r.id", "=", id)
    .where("r.state", "=", "due")
    .executeTakeFirst();
  return row?.address == null ? null : { ...row, address: row.address };
}

/** The outcome of a mail; its address goes. Gives its order, or null where it had ended before. */
export async function endReferenceMail(
  db: Kysely<Schema> | Transaction<Schema>,
  merchantId: number,
  { id, state }: { readonly id: number; readonly state: Exclude<ReferenceMailState, "due"> },
): Promise<number | null> {
  const ended = await db
    .updateTable("reference_mails")
    .set({ state, address: null })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .where("state", "=", "due")
    .returning("order_id")
    .executeTakeFirst();
  return ended?.order_id ?? null;
}
