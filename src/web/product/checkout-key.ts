/**
 * Tells the server which presses are about the same order. A page that is opened gets a new key; one that the buyer
 * comes back to, or loads again, keeps its own: the server then gives the same order back, or replaces it, and the
 * pieces that it held are not held twice.
 */
import { keepDraft, readDraft } from "../forms/draft.ts";

const name = "checkoutKey";

/** The key of this opening of a link's page. */
export function checkoutKeyOf(linkIdentity: string): string {
  const storageKey = `wasl-checkout-${linkIdentity}`;
  const kept = isSamePage() ? readDraft(() => sessionStorage, storageKey, [name])[name] : undefined;
  const key = kept ?? newKey();
  keepDraft(() => sessionStorage, storageKey, { [name]: key }, [name]);
  return key;
}

/** Whether the browser shows a page of its history, or the same one again. */
function isSamePage(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && (entry.type === "back_forward" || entry.type === "reload");
}

/** 128 random bits; `crypto.randomUUID` is not there on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
