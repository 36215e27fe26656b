/** Where the buyer of an order is reached, channel by channel, and in which language. */
import { type Kysely, sql, type Transaction } from "kysely";
import { defaultLanguage, type Language, readLanguage } from "#core/language.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import type { Schema } from "#db/schema.ts";

export type Receiver = {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly language: Language;
};

/**
 * The order's client as the directory knows it now, then as the invoice states it; what neither states, the payer of the latest payment. An e-mail address that the buyer
 * confirmed is surer than either.
 */
export async function receiverOfOrder(
  db: Kysely<Schema> | Transaction<Schema>,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
): Promise<Receiver> {
  const { rows } = await sql<{
    email: string | null;
    mobile: string | null;
    language: string | null;
    theme: string | null;
  }>`
    select coalesce(o.client_validated_email, now.email, c.email, a.client_email) as email,
      coalesce(now.mobile, c.mobile, k.mobile, a.client_mobile) as mobile,
      o.client_language as language, t.settings ->> 'defaultLanguage' as theme
    from orders o
    left join clients c on c.merchant_id = o.merchant_id and c.id = o.client_id
    left join clients now on now.merchant_id = o.merchant_id and now.id = client_now(o.merchant_id, o.client_id)
    left join themes t on t.merchant_id = o.merchant_id
    left join checkouts k on k.merchant_id = o.merchant_id and k.order_id = o.id
    left join lateral (
      select client_email, client_mobile from payment_attempts
      where merchant_id = o.merchant_id and order_id = o.id and settled_at is not null
      order by settled_at desc limit 1
    ) a on true
    where o.merchant_id = ${merchantId} and o.id = ${orderId}`.execute(db);
  const row = rows[0];
  return {
    email: row?.email ?? null,
    mobile: row?.mobile ?? null,
    language: readLanguage(row?.language) ?? readLanguage(row?.theme) ?? defaultLanguage,
  };
}

/** The receiver's address on a channel; null where it is not known. */
export function addressOn(channel: MessageChannelName, { email, mobile }: Receiver): string | null {
  const address = channel === "email" ? email : mobile;
  // What an erasure leaves behind is no address.
  if (address === null || address.length < 3) return null;
  return channel === "email" ? (address.includes("@") ? address : null) : e164(address);
}

function e164(mobile: string): string | null {
  const digits = mobile.replace(/\D/g, "").replace(/^00/, "");
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
}
