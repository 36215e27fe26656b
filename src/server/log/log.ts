/**
 * The log: JSON lines. Callers pass named, harmless fields only; the redaction below is the second net, for whatever
 * slips through (card numbers, and values under names that sound secret).
 */
import pino from "pino";
import type { Log } from "#core/ports.ts";
import { redactCardNumbers } from "#core/secret/redact.ts";
import type { LogLevel } from "../settings/log-settings.ts";

const secretName =
  /cvv|cvc|securitycode|otp|token|signature|password|authorization|cookie|secret|nationalid|iban|sessionid/i;
const maxTextLength = 2000;

/** A copy of `value` that is safe to write: secret names dropped, card numbers replaced, depth and length bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "number" && value > 1e12) return redactCardNumbers(String(value));
  if (value instanceof Error)
    return {
      name: value.name,
      message: redactCardNumbers(value.message),
      stack: redactCardNumbers(value.stack ?? ""),
    };
  if (typeof value !== "object" || value === null) return value;
  if (depth > 4) return "[deep]";
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1));
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    secretName.test(name) ? "[redacted]" : redact(item, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Redacted before it is cut: what is left of a card number that was cut in half is no card number any more. */
function redactText(text: string): string {
  const safe = redactCardNumbers(text);
  return safe.length > maxTextLength ? `${safe.slice(0, maxTextLength)}…` : safe;
}

/**
 * Lines are written together, a moment later at most, and what is left when the program ends: a write for each was a twentieth of the
 * work of a short answer.
 */
const standardOutput = { dest: 1, sync: false, minLength: 4_096, periodicFlush: 50 } as const;

/** A log whose lines can be waited for: without that the last ones of a program may stand before those that are still being written. */
export type ProgramLog = Log & { readonly written: () => Promise<void> };

/**
 * The real log.
 * @param write where lines go; standard output unless said otherwise
 * @param level what is less important than this is left out
 * @param node the name of this server, in every line; none when left out
 */
export function createLog(
  write?: (line: string) => void,
  level: LogLevel = "info",
  node?: string,
): ProgramLog {
  const destination = write === undefined ? pino.destination(standardOutput) : { write };
  const logger = pino(
    {
      base: node === undefined ? null : { node },
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const line =
    (weight: "info" | "warn" | "error") => (event: string, fields?: Readonly<Record<string, unknown>>) =>
      logger[weight](redact(fields ?? {}) as object, event);
  // A pipe cannot be synchronised with a disk: that its flush says so is no failure.
  const written = (): Promise<void> => new Promise((resolve) => logger.flush(() => resolve()));
  return { info: line("info"), warn: line("warn"), error: line("error"), written };
}
