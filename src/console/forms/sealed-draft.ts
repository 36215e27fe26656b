/**
 * What is typed of people, in the tab's own storage where it cannot be read: sealed (AES-256-GCM) with a key that the server gives to
 * the person who is signed in, and that is in the page alone. Without that person's session it is of no use (docs/decisions/0256).
 */
import { dropDraft, type KeptFields } from "./kept-draft.ts";

const nonceBytes = 12;

/** By place: what was sealed last counts, however long the sealing of something older takes. */
const turns = new Map<string, number>();

function nextTurn(place: string): number {
  const turn = (turns.get(place) ?? 0) + 1;
  turns.set(place, turn);
  return turn;
}

/**
 * Keeps these fields instead of those before; none takes them away. Where the browser has no storage, or no cryptography since its
 * connection is not secure, nothing is kept.
 * @param key 32 bytes as base64url, the person's own
 * @param place in the storage; what was sealed for one place opens at no other
 */
export async function keepSealed(key: string, place: string, fields: KeptFields): Promise<void> {
  const turn = nextTurn(place);
  if (Object.keys(fields).length === 0) return dropDraft(place);
  try {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const text = new TextEncoder().encode(JSON.stringify(fields));
    const sealed = await crypto.subtle.encrypt(boundTo(place, iv), await keyOf(key), text);
    if (turns.get(place) === turn) sessionStorage.setItem(place, toText(iv) + toText(new Uint8Array(sealed)));
  } catch {
    // What is typed stays as long as the screen.
  }
}

/** What was kept there; nothing of another person's, of an earlier key, or that was changed, which is thrown away. */
export async function readSealed(key: string, place: string): Promise<KeptFields> {
  try {
    const kept = sessionStorage.getItem(place);
    if (kept === null) return {};
    const bytes = toBytes(kept);
    const [iv, sealed] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
    const text = await crypto.subtle.decrypt(boundTo(place, iv), await keyOf(key), sealed);
    return JSON.parse(new TextDecoder().decode(text)) as KeptFields;
  } catch {
    dropDraft(place);
    return {};
  }
}

/** Takes it away, and what is being sealed for it as well. */
export function dropSealed(place: string): void {
  nextTurn(place);
  dropDraft(place);
}

function boundTo(place: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(place) };
}

function keyOf(key: string): Promise<CryptoKey> {
  const base64 = key.replaceAll("-", "+").replaceAll("_", "/");
  return crypto.subtle.importKey("raw", toBytes(base64), "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Of twelve bytes, and of all that follow them: so that two of these texts one after another are one of all bytes. */
function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
