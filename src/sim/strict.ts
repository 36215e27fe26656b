/**
 * Strict reading of requests (design 9.7): an unknown or mistyped field is refused, because an adapter that sends
 * nonsense to a forgiving fake fails later against the real provider.
 */

import type { z } from "zod";

export type ParseFailure = {
  readonly kind: "missing" | "unexpected" | "invalid";
  /** Dotted path of the field, such as `order.amount`; empty when the body as a whole is wrong. */
  readonly field: string;
};

export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: ParseFailure };

/**
 * Reads `value` by a schema made of strict objects. Gives the first failure only, as providers do, and never the
 * refused value itself: it may be a card number.
 */
export function strictParse<T>(schema: z.ZodType<T>, value: unknown): ParseResult<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  if (issue === undefined) return { ok: false, failure: { kind: "invalid", field: "" } };
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    return { ok: false, failure: { kind: "unexpected", field: [...path, issue.keys[0] ?? ""].join(".") } };
  }
  return {
    ok: false,
    failure: { kind: isAbsent(value, path) ? "missing" : "invalid", field: path.join(".") },
  };
}

function isAbsent(value: unknown, path: readonly string[]): boolean {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return true;
    current = Reflect.get(current, key);
  }
  return current === undefined;
}
