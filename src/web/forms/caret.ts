/** Keeps the caret where the buyer is typing while digits are grouped around it. */
import { normaliseDigits } from "#core/text.ts";

/**
 * Where the caret belongs after a text was rewritten: behind as many digits as before.
 * @param before the text as typed, and the caret in it (offset in UTF-16 units)
 * @param after the text as it will stand
 */
export function caretAfter(before: { readonly text: string; readonly caret: number }, after: string): number {
  const digits = digitCount(before.text.slice(0, before.caret));
  // At the end of the text the caret also passes a separator that was just added.
  if (digits === digitCount(before.text) && before.caret === before.text.length) return after.length;
  let seen = 0;
  for (const [index, character] of [...after].entries()) {
    if (seen === digits) return index;
    if (isDigit(character)) seen += 1;
  }
  return after.length;
}

/**
 * Rewrites an input's text and keeps the caret. Does nothing when the text already stands as it should, so that the
 * browser's own undo history lives as long as it can.
 */
export function rewriteInput(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  const before = { text: input.value, caret: input.selectionStart ?? input.value.length };
  input.value = text;
  if (input.ownerDocument.activeElement !== input) return;
  const caret = caretAfter(before, text);
  input.setSelectionRange(caret, caret);
}

function digitCount(text: string): number {
  return [...text].filter(isDigit).length;
}

function isDigit(character: string): boolean {
  return /\d/.test(normaliseDigits(character));
}
