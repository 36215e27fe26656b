/** What a message that brings a quote is about, and where its buyer is reached. */
import { type Kysely, sql, type Transaction } from "kysely";
import { defaultLanguage, readLanguage } from "#core/language.ts";
import { type Minor, zero } from "#core/money.ts";
import type { World } from "#core/world.ts";
import type { Schema } from "#db/schema.ts";
import type { Receiver } from "./message-receiver.ts";
import type { MessageSubject } from "./message-subject.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

type QuoteKey = { readonly merchantId: number; readonly quoteId: number };

type Row = {
  readonly quote_number: string;
  readonly number: string;
  readonly is_open: boolean;
  readonly currency: string;
  readonly total: Minor;
  readonly last_morning: Date;
  readonly end: Date;
  readonly world: World;
  readonly shop_name: string;
  readonly email: string;
  readonly is_shop_open: boolean;
};

/**
 * Loads it as the messages of invoices have theirs: what can be accepted is as what can be paid, until the end of its last day, and its due
 * date is that day. The quote is there: messages name it by a foreign key.
 */
export async function loadQuoteSubject(db: Db, { merchantId, quoteId }: QuoteKey): Promise<MessageSubject> {
  const { rows } = await sql<Row>`
    select q.quote_number, 'Q-' || lpad(q.sequence::text, greatest(6, length(q.sequence::text)), '0') as number,
      q.state = 'open' as is_open, q.currency, q.total, m.world, m.shop_name, coalesce(mc.email, m.email) as email,
      m.deactivated_at is null as is_shop_open,
      (q.valid_until + time '10:00') at time zone 'Asia/Riyadh' as last_morning,
      (q.valid_until + 1)::timestamp at time zone 'Asia/Riyadh' as end
    from quotes q join merchants m on m.id = q.merchant_id
    left join merchant_contacts mc on mc.merchant_id = q.merchant_id
    where q.merchant_id = ${merchantId} and q.id = ${quoteId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no quote ${quoteId}`);
  return {
    merchantId,
    world: row.world,
    orderId: null,
    orderNumber: row.quote_number,
    number: row.number,
    shop: row.shop_name,
    shopEmail: row.email,
    isShopOpen: row.is_shop_open,
    status: row.is_open ? "CREATED" : "CANCELLED",
    takesNoPayment: false,
    currency: row.currency,
    total: row.total,
    paid: zero,
    refunded: zero,
    due: row.total,
    dueAt: row.last_morning,
    expiresAt: row.end,
    reference: null,
  };
}

/** As the quote names its buyer; a client of the directory as it is known now. In the shop's first language. */
export async function receiverOfQuote(db: Db, { merchantId, quoteId }: QuoteKey): Promise<Receiver> {
  const { rows } = await sql<{ email: string | null; mobile: string | null; theme: string | null }>`
    select coalesce(q.client_email, c.email) as email, coalesce(q.client_mobile, c.mobile) as mobile,
      t.settings ->> 'defaultLanguage' as theme
    from quotes q
    left join clients c on c.merchant_id = q.merchant_id and c.id = client_now(q.merchant_id, (q.body ->> 'clientId')::bigint)
    left join themes t on t.merchant_id = q.merchant_id
    where q.merchant_id = ${merchantId} and q.id = ${quoteId}`.execute(db);
  const [row] = rows;
  return {
    email: row?.email ?? null,
    mobile: row?.mobile ?? null,
    language: readLanguage(row?.theme) ?? defaultLanguage,
  };
}
