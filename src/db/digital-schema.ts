/** What migration 0017 adds to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Language } from "#core/language.ts";

type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** What a digital product or line delivers. */
type DigitalContent = { digital_text: string | null; digital_file_id: string | null };

export type DeliveryState = "due" | "sent" | "refused" | "failed" | "dropped";

export type DigitalSchema = {
  products: DigitalContent;
  order_lines: DigitalContent;
  orders: { client_language: Language | null };
  client_email_codes: { language: Language };
  digital_files: {
    id: string;
    merchant_id: number;
    sha256: string;
    file_name: string;
    content_type: string;
    byte_length: number;
    created_at: CreatedAt;
  };
  digital_deliveries: {
    id: GeneratedAlways<number>;
    merchant_id: number;
    order_id: number;
    address: string;
    language: Language;
    cause: "paid" | "merchant";
    state: ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>;
    tries: Generated<number>;
    next_try_at: Date | null;
    created_at: CreatedAt;
    sent_at: Date | null;
  };
  digital_delivery_tries: {
    merchant_id: number;
    delivery_id: number;
    sequence: number;
    at: Date;
    outcome: "sent" | "refused" | "unreachable";
  };
};
