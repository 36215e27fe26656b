/**
 * The log: JSON lines. Callers pass named, harmless fields only; the redaction below is the second net, for whatever
 * slips through (card numbers, and values under names that sound secret).
 */
import pino from "pino";
import type { Log } from "#core/ports.ts";

const secretName =
  /cvv|cvc|securitycode|otp|token|signature|password|authorization|cookie|secret|nationalid|iban|sessionid/i;
const digitRun = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g;

/** Replaces digit runs that could be a card number (13 to 19 digits that pass Luhn). */
export function redactText(text: string): string {
  return text.replace(digitRun, (run) => (passesLuhn(run.replace(/\D/g, "")) ? "[PAN]" : run));
}

/** A copy of `value` that is safe to write: secret names dropped, card numbers replaced, depth and length bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value.length > 2000 ? `${value.slice(0, 2000)}…` : value);
  if (typeof value === "number" && value > 1e12) return redactText(String(value));
  if (value instanceof Error)
    return { name: value.name, message: redactText(value.message), stack: redactText(value.stack ?? "") };
  if (typeof value !== "object" || value === null) return value;
  if (depth > 4) return "[deep]";
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1));
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    secretName.test(name) ? "[redacted]" : redact(item, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function passesLuhn(digits: string): boolean {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    total += digit;
  }
  return total % 10 === 0;
}

/**
 * The real log.
 * @param write where lines go; standard output unless a test collects them
 */
export function createLog(write?: (line: string) => void): Log {
  const destination = write === undefined ? pino.destination({ dest: 1, sync: false }) : { write };
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const line =
    (level: "info" | "warn" | "error") => (event: string, fields?: Readonly<Record<string, unknown>>) =>
      logger[level](redact(fields ?? {}) as object, event);
  return { info: line("info"), warn: line("warn"), error: line("error") };
}
