/** People, and the log of what they and operators did (migrations 0020, 0094 to 0097, 0109, 0140, 0165), as Kysely types; to be read together with schema.ts. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ActChange } from "#core/act-fields.ts";
import type { ActKind } from "#core/act-kinds.ts";
import type { Language } from "#core/language.ts";
import type { Role } from "#core/roles.ts";

type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** What an act changed, by name: texts before and after, and which fields were sent. */
export type ActDetails = {
  readonly before?: ActChange;
  readonly after?: ActChange;
  readonly fields?: readonly string[];
};

export type PeopleSchema = {
  address_proofs: {
    token_hash: Buffer;
    purpose: "sign_up" | "own_address";
    person_id: number | null;
    email: string | null;
    mobile: string | null;
    code_hash: Buffer;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    confirmed_at: Date | null;
    used_at: Date | null;
  };
  admin_acts: {
    id: GeneratedAlways<number>;
    at: CreatedAt;
    actor: string;
    act: string;
    merchant_id: number | null;
    subject: string | null;
    result: string;
    role: Role | null;
    address: string | null;
    details: ColumnType<ActDetails | null, string | null, never>;
    /** What it is about; null for what only its actor tells. Not in the hash: it follows from `act`. */
    kind: ActKind | null;
    /** In the chain of its merchant, from 1; written by the database, as its hash. */
    place: GeneratedAlways<number>;
    hash: GeneratedAlways<Buffer>;
  };
  invitations: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    /** The invitation is for this address, or for this mobile, alone. */
    email: string | null;
    mobile: string | null;
    role: Role;
    invited_by: number;
    created_at: Date;
    expires_at: Date;
    taken_at: Date | null;
    withdrawn_at: Date | null;
  };
  shop_invitations: {
    id: GeneratedAlways<number>;
    email: string | null;
    mobile: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  persons: {
    id: GeneratedAlways<number>;
    name: string;
    /** In lower case; null of a person who signs in by mobile alone. */
    email: string | null;
    email_confirmed_at: Date | null;
    /** E.164 */
    mobile: string | null;
    language: Generated<Language>;
    password_hash: string | null;
    password_set_at: Date | null;
    created_at: CreatedAt;
    /** A UUID. */
    passkey_handle: Generated<string>;
  };
  person_passkeys: {
    person_id: number;
    id: GeneratedAlways<number>;
    /** base64url */
    credential_id: string;
    /** COSE */
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  used_challenges: { challenge_hash: Buffer; expires_at: Date };
  memberships: { merchant_id: number; person_id: number; role: Role; created_at: CreatedAt };
  person_sessions: {
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    person_id: number;
    created_at: Date;
    last_seen_at: Date;
    proven_at: Date;
    ended_at: Date | null;
    awaits_factor: Generated<boolean>;
    address: string;
    user_agent: string;
  };
  person_totp: {
    person_id: number;
    sealed_secret: Buffer;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: Generated<number>;
  };
  push_subscriptions: {
    merchant_id: number;
    id: GeneratedAlways<number>;
    person_id: number;
    session_id: number;
    endpoint: string;
    service: string;
    p256dh: Buffer;
    auth: Buffer;
    server_key: string;
    language: "ar" | "en";
    user_agent: string;
    created_at: Date;
    last_sent_at: Date | null;
  };
  person_recovery_codes: { person_id: number; code_hash: Buffer; used_at: Date | null };
  person_links: {
    token_hash: Buffer;
    person_id: number;
    purpose: "set_password" | "confirm_email" | "change_email";
    /** The new address, for `change_email`. */
    email: Generated<string | null>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
};
