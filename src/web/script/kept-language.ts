/** The buyer's language in the browser's storage, where the specification wants it (Spec 1, decision K16). */
import { languageStorageKey, readLanguage } from "#core/language.ts";

/** Keeps a language that was chosen in the address. The server has put the same into the cookie. */
export function keepLanguage(): void {
  const chosen = readLanguage(new URLSearchParams(location.search).get("lang"));
  if (!chosen) return;
  try {
    localStorage.setItem(languageStorageKey, chosen);
  } catch {
    // Storage is refused in some private windows; the cookie and the address carry the choice.
  }
}
