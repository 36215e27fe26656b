/** How many one-time codes may still be typed (docs/decisions/0318): the page, the calls and the lock ask here. */
import { codeOf } from "#methods/allowed.ts";
import { mostGuesses } from "#methods/otp-wallets/code.ts";
import type { AttemptRow } from "./attempt-store.ts";

/** Over all codes of the attempt's try, by its provider's limit or ours, whichever is lower. */
export function guessesLeft({ method, code_guesses }: Pick<AttemptRow, "method" | "code_guesses">): number {
  // A limit that was lowered meanwhile may be behind the count.
  return Math.max(0, mostGuesses(codeOf(method)) - code_guesses);
}
