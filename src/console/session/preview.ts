/**
 * Seeing the console as another role does, before a colleague is invited: kept for this tab, begun and ended by loading the page
 * again, so that nothing of one role stays in the other's screens. The server refuses every change meanwhile.
 */
import { type Role, readRole } from "#core/roles.ts";

const storageKey = "wasl-as-role";

/** The role as which this tab looks at the shop; null for the person's own. */
export function previewedRole(): Role | null {
  try {
    return readRole(sessionStorage.getItem(storageKey) ?? "");
  } catch {
    return null;
  }
}

/** Begins; a browser without storage has no preview. */
export function beginPreview(role: Role): void {
  try {
    sessionStorage.setItem(storageKey, role);
  } catch {
    return;
  }
  location.assign("/");
}

/** Back to the person's own role, where they came from. */
export function endPreview(): void {
  sessionStorage.removeItem(storageKey);
  location.assign("/team");
}
