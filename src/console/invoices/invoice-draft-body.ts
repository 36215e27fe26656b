/**
 * What is typed into the form of a new invoice as a draft on the server, and back. A draft that a program has made may say more
 * than the form shows: all of that stays as it is.
 */
import { lineNumbers } from "./invoice-form-body.ts";
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
 */
export function draftOf(form: FormData, before: DraftBody | null): DraftBody | null {
  const text = (name: string): string | undefined => String(form.get(name) ?? "").trim() || undefined;
  const further = lineNumbers(form);
  const written = ["amount", "mobile", "name", "email", "title", "discount", "dueDate", "note"];
  if (further.length === 0 && written.every((name) => text(name) === undefined)) return null;
  const value = text("discount");
  return over(before, {
    lines: [
      over(lineOf(before, 0), {
        title: text("title"),
        quantity: text("quantity"),
        unitPrice: text("amount"),
      }),
      ...further.map((index) =>
        over(lineOf(before, index), {
          title: text(`lineTitle${index}`),
          quantity: text(`lineQuantity${index}`),
          unitPrice: text(`lineAmount${index}`),
        }),
      ),
    ],
    client: over(before?.["client"], { name: text("name"), mobile: text("mobile"), email: text("email") }),
    pricesIncludeVat: form.has("hasVatInside"),
    discount: value && { type: "FIXED", value },
    dueDate: text("dueDate"),
    note: text("note"),
    language: text("language"),
  });
}

/** The body to issue: what was read of the form, over what the draft said besides. */
export function toIssue(body: DraftBody, form: FormData, before: DraftBody | null): DraftBody {
  if (before === null) return body;
  const lines = body["lines"] as readonly DraftBody[];
  const indices = [0, ...lineNumbers(form)];
  return over(before, {
    discount: undefined,
    dueDate: undefined,
    note: undefined,
    ...body,
    lines: lines.map((line, at) => over(lineOf(before, indices[at] ?? at), line)),
    client: over(before["client"], {
      name: undefined,
      mobile: undefined,
      email: undefined,
      ...over(body["client"], {}),
    }),
  });
}

function lineOf(body: DraftBody | null, index: number): unknown {
  const lines = body?.["lines"];
  return Array.isArray(lines) ? lines[index] : undefined;
}

/** What the form begins with, of a draft. */
export function beginningOfDraft(body: DraftBody): Beginning {
  const lines = Array.isArray(body["lines"]) ? body["lines"] : [];
  const client = (name: string): string => textOf(memberOf(body["client"], name));
  const quantity = textOf(memberOf(lines[0], "quantity"));
  const isFixed = memberOf(body["discount"], "type") === "FIXED";
  const further = lines.slice(1).flatMap((line: unknown, at) => [
    [`lineTitle${at + 1}`, textOf(memberOf(line, "title"))],
    [`lineQuantity${at + 1}`, textOf(memberOf(line, "quantity"))],
    [`lineAmount${at + 1}`, textOf(memberOf(line, "unitPrice"))],
  ]);
  return {
    amount: textOf(memberOf(lines[0], "unitPrice")),
    title: textOf(memberOf(lines[0], "title")),
    ...(quantity !== "" && quantity !== "1" && { quantity }),
    mobile: client("mobile"),
    name: client("name"),
    email: client("email"),
    ...(isFixed && { discount: textOf(memberOf(body["discount"], "value")) }),
    dueDate: textOf(body["dueDate"]),
    note: textOf(body["note"]),
    language: textOf(body["language"]),
    hasVatInside: body["pricesIncludeVat"] === false ? "" : "on",
    ...Object.fromEntries(further),
  };
}
