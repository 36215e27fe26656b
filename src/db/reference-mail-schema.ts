/** What migration 0044 adds to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, GeneratedAlways } from "kysely";
import type { Language } from "#core/language.ts";

export type ReferenceMailState = "due" | "sent" | "refused" | "failed" | "dropped";

export type ReferenceMailSchema = {
  reference_mails: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    order_id: number;
    method: string;
    address: string | null;
    masked_address: string;
    mailbox_digest: string;
    language: Language;
    state: ColumnType<ReferenceMailState, ReferenceMailState | undefined, ReferenceMailState>;
    created_at: Date;
  };
};
