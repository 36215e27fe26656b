/** How the simulated gateway hides its messages: JSON in a list, percent-encoded as Java does it, AES-CBC, hexadecimal. */

import { createCipheriv, createDecipheriv } from "node:crypto";

const iv = Buffer.from("PGKEYENCDECIVSPC", "ascii");

/** The hexadecimal text of one message. */
export function hide(message: object, key: string): string {
  // Java's encoder writes spaces as plus signs and leaves stars alone.
  const plain = encodeURIComponent(JSON.stringify([message]))
    .replaceAll("%20", "+")
    .replaceAll("%2A", "*");
  const cipher = createCipheriv("aes-256-cbc", Buffer.from(key, "ascii"), iv);
  return cipher.update(plain, "ascii", "hex").toUpperCase() + cipher.final("hex").toUpperCase();
}

/** The object in a hidden list, or undefined when it cannot be read with this key. */
export function unhide(text: string, key: string): unknown {
  try {
    const decipher = createDecipheriv("aes-256-cbc", Buffer.from(key, "ascii"), iv);
    const plain = decipher.update(text, "hex", "utf8") + decipher.final("utf8");
    const [message]: unknown[] = JSON.parse(decodeURIComponent(plain.replaceAll("+", "%20")));
    return message;
  } catch {
    return undefined;
  }
}
