/** Cleans what is typed or pasted into a field at once, so that the buyer sees what will be sent (decision K15). */
import { normaliseDigits, stripUnseen } from "#core/text.ts";

/** The part of an input that is used. */
export type CleanedInput = Pick<HTMLInputElement, "dir" | "selectionStart" | "setSelectionRange" | "value">;

/**
 * Removes invisible characters; in fields that run from left to right (numbers, phones, e-mails) digits of
 * the Arabic scripts become ASCII. The caret stays behind what it stood behind. A text that is clean is left alone.
 */
export function cleanInput(input: CleanedInput): void {
  const clean = (text: string) =>
    input.dir === "ltr" ? normaliseDigits(stripUnseen(text)) : stripUnseen(text);
  const text = clean(input.value);
  if (text === input.value) return;
  // Null in fields of type e-mail, which keep their caret to themselves.
  const caret = input.selectionStart;
  const before = clean(input.value.slice(0, caret ?? 0));
  input.value = text;
  if (caret !== null) input.setSelectionRange(before.length, before.length);
}
