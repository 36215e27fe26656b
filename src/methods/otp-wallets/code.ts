/** What a wallet's provider says of its one-time codes: the method states it, and page and server obey it. */
import { limits } from "#core/limits.ts";
import { type DigitCount, otpDigits } from "#core/validators.ts";

export type WalletCode = {
  /** How many digits a code has. A code with one too few is refused by its field, before it is sent and costs a guess. */
  readonly digits: DigitCount;
  /** After how many wrong codes the provider ends a payment; null where it states no number. */
  readonly guesses: number | null;
};

/** For what the provider's documents do not say. */
export const undocumentedCode = { digits: otpDigits, guesses: null } as const satisfies WalletCode;

/** How many codes of one try a buyer may type: the provider's limit or ours, whichever is lower. */
export function mostGuesses({ guesses }: WalletCode): number {
  return Math.min(guesses ?? limits.codeGuessesPerAttempt, limits.codeGuessesPerAttempt);
}
