/**
 * Card numbers in the body of a merchant call (decision K4: they are never kept). Every text is looked at, so that a field
 * that is added refuses one without a line of its own; those whose digits may look like a card's are listed.
 */
import { hasCardNumber, misplacedCardNumber } from "#core/card/card-in-text.ts";
import type { ProblemField } from "#core/problem.ts";

/** Deeper than any body of the contract: what is deeper is refused by its own call (drafts). */
const deepest = 12;

/** Texts whose digits may look like those of a card, by their name, alone or behind the one above; and why. */
export const textsOfDigits: Readonly<Record<string, string>> = {
  externalOrderNumber: "the number that the shop's own system gives an order",
  orderNumber: "the number of an order, ours or the shop's",
  metadata: "what the shop's program writes for itself",
  "digitalContent.text": "what is sold: codes of vouchers have as many digits",
  transactionNo: "the number of an order, ours or the shop's",
  fileId: "an id of ours",
  imageId: "an id of ours",
  eventId: "an id of ours",
  mobile: "taken as a mobile alone",
  clientMobile: "taken as a mobile alone",
  to: "taken as a mobile or an e-mail address alone",
  vatNumber: "taken as a VAT number alone",
  callbackUrl: "an address of the web, with the shop's ids in it",
  callBackUrl: "an address of the web, with the shop's ids in it",
  cancelUrl: "an address of the web, with the shop's ids in it",
  url: "an address of the web, with the shop's ids in it",
  fontUrl: "an address of the web",
  endpoint: "an address of the web, made by a browser",
  keys: "made by a browser",
  headers: "secrets of the shop's own server",
  amount: "a decimal: a program may write 17 places of it",
  price: "a decimal: a program may write 17 places of it",
  qty: "a decimal: a program may write 17 places of it",
  specificVat: "a decimal: a program may write 17 places of it",
  supportedCardBrands: "looked for and not kept",
  buyer: "looked for and not kept",
  query: "looked for and not kept",
};

/** Calls whose texts are secrets of an account elsewhere: numbers of accounts and keys, sealed as they come. */
export const callsOfSecrets: ReadonlySet<string> = new Set([
  "PUT /api/v1/accounts/:method",
  "PUT /api/v1/messages/accounts/:channel",
  "POST /api/auth",
]);

/** Every place of a body, as a call takes it, that has a card number in it. */
export function misplacedCards(body: unknown): ProblemField[] {
  return misplacedIn(body, []);
}

function misplacedIn(value: unknown, path: readonly string[]): ProblemField[] {
  if (typeof value === "string") return fieldsOf(path, value);
  if (typeof value !== "object" || value === null || path.length > deepest) return [];
  const above = path.findLast((name) => !/^\d+$/.test(name));
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const isOfDigits = Object.hasOwn(textsOfDigits, name) || Object.hasOwn(textsOfDigits, `${above}.${name}`);
    if (isOfDigits) return [];
    // A name is the caller's where a body has any (drafts): it is not repeated.
    return hasCardNumber(name) ? fieldsOf(path, name) : misplacedIn(part, [...path, name]);
  });
}

function fieldsOf(path: readonly string[], text: string): ProblemField[] {
  const misplaced = misplacedCardNumber(path.join("."), text);
  return misplaced ? [misplaced] : [];
}
