/** What migrations 0030, 0031 and 0322 add to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { JobKind } from "#core/job-kinds.ts";

export type QueueSchema = {
  jobs: {
    /** 0 of a person's job: `of_merchant` is null then. */
    merchant_id: number;
    of_merchant: GeneratedAlways<number | null>;
    id: GeneratedAlways<number>;
    kind: JobKind;
    lane: string;
    payload: ColumnType<Record<string, unknown>, string | undefined, string>;
    state: Generated<"due" | "failed">;
    tries: Generated<number>;
    run_at: Date | null;
    lease: string | null;
    last_error: string | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  webhook_endpoints: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    url: string;
    description: string | null;
    types: string[];
    version: string;
    sealed_secret: Buffer;
    sealed_earlier_secret: Buffer | null;
    earlier_secret_until: Date | null;
    sealed_headers: Buffer | null;
    secret_since: Date;
    failing_since: Date | null;
    disabled_at: Date | null;
    disabled_reason: "merchant" | "failing" | null;
    removed_at: Date | null;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  webhook_deliveries: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    endpoint_id: number;
    event_id: number;
    cause: "event" | "replay" | "test";
    state: Generated<"due" | "delivered" | "failed" | "dropped">;
    tries: Generated<number>;
    next_try_at: Date | null;
    created_at: Date;
    ended_at: Date | null;
  };
  webhook_tries: {
    merchant_id: number;
    delivery_id: number;
    sequence: number;
    at: Date;
    duration_ms: number;
    status: number | null;
    reason: string | null;
    request_headers: Readonly<Record<string, string>>;
    answer_headers: Readonly<Record<string, string>> | null;
    answer_body: string | null;
  };
  job_lanes: { lane: string; failures: number; closed_until: Date };
};
