/** Keeps the caret where the buyer is typing while digits are grouped around it. */
import { digitsOf } from "#core/text.ts";

/**
 * Where the caret belongs after a text was rewritten: behind as many digits as before.
 * @param before the text as typed, and the caret in it (offset in UTF-16 units)
 * @param after the text as it will stand
 */
export function caretAfter(before: { readonly text: string; readonly caret: number }, after: string): number {
  const digits = digitsOf(before.text.slice(0, before.caret)).length;
  // At the end of the text the caret also passes a separator that was just added.
  if (digits === digitsOf(before.text).length && before.caret === before.text.length) return after.length;
  let seen = 0;
  for (const [index, character] of [...after].entries()) {
    if (seen === digits) return index;
    if (digitsOf(character) !== "") seen += 1;
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

/** Leaves nothing but digits in an input: Spec 5 has codes and quantities of digits alone (decisions K15, K19). */
export function keepDigits(input: HTMLInputElement | undefined): void {
  if (input) rewriteInput(input, digitsOf(input.value));
}
