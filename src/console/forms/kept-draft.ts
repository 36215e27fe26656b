/**
 * What is typed into a form survives a reload and a crash of the tab: fields that identify no person, in the tab's own storage.
 * Names, mobiles and notes are kept there sealed alone (ASVS 14.3.3, `sealed-draft.ts`).
 */

/** What a form's fields hold, by name. */
export type KeptFields = Readonly<Record<string, string>>;

/** The kept fields of a form. */
export function readKeptDraft(key: string): KeptFields {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as KeptFields;
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
export function keepFields(key: string, fields: KeptFields): void {
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
