/** How often, in one place. Numbers are per the unit in the name; see docs/operations.md. */
export const limits = {
  /** Tries to pay one order, by any method. Below the card schemes' fifteen retries in thirty days. */
  attemptsPerOrderPerHour: 5,
  attemptsPerOrder: 10,
  /** Guesses at one one-time code. */
  codeGuessesPerAttempt: 5,
  /** Codes that are sent to confirm the e-mail address of one order. */
  emailCodesPerOrderPerHour: 3,
  emailCodesPerOrder: 10,
  /** Codes that one mailbox receives, over all orders. */
  emailCodesPerMailboxPerHour: 5,
  /** Guesses at one of them. */
  emailCodeGuesses: 5,
  /** Card sessions opened for one order. */
  cardSessionsPerOrder: 30,
  /** Requests per minute from one address, per kind of call. */
  readsPerMinute: 600,
  paymentsPerMinute: 60,
  /** Misses on order numbers from one address in ten minutes before it has to wait. */
  orderMissesPerTenMinutes: 20,
} as const;
