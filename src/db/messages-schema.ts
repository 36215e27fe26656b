/** What migrations 0081, 0134 and 0187 add to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Language } from "#core/language.ts";
import type { MessageChannelName, MessageKind, MessageState } from "#core/messages/message-state.ts";
import type { WordedChannel, WordedKind } from "#core/messages/message-wording.ts";

export type MessagesSchema = {
  messages: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    /** Of an order or of a quote. */
    order_id: number | null;
    quote_id: number | null;
    kind: MessageKind;
    channel: MessageChannelName;
    cause: "call" | "issue" | "event" | "reminder" | "fallback";
    cause_key: string | null;
    facts: ColumnType<MessageFacts, string | undefined, never>;
    address: string | null;
    masked_address: string;
    address_digest: string;
    language: Language;
    fallback: Generated<MessageChannelName[]>;
    state: ColumnType<MessageState, MessageState | undefined, MessageState>;
    provider_id: string | null;
    code: string | null;
    class: string | null;
    tries: Generated<number>;
    parts: number | null;
    created_at: Date;
    submitted_at: Date | null;
    accepted_at: Date | null;
    delivered_at: Date | null;
    read_at: Date | null;
    ended_at: Date | null;
  };
  message_settings: {
    merchant_id: number;
    settings: ColumnType<Record<string, unknown>, string, string>;
    event_types: Generated<string[]>;
    updated_at: Date;
  };
  message_wordings: {
    merchant_id: number;
    kind: WordedKind;
    channel: WordedChannel;
    language: Language;
    subject: string | null;
    body: string;
    updated_at: Date;
  };
  message_opt_outs: {
    merchant_id: number;
    channel: MessageChannelName;
    address_digest: string;
    source: "reply" | "link";
    created_at: Date;
  };
};

/** What a message's text needs besides its order. */
export type MessageFacts = {
  /** Of a refund notice: how much, in minor units of the order's currency. */
  readonly refunded?: number;
  /** Of a merchant's notice: the type of the event. */
  readonly event?: string;
  /** Of a link to all documents of a buyer: what stands in its address, which is over soon. */
  readonly documents?: string;
};
