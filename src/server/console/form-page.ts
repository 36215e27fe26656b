/**
 * The pages before the console: signing in, choosing a password. Server-rendered forms that work without a script, in both
 * languages; one document with its style inside, a few kilobytes.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  chooseLanguage,
  directionOf,
  type Language,
  languageStorageKey,
  otherLanguage,
  readLanguage,
} from "#core/language.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { consoleFormPolicy } from "../http/policies.ts";
import ar from "./sign-in.ar.json" with { type: "json" };
import en from "./sign-in.en.json" with { type: "json" };

export const formTexts: Readonly<Record<Language, typeof en>> = { ar, en };

/** What stands on a page, all but `body` as plain text. */
export type FormPage = {
  readonly title: string;
  /** A message above the form: what went wrong, or what is done. */
  readonly fault?: string | undefined;
  readonly done?: string | undefined;
  /** HTML. */
  readonly body: string;
  /** Address of the page in the other language; null: the page has no address of its own. */
  readonly self: string | null;
  /** Whether a passkey is asked for on it: the one thing that needs a script. */
  readonly hasPasskey?: boolean;
};

function asOneLine(file: string): string {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "");
}

const style = asOneLine("form-page.css");
const passkeyScript = asOneLine("passkey-page.js");

/** The language of a form page: what the address or the form says, then the stored choice, then Arabic. */
export function formLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  const body = request.body as { lang?: unknown } | null | undefined;
  return chooseLanguage({
    query: [lang, body?.lang].find((text) => typeof text === "string") as string | undefined,
    stored: request.cookies?.[languageStorageKey],
  });
}

/** Sends a page. A language that the address names is kept for the pages after it. */
export function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FormPage,
  status = 200,
): FastifyReply {
  const language = formLanguage(request);
  const nonce = randomBytes(16).toString("base64url");
  const { lang } = request.query as { lang?: unknown };
  if (typeof lang === "string" && readLanguage(lang) !== null)
    reply.setCookie(languageStorageKey, language, { path: "/", sameSite: "lax", maxAge: 365 * 24 * 60 * 60 });
  return reply
    .code(status)
    .header("content-security-policy", consoleFormPolicy(nonce, page.hasPasskey ? "its script" : "no script"))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(documentOf(language, page, nonce));
}

function documentOf(language: Language, page: FormPage, nonce: string): string {
  const texts = formTexts[language];
  const other = otherLanguage(language);
  const title = escapeHtml(page.title);
  const note = page.fault
    ? `<p class="fault" role="alert">${escapeHtml(page.fault)}</p>`
    : page.done
      ? `<p class="done" role="status">${escapeHtml(page.done)}</p>`
      : "";
  const change =
    page.self === null
      ? ""
      : `<a href="${escapeHtml(inLanguage(page.self, other))}" lang="${other}" dir="${directionOf(other)}">${texts.otherLanguage}</a>`;
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title} · ${texts.console}</title><style nonce="${nonce}">${style}</style></head><body>`,
    `<header><strong>${texts.console}</strong>${change}</header>`,
    `<main><h1>${title}</h1>${note}${page.body}</main>`,
    page.hasPasskey ? `<script nonce="${nonce}">${passkeyScript}</script>` : "",
    "</body></html>",
  ].join("");
}

function inLanguage(path: string, language: Language): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

/** One input with its label. `type`, `autocomplete` and the like are attributes, in plain text. */
export function field(
  label: string,
  attributes: Readonly<Record<string, string | boolean>>,
  hint?: string,
): string {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === false ? [] : [value === true ? name : `${name}="${escapeHtml(String(value))}"`],
  );
  const more = hint === undefined ? "" : `<span class="hint">${escapeHtml(hint)}</span>`;
  return `<label>${escapeHtml(label)}<input ${written.join(" ")}>${more}</label>`;
}

/** The field of a code of the second factor. */
export function codeField(label: string, hint: string | undefined, isWrong: boolean): string {
  const attributes = {
    name: "code",
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    dir: "ltr",
    required: true,
    "aria-invalid": isWrong && "true",
  };
  return field(label, attributes, hint);
}

/** A form that posts to a path; `hidden` are its values that are not typed. */
export function form(
  action: string,
  hidden: Readonly<Record<string, string>>,
  fields: string,
  submit: string,
): string {
  const given = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");
  return `<form method="post" action="${escapeHtml(action)}">${given}${fields}<button>${escapeHtml(submit)}</button></form>`;
}

/** Puts words into a text of the translations. */
export function put(text: string, words: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name] ?? ""));
}
