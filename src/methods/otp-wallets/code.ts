/** What a wallet's provider says of its one-time codes: the method states it, and page and server obey it. */
import { type DigitCount, otpDigits } from "#core/validators.ts";

export type WalletCode = {
  /** How many digits a code has. A code with one too few is refused by its field, before it is sent and costs a guess. */
  readonly digits: DigitCount;
};

/** For what the provider's documents do not say. */
export const undocumentedCode = { digits: otpDigits } as const satisfies WalletCode;
