/**
 * How the merchant API checks requests against the contract: every wrong place is named, in the words of the
 * contract or the library, and what was sent is never repeated.
 */
import type { FastifySchemaCompiler } from "fastify";
import type { z } from "zod";
import { Problem, type ProblemField } from "#core/problem.ts";
import { callsOfSecrets, misplacedCards } from "./misplaced-cards.ts";

/** So many wrong places are named at most. */
const mostFields = 20;

/** Parts of a request beside its body: nothing of them is kept. */
const partsOfAddress: ReadonlySet<string> = new Set(["params", "querystring", "headers"]);

/**
 * Fastify's validator compiler for the routes of a scope: zod schemas in, `validation_failed` out. A body has no card number
 * in a text (misplaced-cards.ts).
 */
export const contractValidator: FastifySchemaCompiler<z.ZodType> = ({
  schema,
  method,
  url,
  httpPart = "",
}) => {
  const mayHoldCards = partsOfAddress.has(httpPart) || callsOfSecrets.has(`${method} ${url}`);
  return (data: unknown) => {
    // Whether something was sent decides the code; it goes no further than `toFields`.
    const result = schema.safeParse(data, { reportInput: true });
    if (!result.success) return { error: wrongPlaces(result.error) };
    const misplaced = mayHoldCards ? [] : misplacedCards(result.data);
    return misplaced.length > 0 ? { error: wrongFields(misplaced) } : { value: result.data };
  };
};

/** The refusal of what a schema did not take, whose report has the input. */
export function wrongPlaces({ issues }: z.core.$ZodError): Problem {
  return wrongFields(issues.flatMap(toFields));
}

/** The refusal of a request whose content is wrong in these places. */
export function wrongFields(fields: readonly ProblemField[]): Problem {
  return new Problem("validation_failed", { fields: fields.slice(0, mostFields) });
}

function toFields(issue: z.core.$ZodIssue): ProblemField[] {
  const path = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const name = nameable(key);
      const place = name === null ? path : [path, name].filter((part) => part !== "").join(".");
      return { path: place, code: "unknown_field", message: "there is no such field" };
    });
  }
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return [
    isMissing
      ? { path, code: "required", message: "required" }
      : { path, code: issue.code, message: issue.message },
  ];
}

/** A name of the caller's is repeated only if it looks like the name of a field. */
function nameable(key: string): string | null {
  return /^[A-Za-z_]\w{0,63}$/.test(key) ? key : null;
}
