/** What a draft may hold: anything that is being typed, but no card number, no secret, and nothing that JSON bodies cannot be. */
import type { z } from "zod";
import { type NewInvoice, newInvoice } from "#contract/new-invoice.ts";
import { hasCardNumber } from "#core/card/card-in-text.ts";
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import type { ProblemField } from "#core/problem.ts";
import { isSecretName } from "#core/secret/redact.ts";
import { isStorable } from "#core/text.ts";
import { wrongFields, wrongPlaces } from "./validation.ts";

/** Deeper than any field of an invoice. */
const deepest = 8;

type Body = Readonly<Record<string, unknown>>;

/** Whom a draft names, as an erasure asks for it. */
export type NamedClient = { readonly client_mobile: string | null; readonly client_email: string | null };

/**
 * Looks at everything that a draft says.
 * @throws Problem `validation_failed` with every place of a card number, of a name for secrets, or too deep
 */
export function checkDraft(body: Body): void {
  const wrong = [...wrongIn(body, [])];
  if (wrong.length > 0) throw wrongFields(wrong);
}

function* wrongIn(value: unknown, path: readonly string[]): Generator<ProblemField> {
  const place = path.join(".");
  if (path.length > deepest) {
    yield { path: place, code: "too_deep", message: "goes deeper than any field of an invoice" };
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      if (isSecretName(name))
        yield {
          path: place,
          code: "unknown_field",
          message: "there is no such field, and its name is of a secret",
        };
      else if (!isStorable(name))
        yield { path: place, code: "unknown_field", message: "there is no such field" };
      else yield* wrongIn(part, [...path, name]);
    }
  } else if (!isStorable(String(value))) {
    yield { path: place, code: "invalid_text", message: "has characters that no text can have" };
  } else if (place !== "externalOrderNumber" && hasCardNumber(String(value))) {
    // As of an invoice: a shop's own numbers may look like anything.
    yield { path: place, code: "card_number_misplaced", message: "must not contain a card number" };
  }
}

/** The client's mobile and e-mail address, where what was typed is one. */
export function namedClient({ client }: Body): NamedClient {
  const said = typeof client === "object" && client !== null ? (client as Body) : {};
  const text = (name: string): string => (typeof said[name] === "string" ? said[name] : "");
  const country = /^[A-Za-z]{2}$/.test(text("countryCode"))
    ? text("countryCode").toUpperCase()
    : defaultCountry;
  const mobile = parseMobile(text("mobile"), country);
  const email = text("email").trim().toLowerCase();
  return {
    client_mobile: mobile.kind === "ok" ? mobile.e164 : null,
    client_email: email.length >= 3 && email.length <= 254 ? email : null,
  };
}

/**
 * Reads a draft as the body of a new invoice.
 * @throws Problem `validation_failed` with the wrong places, as the call that issues an invoice names them
 */
export function readDraft(body: Body): NewInvoice {
  const read = newInvoice.safeParse(body, { reportInput: true });
  if (read.success) return read.data;
  throw wrongPlaces(read.error as z.core.$ZodError);
}
