/**
 * The buyer's language in the browser's storage, where the specification wants it (Spec 1, decision K16). The cookie
 * is its mirror, for the server.
 */
import { type Language, languageStorageKey, readLanguage } from "#core/language.ts";
import { ownLanguageMark } from "../document/frame-look.ts";

/**
 * Keeps a language that was chosen in the address; the server has put the same into the cookie. Without a choice and
 * without the mirror, a stored language that is not the page's is mirrored again, and the page is asked for again:
 * once, because that only happens when the browser has taken the cookie.
 */
export function keepLanguage(): void {
  const chosen = readLanguage(new URLSearchParams(location.search).get("lang"));
  try {
    if (chosen) localStorage.setItem(languageStorageKey, chosen);
    else if (!isMirrored()) restore(readLanguage(localStorage.getItem(languageStorageKey)));
  } catch {
    // Storage is refused in some private windows; the cookie and the address carry the choice.
  }
}

/**
 * Has the links to the other language lead to the page's address as it is at the press: an island may have put a choice
 * into it after the server wrote the link.
 */
export function keepAddressInLanguageSwitch(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".language-switch")) {
    link.onclick = () => {
      const query = new URLSearchParams(location.search);
      for (const [name, value] of new URLSearchParams(link.search))
        if (name === "lang" || name === ownLanguageMark) query.set(name, value);
      link.search = `${query}`;
    };
  }
}

function restore(stored: Language | null): void {
  if (!stored || stored === document.documentElement.lang) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported
  document.cookie = `${languageStorageKey}=${stored};path=/;max-age=31536000;samesite=lax`;
  if (isMirrored()) location.reload();
}

function isMirrored(): boolean {
  return `; ${document.cookie}`.includes(`; ${languageStorageKey}=`);
}
