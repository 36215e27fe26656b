/**
 * What is typed into a form survives a reload and a crash of the tab: fields that identify no person, in the tab's own storage.
 * Names, mobiles and notes are not kept there (ASVS 14.3.3).
 */

/** The kept fields of a form, by name. */
export function readKeptDraft(key: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Keeps these fields of a form. */
export function keepDraft(key: string, form: FormData, names: readonly string[]): void {
  const kept = names.flatMap((name) => (form.has(name) ? [[name, String(form.get(name))]] : []));
  keepFields(key, Object.fromEntries(kept));
}

/** Keeps what was read before. */
export function keepFields(key: string, fields: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // A browser without storage keeps what is typed as long as the screen.
  }
}

export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
