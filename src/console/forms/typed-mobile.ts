/** Numbers to dial as people type and paste them in Arabic and English. */
import { normaliseDigits, stripUnseen } from "#core/text.ts";

/** A number to dial, with ASCII digits and a plus only in front: the server knows which numbers there are. */
export function readTypedMobile(text: string): string {
  const plain = normaliseDigits(stripUnseen(text)).replace(/[^\d+]/g, "");
  // Written from right to left, the plus was typed last.
  return plain.endsWith("+") ? `+${plain.slice(0, -1)}` : plain;
}
