/** What an act of the audit log is called: calls of the API and forms of the console, in words. */
import type { Language } from "#core/language.ts";
import ar from "./acts.ar.json" with { type: "json" };
import en from "./acts.en.json" with { type: "json" };

const names: Readonly<Record<Language, Readonly<Record<string, string>>>> = { ar, en };

/** The name; null for a command of the operator, and for what a newer server writes. */
export function actName(act: string, language: Language): string | null {
  const of = names[language];
  if (Object.hasOwn(of, act)) return of[act] ?? null;
  return act.startsWith("GET ") ? (of["GET"] ?? null) : null;
}
