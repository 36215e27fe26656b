/**
 * The lines of the log that tell of attacks: one `security.*` line for every refusal that an honest client seldom sees
 * (PCI DSS 10.2.1, ASVS 16.3). A flood of them stays bounded: past some lines a minute they are counted, and the counts
 * are logged when the minute has ended.
 */
import type { Log } from "#core/ports.ts";
import type { ProblemCode } from "#core/problem.ts";

/** What each telling refusal is an attempt at. A code that is missing here is an everyday one. */
export const securityEvents = {
  unauthorized: "security.key",
  forbidden: "security.key",
  scope_missing: "security.key",
  permission_missing: "security.session",
  reauthentication_required: "security.session",
  preview_read_only: "security.session",
  signature_invalid: "security.signature",
  webhook_rejected: "security.webhook",
  csrf_failed: "security.cross_site",
  origin_not_allowed: "security.cross_site",
  host_not_allowed: "security.host",
  malformed_request: "security.form",
  amount_mismatch: "security.amount",
  price_changed: "security.amount",
  rate_limited: "security.limit",
  too_many_attempts: "security.limit",
  attempts_used_up: "security.limit",
  email_codes_used_up: "security.limit",
  otp_locked: "security.limit",
  otp_wrong: "security.code",
  email_code_wrong: "security.code",
  email_not_verified: "security.proof",
  session_invalid: "security.proof",
  payment_token_invalid: "security.proof",
  country_not_allowed: "security.country",
  url_not_allowed: "security.address",
  validation_url_not_allowed: "security.address",
  direct_card_not_allowed: "security.card",
  card_number_misplaced: "security.card",
} as const satisfies Partial<Record<ProblemCode, `security.${string}`>>;

export type SecurityEvent = (typeof securityEvents)[keyof typeof securityEvents] | "security.csp";

/** The event of a refusal, or null for an everyday one. */
export function securityEventOf(code: ProblemCode): SecurityEvent | null {
  return code in securityEvents ? securityEvents[code as keyof typeof securityEvents] : null;
}

/** One refusal: harmless fields only. `address` is a group of addresses, never one IPv6 address. */
export type SecurityFields = Readonly<Record<string, string | number | undefined>> & {
  readonly code: string;
  readonly address?: string;
};

export type SecurityLog = {
  /** Writes a line, or counts it when there were many in this minute. */
  readonly note: (event: SecurityEvent, fields: SecurityFields) => void;
  /** Logs the counts that have not been logged; for the end of the program. */
  readonly flush: () => void;
};

const minuteMs = 60_000;
/** Lines a minute of one code and address. */
const linesPerSource = 10;
/** Lines a minute of one event: no flood of one kind hides another kind. */
const linesPerEvent = 100;
/** Sources that are counted one by one in a minute. */
const countedSources = 10_000;

type Count = { readonly event: SecurityEvent; readonly code: string; seen: number; written: number };

/** Makes the one writer of such lines of a process. */
export function createSecurityLog(log: Log, now: () => number): SecurityLog {
  let until = 0;
  const written = new Map<SecurityEvent, number>();
  const counts = new Map<string, Count>();
  const flush = (): void => {
    for (const line of leftOut(counts)) log.warn("security.repeated", line);
    counts.clear();
    written.clear();
  };
  const note: SecurityLog["note"] = (event, fields) => {
    if (now() >= until) {
      flush();
      until = now() + minuteMs;
    }
    const count = countOf(counts, event, fields);
    count.seen += 1;
    const ofEvent = written.get(event) ?? 0;
    if (count.written >= linesPerSource || ofEvent >= linesPerEvent) return;
    count.written += 1;
    written.set(event, ofEvent + 1);
    log.warn(event, fields);
  };
  return { note, flush };
}

function countOf(counts: Map<string, Count>, event: SecurityEvent, fields: SecurityFields): Count {
  const source = counts.size < countedSources ? (fields.address ?? "") : "others";
  const key = `${fields.code} ${source}`;
  const count = counts.get(key) ?? { event, code: fields.code, seen: 0, written: 0 };
  counts.set(key, count);
  return count;
}

/** One line per event and code, however many sources there were. */
function leftOut(counts: ReadonlyMap<string, Count>): Readonly<Record<string, unknown>>[] {
  const sums = new Map<string, { event: SecurityEvent; code: string; leftOut: number; sources: number }>();
  for (const { event, code, seen, written } of counts.values()) {
    if (seen === written) continue;
    const sum = sums.get(code) ?? { event, code, leftOut: 0, sources: 0 };
    sums.set(code, { ...sum, leftOut: sum.leftOut + seen - written, sources: sum.sources + 1 });
  }
  return [...sums.values()];
}
