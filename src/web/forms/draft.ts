/**
 * What the buyer typed into the harmless fields, kept for this tab only, so that a reload or the language switch
 * does not lose it. Card data and codes never come here: callers pass the fields by name.
 */
import type { FieldValues } from "#core/fields.ts";
import { fieldsIn } from "./typed.ts";

/** The part of the browser's session storage that is used. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem">;

/** Keeps the named fields of a form. A browser that refuses storage just forgets. */
export function keepDraft(
  storage: () => DraftStorage,
  key: string,
  values: FieldValues,
  names: readonly string[],
): void {
  const kept = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
  try {
    storage().setItem(key, JSON.stringify(kept));
  } catch {
    // Private windows and full storages: the draft is a convenience.
  }
}

/** The named fields as they were kept; empty when there is nothing, or something else stands there. */
export function readDraft(storage: () => DraftStorage, key: string, names: readonly string[]): FieldValues {
  try {
    const kept: unknown = JSON.parse(storage().getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null) return {};
    const entries = Object.entries(kept).filter(
      ([name, value]) => names.includes(name) && typeof value === "string",
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** Gives fields below an element their kept text back; those that the buyer has touched since keep what is in them. */
export function restoreDraft(root: ParentNode | null, draft: FieldValues): void {
  for (const input of fieldsIn(root)) {
    const kept = draft[input.dataset["field"] ?? ""];
    if (!kept || input.type === "hidden" || input.value !== (input.defaultValue ?? "")) continue;
    input.value = kept;
    input.closest("details")?.setAttribute("open", "");
  }
}

/** Whether a field below an element has another text than the page came with. */
export function isChanged(root: ParentNode | null): boolean {
  return fieldsIn(root).some((input) => input.type !== "hidden" && input.value !== input.defaultValue);
}
