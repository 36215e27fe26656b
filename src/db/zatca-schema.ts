/** What migrations 0051, 0065, 0068 and 0119 add to the tables, as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ApplicationState } from "#core/zatca/application-state.ts";
import type { SubmissionOutcome, SubmissionState, SubmissionWay, UnitState } from "#core/zatca/unit-state.ts";

export type ZatcaSchema = {
  egs_units: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    environment: "sandbox" | "simulation" | "production";
    serial: string;
    state: Generated<UnitState>;
    sealed_key: Buffer;
    sealed_credentials: Buffer | null;
    certificate: string | null;
    not_after: Date | null;
    /** Moved by the database with each envelope. */
    icv: ColumnType<number, never, never>;
    last_hash: ColumnType<string, never, never>;
    created_at: ColumnType<Date, Date | undefined, never>;
  };
  egs_applications: {
    merchant_id: number;
    unit_id: number;
    state: Generated<ApplicationState>;
    request: string;
    sealed_key: Buffer | null;
    compliance_request_id: string | null;
    compliance_certificate: string | null;
    sealed_credentials: Buffer | null;
    changed_at: Generated<Date>;
  };
  tax_envelopes: {
    merchant_id: number;
    document_id: number;
    unit_id: number;
    uuid: string;
    icv: number;
    previous_hash: string;
    hash: string;
    xml: string;
  };
  tax_submissions: {
    merchant_id: number;
    document_id: number;
    way: SubmissionWay;
    state: Generated<SubmissionState>;
    deadline_at: Date | null;
    /** Set by the database, from the envelope. */
    unit_id: ColumnType<number, never, never>;
    icv: ColumnType<number, never, never>;
    lease: string | null;
    alarmed_hours: Generated<number>;
  };
  tax_submission_tries: {
    merchant_id: number;
    document_id: number;
    sequence: number;
    way: SubmissionWay;
    sent_at: Date;
    answered_at: Date | null;
    outcome: SubmissionOutcome | null;
    status: number | null;
    detail: string | null;
    errors: ColumnType<readonly Finding[], string | undefined, string>;
    warnings: ColumnType<readonly Finding[], string | undefined, string>;
  };
  tax_clearances: {
    merchant_id: number;
    document_id: number;
    cleared_at: Date;
    xml: string;
    qr: string;
  };
};

/** Of the authority about a document. */
type Finding = { readonly code: string; readonly text: string };
