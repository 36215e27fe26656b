/** Where a person goes after signing in: a path of the console, whatever the address said. */

/** The path, or "/" for anything that is none of the console's screens. */
export function nextPath(text: unknown): string {
  if (typeof text !== "string" || text.length > 500) return "/";
  // A second slash, or a backslash that browsers take for one, would lead to another host.
  if (!/^\/(?![/\\])[^\s\\]*$/.test(text) || /[\u0000-\u001f]/.test(text)) return "/";
  return /^\/(?:api|assets|sign-|reset|prove|second-factor(?:$|\?))/.test(text) ? "/" : text;
}
