/**
 * Distinguishes an unavailable database from a wrong statement. Both arrive as errors of node-postgres, and only the
 * second is a fault of the program: the first is answered with "try again", and its connection is not used again.
 */

/** How the database fails: it does not answer, it takes no writes (a standby), or it has no room for them. */
export type DatabaseOutage = "unreachable" | "read_only" | "full";

/** PostgreSQL's codes (Appendix A): whole classes by their first two characters, others in full. */
const byCode: Readonly<Record<string, DatabaseOutage>> = {
  "08": "unreachable", // connection exception
  "57P01": "unreachable", // admin_shutdown
  "57P02": "unreachable", // crash_shutdown
  "57P03": "unreachable", // cannot_connect_now
  "53300": "unreachable", // too_many_connections
  "25006": "read_only", // read_only_sql_transaction
  "53100": "full", // disk_full
  "53200": "full", // out_of_memory
  "53400": "full", // configuration_limit_exceeded
  "58030": "full", // io_error
  ENOSPC: "full",
  EDQUOT: "full",
};

/** What sockets and the search for a name end with. */
const networkCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Of node-postgres, whose own errors have no code. */
const connectionMessages =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;

/** How the database was unavailable when a call on it failed with `error`; null for any other error. */
export function databaseOutage(error: unknown): DatabaseOutage | null {
  if (!(error instanceof Error)) return null;
  const { code, syscall } = error as Error & { readonly code?: unknown; readonly syscall?: unknown };
  if (typeof code !== "string") return connectionMessages.test(error.message) ? "unreachable" : null;
  const known = byCode[code] ?? (code.length === 5 ? byCode[code.slice(0, 2)] : undefined);
  if (known) return known;
  // A socket file that is not there is a server that does not run; any other missing file is something else.
  return networkCodes.has(code) || (code === "ENOENT" && syscall === "connect") ? "unreachable" : null;
}

/**
 * Whether a connection that failed with `error` is not to be used again: it is lost, its server does not answer, or
 * its server has become a standby, and a new connection may find the primary.
 */
export function losesConnection(error: unknown): boolean {
  const outage = databaseOutage(error);
  return outage === "unreachable" || outage === "read_only";
}

/** Codes of a transaction that the server has rolled back because of another one (serialization_failure, deadlock_detected). */
const conflictCodes: readonly unknown[] = ["40001", "40P01"];
/** Codes of a statement that did nothing and may succeed when it is repeated: conflicts with others, and time-outs. */
const passingCodes: ReadonlySet<unknown> = new Set([...conflictCodes, "55P03", "57014"]);

/** Whether the same work may succeed later without any change: the database is unavailable, or others held locks. */
export function isTransient(error: unknown): boolean {
  return (
    databaseOutage(error) !== null ||
    (error instanceof Error && "code" in error && passingCodes.has(error.code))
  );
}

/** Whether the server has rolled a transaction back so that another one continues: all of it may be run again at once. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && "code" in error && conflictCodes.includes(error.code);
}

/** Whether the server was silent until our timeout: trying again at once would only wait as long again. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}
