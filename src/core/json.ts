/** Text that another program sent, as what it says. */

/** Reads a JSON text; null for text that is none (and for the text `null`). What it holds is for a schema to judge. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
