/** The language in which a caller reads: `?lang=`, the page's cookie, Accept-Language, then Arabic. */
import type { FastifyRequest } from "fastify";
import { chooseLanguage, type Language, languageStorageKey, readLanguage } from "#core/language.ts";

/** Chooses the language of a reply to this request. */
export function requestLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return chooseLanguage({
    query: typeof lang === "string" ? lang : null,
    stored: request.cookies?.[languageStorageKey] ?? acceptLanguage(request.headers["accept-language"]),
  });
}

/** Callers without our cookie are programs; what they ask for is honoured when it is one of the two languages. */
function acceptLanguage(header: string | undefined): Language | null {
  for (const part of header?.split(",") ?? []) {
    const language = readLanguage(part.trim().slice(0, 2));
    if (language) return language;
  }
  return null;
}
