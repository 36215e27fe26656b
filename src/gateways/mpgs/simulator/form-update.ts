/** What happens when the hosted fields of a page are sent into their session, in the words of the public results. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import { strictParse } from "#sim/strict.ts";
import { identifyCard, isCardNumber, isTestCard } from "./cards.ts";
import type { Gateway } from "./records.ts";
import { type HostedFields, hostedFieldsSchema } from "./requests.ts";
import { fundsView, type Owner, type SessionCard } from "./sessions.ts";

/** Names on the card that make the update end in one of its other ways, so that pages can be tested for them. */
export const nameTriggers = {
  TIMEOUT: "request_timeout",
  SYSERR: "system_error",
  SILENT: "never answers",
} as const;

/** Puts the content of the fields into the session and answers ok, fields_in_error, system_error or request_timeout. */
export function updateFromForm(gateway: Gateway, owner: Owner, sessionId: string, body: unknown): Answer {
  const parsed = strictParse(hostedFieldsSchema, body);
  if (!parsed.ok)
    return systemError(owner, sessionId, `Field ${parsed.failure.kind}: ${parsed.failure.field}`);
  const fields = parsed.value;
  switch (fields.nameOnCard?.trim().toUpperCase()) {
    case "TIMEOUT":
      return failure(owner, sessionId, "request_timeout", { message: "Request timeout" });
    case "SYSERR":
      return systemError(owner, sessionId, "System error");
    case "SILENT":
      return { status: 200, body: { status: "silent" }, note: "silent" };
  }
  const isTaken = gateway.takes === "test cards" ? isTestCard : isCardNumber;
  const errors = fieldErrors(fields, { isTaken, today: new Date(gateway.clock.now()) });
  if (Object.keys(errors).length > 0) return failure(owner, sessionId, "fields_in_error", errors);
  try {
    const update = { sourceOfFunds: { type: "CARD", provided: { card: cardOf(fields) } } } as const;
    const session = gateway.sessions.update(owner, sessionId, update);
    const { id, updateStatus, version } = session;
    return {
      status: 200,
      body: {
        status: "ok",
        merchant: owner.merchantId,
        session: { id, updateStatus, version },
        ...fundsView(session.card),
        version: owner.apiVersion,
      },
      note: "ok",
    };
  } catch (error) {
    if (error instanceof Refusal) return systemError(owner, sessionId, error.message);
    throw error;
  }
}

/** The result system_error with a message; its HTTP status is 200 because the script reads the body. */
export function systemError(owner: Owner, sessionId: string, message: string): Answer {
  return failure(owner, sessionId, "system_error", { message });
}

function failure(owner: Owner, sessionId: string, status: string, errors: Record<string, string>): Answer {
  const body = { status, session: { id: sessionId }, errors, version: owner.apiVersion };
  return { status: 200, body, note: `${status} ${Object.keys(errors).join(" ")}` };
}

function cardOf(fields: HostedFields): SessionCard {
  const { number, securityCode, expiryMonth, expiryYear, nameOnCard } = fields;
  return {
    ...(number ? { number: digits(number) } : {}),
    ...(securityCode ? { securityCode } : {}),
    ...(expiryMonth && expiryYear ? { expiry: { month: expiryMonth, year: expiryYear } } : {}),
    ...(nameOnCard ? { nameOnCard } : {}),
  };
}

function digits(number: string): string {
  return number.replaceAll(" ", "");
}

type FieldError = "missing" | "invalid";

/** Errors by the keys of the public contract. A field that the page does not have is not missing. */
function fieldErrors(
  fields: HostedFields,
  { isTaken, today }: { readonly isTaken: (number: string) => boolean; readonly today: Date },
): Record<string, FieldError> {
  const number = fields.number === undefined ? undefined : digits(fields.number);
  const errors: Record<string, FieldError | null> = {
    cardNumber: judge(number, isTaken),
    expiryMonth: judge(fields.expiryMonth, (text) => /^(?:0?[1-9]|1[0-2])$/.test(text)),
    expiryYear: judge(fields.expiryYear, (text) => /^\d{2}$/.test(text)),
    securityCode: securityCodeError(fields.securityCode, number),
  };
  if (errors["expiryMonth"] === null && errors["expiryYear"] === null) {
    const years = Number(fields.expiryYear ?? "99") - (today.getUTCFullYear() - 2000);
    if (years < 0) errors["expiryYear"] = "invalid";
    if (years === 0 && Number(fields.expiryMonth) < today.getUTCMonth() + 1)
      errors["expiryMonth"] = "invalid";
  }
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, error]) => (error === null ? [] : [[key, error]])),
  );
}

function judge(text: string | undefined, isValid: (text: string) => boolean): FieldError | null {
  if (text === undefined) return null;
  if (text === "") return "missing";
  return isValid(text) ? null : "invalid";
}

/** An empty security code is not an error here: its absence from the result tells the page. */
function securityCodeError(code: string | undefined, number: string | undefined): FieldError | null {
  if (code === undefined || code === "") return null;
  const length = number !== undefined && identifyCard(number).scheme === "AMEX" ? 4 : 3;
  return /^\d+$/.test(code) && code.length === length ? null : "invalid";
}
