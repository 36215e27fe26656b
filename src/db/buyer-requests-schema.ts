/** What buyers ask of a shop, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, GeneratedAlways } from "kysely";
import type { Language } from "#core/language.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import type { ReturnReason, ReturnState } from "#core/return-request.ts";

/** So much of a line, by its place from 1. */
export type ReturnedLine = { readonly position: number; readonly quantity: Quantity };

export type BuyerRequestsSchema = {
  renewal_requests: {
    merchant_id: number;
    order_id: number;
    expired_at: Date;
    language: Language;
    created_at: Date;
  };
  return_requests: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    order_id: number;
    state: ColumnType<ReturnState, ReturnState | undefined, ReturnState>;
    reason: ReturnReason;
    words: string | null;
    answer: string | null;
    /** Null: the whole order. */
    lines: ColumnType<readonly ReturnedLine[] | null, string | null, never>;
    language: Language;
    created_at: Date;
    answered_at: Date | null;
    answered_by: string | null;
    withdrawn_at: Date | null;
  };
};
