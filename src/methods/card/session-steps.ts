/**
 * What the gateway's session script says, put into our own words (Spec 4 "Card flow", Spec 8 "Card field errors" and
 * "Session statuses"). The gateway's own texts are never shown (decision K21). No browser here: the script itself is
 * handled by hosted-session.ts.
 */
import { brandRefusal } from "#core/card/brand-refusal.ts";
import { type CardProblem, type CardText, cardProblems } from "./card-problems.ts";
import { wrongFields } from "./gateway-fields.ts";

/** The result of sending the hosted fields to the gateway. */
export type SessionUpdate =
  | { readonly kind: "updated" }
  | { readonly kind: "fields"; readonly problems: readonly CardProblem[] }
  /** `isSessionSpent` when the session is of no further use and a new one has to be made. */
  | { readonly kind: "failed"; readonly textKey: CardText; readonly isSessionSpent: boolean };

type Brands = { readonly isMadaAllowed: boolean; readonly isCreditCardAllowed: boolean };

/**
 * Reads the argument of the script's `formSessionUpdate` callback.
 * @param brands what the order takes; null where the brand is not asked for (American Express)
 */
export function readSessionUpdate(result: unknown, brands: Brands | null): SessionUpdate {
  const { status, errors } = asRecord(result);
  switch (status) {
    case "ok":
      return readCard(asRecord(asRecord(asRecord(result)["sourceOfFunds"])["provided"]), brands);
    case "fields_in_error": {
      const problems = wrongFields(Object.keys(asRecord(errors))).map(({ problem }) => problem);
      // Gateway fields that are not ours leave nothing to point at.
      return problems.length > 0 ? { kind: "fields", problems } : failed("sessionUpdateFailed");
    }
    case "request_timeout":
      return failed("requestTimeout");
    case "system_error":
      return failed("systemError", { isSessionSpent: true });
    default:
      return failed("sessionUpdateFailed", { isSessionSpent: true });
  }
}

/** Reads the argument of the script's `initialized` callback: null when the fields are ready, else the text key. */
export function readInitialized(result: unknown): CardText | null {
  switch (asRecord(result)["status"]) {
    case "ok":
      return null;
    case "request_timeout":
      return "requestTimeout";
    case "system_error":
      return "systemError";
    default:
      return "hostedSessionNotInitialized";
  }
}

/** An answer without a card says nothing of it: the server looks at the session itself before it charges. */
function readCard(provided: Readonly<Record<string, unknown>>, brands: Brands | null): SessionUpdate {
  if (!Object.hasOwn(provided, "card")) return { kind: "updated" };
  const card = asRecord(provided["card"]);
  // The gateway leaves the code out of its answer when the buyer left the field empty.
  if (!Object.hasOwn(card, "securityCode")) {
    return { kind: "fields", problems: [cardProblems.security_code_invalid] };
  }
  const facts = { brand: text(card["brand"]), localBrand: text(card["localBrand"]) };
  const refusal = brands && brandRefusal(facts, brands);
  return refusal
    ? { kind: "fields", problems: [{ field: "number", textKey: refusal }] }
    : { kind: "updated" };
}

function failed(
  textKey: CardText,
  options: { readonly isSessionSpent: boolean } = { isSessionSpent: false },
): SessionUpdate {
  return { kind: "failed", textKey, isSessionSpent: options.isSessionSpent };
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
