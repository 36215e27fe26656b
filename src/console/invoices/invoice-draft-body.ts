/**
 * What is typed into the form of a new invoice as a draft on the server, and back. A draft that a program has made may say more
 * than the form shows: all of that stays as it is.
 */
import type { Agreement } from "#contract/agreements.ts";
import { isoDay } from "../display/iso-day.ts";
import { endOfDay } from "../selling/link-state.ts";
import { lineNumbers, namesOfLine } from "./invoice-form-body.ts";
import { keptTerms, noTerms, statedTerms } from "./invoice-terms.ts";
import { keptText, noParts, readKept } from "./kept-parts.ts";
import { knownClientId, knownClientText } from "./known-client.ts";
import type { Beginning } from "./new-invoice.tsx";

/** Fields of a new invoice, each with any value. */
export type DraftBody = Readonly<Record<string, unknown>>;

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as DraftBody)[name] : undefined;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A part of a body over what was there; what is empty now is left out when it is sent. */
function over(before: unknown, typed: DraftBody): DraftBody {
  return { ...(typeof before === "object" ? before : {}), ...typed };
}

/**
 * What the form says now, as it was typed, over what the draft said before; null for a form in which nothing is.
 * @param before the body that the form was opened with; null: none
 * @param terms versions that the form offers
 */
export function draftOf(
  form: FormData,
  before: DraftBody | null,
  terms: readonly Agreement[] = [],
): DraftBody | null {
  const text = (name: string): string | undefined => String(form.get(name) ?? "").trim() || undefined;
  const lines = lineNumbers(form);
  const written = ["amount", "mobile", "name", "email", "title", "discount", "dueDate", "lastDay", "note"];
  if (lines.every((line) => line === 0) && written.every((name) => text(name) === undefined)) return null;
  const value = text("discount");
  const lastDay = text("lastDay");
  return over(before, {
    lines: lines.map((index) => {
      const names = namesOfLine(index);
      return over(lineOf(before, index), {
        title: text(names.title),
        quantity: text(names.quantity),
        unitPrice: text(names.amount),
        vatRate: text(names.vatRate),
        vatExemption: text(names.vatExemption),
        ...keptOf(form, names.kept),
      });
    }),
    clientId: knownClientId(form) ?? undefined,
    client: over(before?.["client"], { name: text("name"), mobile: text("mobile"), email: text("email") }),
    pricesIncludeVat: form.has("hasVatInside"),
    discount: value && { type: text("discountKind") === "percent" ? "PERCENTAGE" : "FIXED", value },
    dueDate: text("dueDate"),
    expiresAt: lastDay && endOfDay(lastDay),
    ...(text("terms") !== keptTerms && { agreement: statedTerms(text("terms") ?? "", terms) }),
    note: text("note"),
    language: text("language"),
  });
}

/** The body to issue: what was read of the form, over what the draft said besides. */
export function toIssue(body: DraftBody, form: FormData, before: DraftBody | null): DraftBody {
  if (before === null) return body;
  const lines = body["lines"] as readonly DraftBody[];
  const indices = lineNumbers(form);
  return over(before, {
    discount: undefined,
    dueDate: undefined,
    expiresAt: undefined,
    note: undefined,
    ...(form.get("terms") !== keptTerms && { agreement: undefined }),
    ...body,
    lines: lines.map((line, at) => {
      const kept = keptOf(form, namesOfLine(indices[at] ?? at).kept);
      const stated = { vatRate: undefined, vatExemption: undefined, ...line, ...kept };
      return over(lineOf(before, indices[at] ?? at), stated);
    }),
    clientId: body["clientId"],
    client:
      body["clientId"] === undefined
        ? over(before["client"], {
            name: undefined,
            mobile: undefined,
            email: undefined,
            ...over(body["client"], {}),
          })
        : undefined,
  });
}

/** Parts of a line in place of those that it had; nothing of a form that does not know of them. */
function keptOf(form: FormData, name: string): DraftBody {
  return form.has(name) ? { ...noParts, ...readKept(String(form.get(name))) } : {};
}

function lineOf(body: DraftBody | null, index: number): unknown {
  const lines = body?.["lines"];
  return Array.isArray(lines) ? lines[index] : undefined;
}

/** What the form begins with, of a draft. */
export function beginningOfDraft(body: DraftBody): Beginning {
  const lines = Array.isArray(body["lines"]) ? body["lines"] : [];
  const ofClient = (name: string): string => textOf(memberOf(body["client"], name));
  const quantity = textOf(memberOf(lines[0], "quantity"));
  const isShare = memberOf(body["discount"], "type") === "PERCENTAGE";
  const unseenOf = (line: unknown, at: number) => {
    const names = namesOfLine(at);
    const unseen = [
      [names.vatRate, textOf(memberOf(line, "vatRate"))],
      [names.vatExemption, textOf(memberOf(line, "vatExemption"))],
      [names.kept, keptText(line)],
    ];
    return unseen.filter(([, value]) => value !== "");
  };
  const clientId = body["clientId"];
  const client = {
    name: ofClient("name"),
    mobile: ofClient("mobile"),
    email: ofClient("email"),
  };
  const further = lines
    .slice(1)
    .flatMap((line: unknown, at) => [
      [`lineTitle${at + 1}`, textOf(memberOf(line, "title"))],
      [`lineQuantity${at + 1}`, textOf(memberOf(line, "quantity"))],
      [`lineAmount${at + 1}`, textOf(memberOf(line, "unitPrice"))],
      ...unseenOf(line, at + 1),
    ]);
  const lastDay = dayOf(body["expiresAt"]);
  const agreement = body["agreement"];
  return {
    amount: textOf(memberOf(lines[0], "unitPrice")),
    title: textOf(memberOf(lines[0], "title")),
    ...(quantity !== "" && quantity !== "1" && { quantity }),
    ...client,
    ...(typeof clientId === "number" && { knownClient: knownClientText(clientId, client) }),
    ...(memberOf(body["discount"], "type") !== undefined && {
      discount: textOf(memberOf(body["discount"], "value")),
    }),
    ...(isShare && { discountKind: "percent" }),
    dueDate: textOf(body["dueDate"]),
    ...(lastDay !== "" && { lastDay }),
    ...(agreement === null && { terms: noTerms }),
    ...(typeof agreement === "object" && agreement !== null && { terms: keptTerms }),
    ...Object.fromEntries(unseenOf(lines[0], 0)),
    note: textOf(body["note"]),
    language: textOf(body["language"]),
    hasVatInside: body["pricesIncludeVat"] === false ? "" : "on",
    ...Object.fromEntries(further),
  };
}

/** The day in Riyadh of the last moment at which can be paid; "" for none. */
function dayOf(instant: unknown): string {
  if (typeof instant !== "string" || Number.isNaN(Date.parse(instant))) return "";
  return isoDay(new Date(instant));
}
