/**
 * A form of a page that was not taken, as its browser keeps it for the page that says why, so that it is not written a second time. The
 * server keeps it nowhere, and it is not in an address, which logs and histories have.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { hasCardNumber } from "#core/card/card-in-text.ts";
import { type FormDraft, type FormDrafts, type PageForm, pageForms } from "#core/page-forms.ts";
import * as timing from "#core/timing.ts";

/** Of a cookie's value: browsers keep 4096 bytes with its name, its path and the rest. */
export const longestDraft = 3_072;

/** More than any form may send, so that no cookie unpacks to more memory. */
const mostBytes = 64 * 1024;

/** Packed JSON: percent-encoded, an Arabic letter would take six bytes. */
const draft: z.ZodType<FormDraft> = z.record(z.string(), z.array(z.string()));

/** Whose draft it is: its form, and the path of the page that shows it again. */
type Keeping = { readonly form: PageForm; readonly page: string; readonly isSecure: boolean };

/**
 * Lets the browser keep what was sent, but for its language and fields with a card number in them (decision K4).
 * Of more than a cookie holds the longest text is cut, and ends in "…".
 */
export function keepDraft(reply: FastifyReply, sent: object, keeping: Keeping): void {
  const value = packed(draftOf(sent));
  if (value === null) dropDraft(reply, keeping);
  else
    reply.setCookie(draftCookie(keeping.form), value, {
      ...scopeOf(keeping),
      maxAge: timing.formDraftKeptMs / 1000,
    });
}

/** Takes it away again: the form was taken. */
export function dropDraft(reply: FastifyReply, keeping: Keeping): void {
  reply.clearCookie(draftCookie(keeping.form), scopeOf(keeping));
}

/** What the browser has kept of each form; of what is no draft nothing. */
export function readDrafts(cookies: Readonly<Record<string, string | undefined>>): FormDrafts {
  const forms = Object.keys(pageForms) as PageForm[];
  return Object.fromEntries(
    forms.flatMap((form) => {
      const kept = unpacked(cookies[draftCookie(form)]);
      return kept === null ? [] : [[form, kept]];
    }),
  );
}

/** The name of a form's cookie: `wasl-draft-askReturn`. */
export function draftCookie(form: PageForm): string {
  return `wasl-draft-${form.split("/")[3]}`;
}

/** The fields that a buyer has filled in or chosen. */
export function draftOf(sent: object): FormDraft {
  const fields = Object.entries(sent).flatMap(([name, value]): [string, string[]][] => {
    const texts = [value].flat().filter((text): text is string => typeof text === "string");
    const isKept = name !== "lang" && texts.length > 0 && ![name, ...texts].some(hasCardNumber);
    return isKept ? [[name, texts]] : [];
  });
  return Object.fromEntries(fields);
}

/** Null where no text is left to shorten. */
function packed(fields: FormDraft): string | null {
  const value = deflateRawSync(JSON.stringify(fields)).toString("base64url");
  if (value.length <= longestDraft) return value;
  const shorter = shortened(fields);
  return shorter && packed(shorter);
}

/** Without the last tenth of its longest text; null where none is long. */
function shortened(fields: FormDraft): FormDraft | null {
  const texts = Object.values(fields).flat();
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), "");
  const letters = [...longest];
  if (letters.length < 100) return null;
  const cut = `${letters.slice(0, Math.floor(letters.length * 0.9)).join("")}…`;
  return Object.fromEntries(
    Object.entries(fields).map(([name, own]) => [name, own.map((text) => (text === longest ? cut : text))]),
  );
}

function unpacked(cookie: string | undefined): FormDraft | null {
  if (!cookie || cookie.length > longestDraft) return null;
  try {
    const text = inflateRawSync(Buffer.from(cookie, "base64url"), { maxOutputLength: mostBytes }).toString();
    return draft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function scopeOf({ page, isSecure }: Keeping) {
  return { path: page, httpOnly: true, sameSite: "lax", secure: isSecure } as const;
}
