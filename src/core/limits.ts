/** How often, in one place. Numbers are per the unit in the name; see docs/operations.md. */
export const limits = {
  /**
   * Tries to pay one order, by any method, in any hour and for ever: below the card schemes' fifteen retries in thirty
   * days. Tries that the provider did not take do not count.
   */
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
  /** Card sessions opened for one order in any hour. */
  cardSessionsPerOrderPerHour: 30,
  /** Wrong coupon codes on one product link, from one address and from everywhere. */
  couponMissesPerAddressPerHour: 10,
  couponMissesPerLinkPerHour: 100,
  /** Unpaid orders of one product link that one mobile may have at a time. */
  openOrdersPerMobileAndLink: 5,
  /** Orders that one address may make through product links. */
  checkoutsPerAddressPerHour: 30,
  /** Requests per minute from one address, per kind of call. */
  readsPerMinute: 600,
  paymentsPerMinute: 60,
  /** Questions how a payment stands, per minute and address. */
  statusCallsPerMinute: 120,
  /** What one address may do in an hour, over all orders. */
  cardAttemptsPerAddressPerHour: 20,
  cardSessionsPerAddressPerHour: 30,
  emailCodesPerAddressPerHour: 20,
  walletCodesPerAddressPerHour: 10,
  /** Misses on order numbers from one address in ten minutes before it has to wait. */
  orderMissesPerTenMinutes: 20,
  /** Calls of the merchant API with one key. */
  apiCallsPerKeyPerMinute: 600,
  /** Calls of it without a valid key, from one address. */
  apiRefusalsPerAddressPerTenMinutes: 50,
} as const;
