/** What migration 0013 adds to the tables, as Kysely types; to be read together with schema.ts. */
import type { Generated, GeneratedAlways } from "kysely";
import type { DifferenceKind } from "#core/difference-kinds.ts";
import type { Minor } from "#core/money.ts";

export type ReconciliationSchema = {
  late_checks: {
    merchant_id: number;
    attempt_id: string;
    due_at: Date | null;
    answers: Generated<number>;
    tries: Generated<number>;
    is_over: Generated<boolean>;
    last_outcome: string | null;
  };
  reconciliation_days: {
    /** "2026-11-22": read as text, since a Date would carry a zone. */
    day: string;
    tries: Generated<number>;
    next_try_at: Date | null;
    unanswered: Generated<number>;
    compared_at: Date | null;
  };
  reconciliation_sums: {
    day: string;
    merchant_id: number | null;
    account: string;
    currency: string;
    orders: number;
    our_taken: Minor;
    their_taken: Minor;
    our_given_back: Minor;
    their_given_back: Minor | null;
  };
  reconciliation_differences: {
    id: GeneratedAlways<number>;
    found_at: Date;
    day: string;
    merchant_id: number | null;
    order_id: number | null;
    account: string;
    kind: DifferenceKind;
    reference: string;
    currency: string;
    ours: Minor;
    theirs: Minor;
  };
};
