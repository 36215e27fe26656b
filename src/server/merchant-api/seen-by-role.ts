/**
 * What some roles see less of (issue 17, the matrix of roles): a developer no name and no mobile of a buyer, a cashier no whole mobile
 * and no payment of another day. One place for all calls: an answer is masked on its way out, whichever handler made it; what is no
 * answer of a schema, a paper or an event, is masked by the functions here.
 */
import type { FastifyInstance } from "fastify";
import type { Role } from "#core/roles.ts";
import type { DocumentFacts } from "../documents/document-facts.ts";
import { startOfDay, today } from "../reconciliation/riyadh-day.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { presentMerchant } from "./authenticate.ts";

/** Parts of answers that are about a buyer: of each the words, and all that it has in it. */
const buyers: ReadonlySet<string> = new Set([
  "client",
  "payer",
  "buyer",
  "delivery",
  "confirmedEmail",
  "answer",
  "byHand",
]);
/** Of these parts what tells nothing of the person; and in them, what a cashier reads. */
const harmless: ReadonlySet<string> = new Set([
  "id",
  "countryCode",
  "language",
  "confirmedAt",
  "createdAt",
  // A word of a list: the reply's schema takes no other.
  "scheme",
  "recordedBy",
]);
/** Calls whose whole answer is a client of the directory: who changes one without reading the directory is shown no more of it. */
const callsOfClients = /^\/api\/v1\/clients(?:\/|$)/;
const readByCashiers: ReadonlySet<string> = new Set([
  ...harmless,
  "name",
  "legalName",
  "city",
  "ar",
  "en",
  "words",
  "answer",
  // Of a payment that is recorded at the counter.
  "reference",
  "note",
]);
const hidden = "•••";

/** Has a scope mask its answers for the role that calls. */
export function maskForRoles(scope: FastifyInstance): void {
  scope.addHook("preSerialization", async (request, _reply, payload) => {
    const role = seenAs(presentMerchant(request));
    if (role !== "developer" && role !== "cashier") return payload;
    // What a cashier has just issued is theirs.
    const isOwn =
      role === "cashier" && request.method === "POST" && request.routeOptions.url === "/api/v1/invoices";
    return isOwn ? payload : answerFor(role, request.routeOptions.url ?? "", payload);
  });
}

/**
 * The instant before which a caller sees no payments: for a cashier the beginning of the day in Riyadh.
 * @param now milliseconds since the epoch
 */
export function paymentsSince(merchant: ApiMerchant, now: number): Date | null {
  return seenAs(merchant) === "cashier" ? new Date(startOfDay(today(now))) : null;
}

/** What a paper states, as its caller may read it: a developer's names no buyer. The one of a cashier is handed over to the buyer. */
export function factsSeenBy(merchant: ApiMerchant, facts: DocumentFacts): DocumentFacts {
  return seenAs(merchant) === "developer" ? { ...facts, buyer: null } : facts;
}

/** A part of what is no reply (an event of the stream), as its reader may read it. */
export function seenBy<Part>(reader: Pick<ApiMerchant, "principal">, part: Part): Part {
  const role = seenAs(reader);
  // Texts stay texts: the shape is the same.
  return role === "developer" || role === "cashier" ? (masked(part, role) as Part) : part;
}

function seenAs(merchant: Pick<ApiMerchant, "principal"> | null): Role | null {
  return merchant?.principal.kind === "person" ? merchant.principal.seenAs : null;
}

/** An answer as a role sees it. `route` is the path of its call, with names for its parameters. */
export function answerFor(role: "developer" | "cashier", route: string, payload: unknown): unknown {
  return masked(payload, role, callsOfClients.test(route));
}

function masked(value: unknown, role: "developer" | "cashier", isOfBuyer = false): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, role, isOfBuyer));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const readable = role === "developer" ? harmless : readByCashiers;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === "clientName") return [name, role === "developer" ? hide(part) : part];
      if (name === "clientMobile" || (name === "address" && isEmail(part))) return [name, hide(part)];
      // An address that has the mobile in it.
      if (name === "whatsappLink") return [name, null];
      const isAbout = isOfBuyer || buyers.has(name);
      const isHidden = isAbout && !readable.has(name) && typeof part === "string";
      return [name, isHidden ? hide(part) : masked(part, role, isAbout)];
    }),
  );
}

/** Where digital goods went; that of a program is its network address. */
const isEmail = (part: unknown): boolean => typeof part === "string" && part.includes("@");

/** Of a number its last digits, by which a person at the counter is recognised. */
function hide(part: unknown): unknown {
  if (typeof part !== "string") return part;
  return /^\+?\d{8,15}$/.test(part) ? `${hidden}${part.slice(-3)}` : hidden;
}
