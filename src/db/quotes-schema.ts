/** Quotes and invoices that repeat (migrations 0167, 0168, 0187), as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Minor } from "#core/money.ts";
import type { RepeatUnit } from "#core/recurrence.ts";

type Json = ColumnType<Record<string, unknown>, string, string>;

export type QuotesSchema = {
  quotes: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    quote_number: string;
    sequence: number;
    body: Json;
    due_days: number | null;
    currency: string;
    total: Minor;
    client_name: string | null;
    client_mobile: string | null;
    client_email: string | null;
    valid_until: string;
    /** When the event that its last day is over was written. */
    expired_at: Date | null;
    state: Generated<"open" | "accepted" | "declined" | "withdrawn">;
    created_at: Date;
    decided_at: Date | null;
    decided_by: "buyer" | "shop" | null;
    decided_from: string | null;
    order_id: number | null;
  };
  recurring_invoices: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    name: string;
    body: Json;
    every: RepeatUnit;
    interval_count: number;
    starts_on: string;
    hour: number;
    ends_on: string | null;
    most: number | null;
    due_days: number | null;
    state: Generated<"active" | "paused" | "ended">;
    next_index: Generated<number>;
    next_day: string;
    retry_at: Date | null;
    tries: Generated<number>;
    problem: string | null;
    currency: string;
    total: Minor;
    client_name: string | null;
    client_mobile: string | null;
    client_email: string | null;
    created_at: Date;
    updated_at: Date;
  };
  recurring_issues: {
    merchant_id: number;
    recurring_id: number;
    day: string;
    state: "issued" | "skipped";
    order_id: number | null;
    at: Date;
  };
};
