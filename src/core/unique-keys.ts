/**
 * JSON objects that name a member twice. Programs disagree which of the two counts (RFC 8259, section 4), so a body
 * that two of them read must not have any: one may judge what the other does not use.
 */

/** Whether any object of a text that is valid JSON names a member twice, however the name is written. */
export function hasRepeatedKey(json: string): boolean {
  /** The names of each object that is open, null for a list. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') {
      const end = endOfText(json, at);
      const names = open.at(-1);
      if (isName && names) {
        const name = JSON.parse(json.slice(at, end + 1)) as string;
        if (names.has(name)) return true;
        names.add(name);
        isName = false;
      }
      at = end;
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : null);
      isName = character === "{";
    } else if (character === "}" || character === "]") {
      open.pop();
    } else if (character === ",") {
      isName = open.at(-1) !== null;
    }
  }
  return false;
}

/** Where the text that begins at `start` ends. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
