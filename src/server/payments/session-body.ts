/**
 * Validates a prepareSession against the one of its two bodies that is meant. Validated as a union, a wrong field
 * would only be reported as "neither of the two".
 */
import type { z } from "zod";
import { directSessionBody, hostedSessionBody } from "#contract/payment.ts";
import { Problem, type ProblemCode, type ProblemField } from "#core/problem.ts";

/** The fields of a card in the order of the form, with the refusals that Spec 8 has for them. */
const cardFieldCodes = {
  cardNumber: "card_number_invalid",
  expiryYear: "expiry_year_invalid",
  expiryMonth: "expiry_month_invalid",
  cvv: "security_code_invalid",
  nameOnCard: "validation_failed",
} as const satisfies Partial<Record<keyof z.input<typeof directSessionBody>, ProblemCode>>;

const cardFields = Object.keys(cardFieldCodes) as (keyof typeof cardFieldCodes)[];

/**
 * Checks the body of prepareSession as that of direct mode when it has any field of a card, else of hosted mode. Anything
 * but an object is left to the contract.
 * @throws Problem that names every wrong field and no content; its code is that of the form's first wrong field
 */
export function requireSessionBody(body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  const isDirect = cardFields.some((name) => Object.hasOwn(body, name));
  const { error } = (isDirect ? directSessionBody : hostedSessionBody).safeParse(body);
  if (!error) return;
  const fields = error.issues.flatMap(toFields);
  const first = cardFields.find((name) => fields.some(({ path }) => path === name));
  throw new Problem(first === undefined ? "validation_failed" : cardFieldCodes[first], {
    fields: fields.slice(0, mostFields),
  });
}

/** At most this many wrong fields are named. */
const mostFields = 20;

function toFields(issue: z.core.$ZodIssue): ProblemField[] {
  if (issue.code !== "unrecognized_keys")
    return [{ path: issue.path.join("."), code: issue.code, message: "invalid or missing" }];
  return issue.keys.slice(0, mostFields).map((key) => ({
    // A name is repeated only if it looks like one: without digits it cannot be a card number.
    path: /^[A-Za-z_]{1,40}$/.test(key) ? key : "",
    code: issue.code,
    message: "unknown field",
  }));
}
