/**
 * How often, in one place. Numbers are per the unit in the name; see docs/operations.md and docs/decisions/0027.
 * Mobile carriers, offices and schools put many buyers behind one address: what counts by address is very high, and
 * gives back what turned out well. A limit of one method closes no other one.
 */
export const limits = {
  /**
   * Declined tries of one order by card, by Apple Pay or by Google Pay, each for itself, in any hour and in total:
   * below the card schemes' fifteen retries in thirty days.
   */
  declinesPerOrderPerHour: 5,
  declinesPerOrder: 10,
  /** Declined tries of one card, and of one buyer's mobile by card, over all orders. */
  declinesPerCardPerHour: 5,
  declinesPerMobilePerHour: 10,
  /** Different cards that one order may be tried with. */
  cardsPerOrder: 4,
  /** The same two while a merchant's declines are high (`declineWatch`). */
  declinesPerCardPerHourSlowed: 2,
  cardsPerOrderSlowed: 2,
  /**
   * Tries by a one-time code of a wallet: for one order, and to one mobile over all orders. A code that is sent again
   * is the same try, as long as its mobile has not had this many codes again; further ones are tries.
   */
  walletCodesPerOrderPerHour: 5,
  walletCodesPerMobilePerHour: 3,
  walletCodesAgainPerMobilePerHour: 3,
  /**
   * One-time codes that a merchant's buyers may be sent in any 24 hours: each is a text message that costs money.
   * `WASL_WALLET_CODES_PER_MERCHANT_PER_DAY` loosens it.
   */
  walletCodesPerMerchantPerDay: 2_000,
  /**
   * Guesses at one one-time code, however often it was sent; `payment_attempts.code_guesses` holds it (migration 0050). Fewer where the
   * wallet's provider takes fewer (docs/decisions/0318).
   */
  codeGuessesPerAttempt: 5,
  /** Codes that are sent to confirm the e-mail address of one order. */
  emailCodesPerOrderPerHour: 3,
  emailCodesPerOrder: 10,
  /** Codes that one mailbox receives, over all orders. */
  emailCodesPerMailboxPerHour: 5,
  /** Guesses at one of them. */
  emailCodeGuesses: 5,
  /** Mails with an open bill or transfer: for one order, and to one mailbox over all orders. */
  referenceMailsPerOrderPerHour: 3,
  referenceMailsPerOrder: 10,
  referenceMailsPerMailboxPerHour: 5,
  /** Mails with digital goods that a merchant has sent again, for one order. */
  deliveriesPerOrderPerHour: 5,
  /** Pages of buyers that one server tells of changes at a time; others look by themselves. */
  orderStreamsPerServer: 2_000,
  /** Links to all documents of a buyer, asked for on one invoice. */
  documentsLinksPerOrderPerHour: 3,
  /** Messages that a merchant has sent about one order, by every channel together. */
  messagesPerOrderPerHour: 20,
  /** Card sessions opened for one order in any hour. */
  cardSessionsPerOrderPerHour: 30,
  /**
   * Wrong coupon codes on one product link from one address; and from all addresses, which are counted but not stopped.
   */
  couponMissesPerAddressPerHour: 10,
  couponMissesPerLinkPerHourAlarm: 1_000,
  /** Unpaid orders of one product link that one mobile may have at a time. */
  openOrdersPerMobileAndLink: 5,
  /** Orders that one address may make through product links. */
  checkoutsPerAddressPerHour: 300,
  /** Requests per minute from one address, per kind of call. */
  readsPerMinute: 6_000,
  paymentsPerMinute: 600,
  /** Reports of what a page's policy stopped, per minute and address. */
  reportsPerMinute: 120,
  /** Questions about the status of a payment, per minute and address. */
  statusCallsPerMinute: 1_200,
  /** What may fail or lead to nothing from one address in an hour, over all orders. */
  declinesPerAddressPerHour: 200,
  cardSessionsPerAddressPerHour: 300,
  emailCodesPerAddressPerHour: 200,
  walletCodesPerAddressPerHour: 200,
  referenceMailsPerAddressPerHour: 200,
  buyerRequestsPerAddressPerHour: 60,
  /** Misses on order numbers from one address in ten minutes before it has to wait. */
  orderMissesPerTenMinutes: 20,
  /** Calls of the merchant API with one key. */
  apiCallsPerKeyPerMinute: 600,
  /** Streams of events that one caller has open at one server. */
  eventStreamsPerCaller: 10,
  /** Exports of it that one server writes at a time: each reads as fast as its client takes. */
  exportsAtOnce: 6,
  /** Calls of it without a valid key, from one address. */
  apiRefusalsPerAddressPerTenMinutes: 50,
  /** Codes that show that an address or a mobile is somebody's (docs/decisions/0140, 0141): asked for from one network address. */
  addressCodesPerAddressPerHour: 20,
  /** The same, sent to one mailbox or mobile. */
  addressCodesPerMailboxPerHour: 3,
  addressCodesPerMailboxPerDay: 8,
  /** Text messages with such codes, of the whole installation in a day: each costs its operator money. */
  addressCodesBySmsPerDay: 500,
  /** Guesses at one code, and at all codes from one network address. */
  addressCodeGuesses: 5,
  addressCodeGuessesPerAddressPerHour: 60,
  /** Shops that one person opens, and those of them that wait for the operator at a time. */
  shopsPerPerson: 10,
  waitingShopsPerPerson: 2,
  /** Invitations that the people of one shop mail in a day; of one that waits for the operator. */
  invitationsPerShopPerDay: 50,
  invitationsPerWaitingShopPerDay: 5,
  /** Invitations by text message, to one mobile in a day whatever shops they are from; of the whole installation. */
  invitationsPerMobilePerDay: 3,
  invitationsBySmsPerDay: 300,
} as const;

/**
 * A merchant's declined card tries among its latest decided ones (threat 2.6; the schemes call a fifth of them
 * enumeration). Above the first share the limits of cards get tighter, above the second cards are paused for a while.
 */
export const declineWatch = {
  tries: 100,
  slowAbovePercent: 20,
  pauseAbovePercent: 40,
  slowedMs: 60 * 60_000,
  pausedMs: 30 * 60_000,
  /** Older tries say nothing of today. */
  lookBackMs: 24 * 60 * 60_000,
} as const;

/** Limits of payments that are named to the buyer, with the time to wait and what still works. */
export const limitNames = [
  "orderDeclines",
  "orderUsedUp",
  "cardDeclines",
  "mobileDeclines",
  "cardsOfOrder",
  "cardsPaused",
  "codesOfOrder",
  "codesOfMobile",
  "codesOfMerchant",
  "cardSessions",
] as const;

export type LimitName = (typeof limitNames)[number];
