/**
 * Every delay, timeout, poll and limit on waiting, in one place (Spec 9 and decision K8). Milliseconds unless the
 * name says otherwise.
 */
export const timing = {
  /** Buyer's pages (Spec 9). */
  threeDRedirectDelayMs: 500,
  processingModalCloseMs: 500,
  sessionUpdateTimeoutMs: 10_000,
  statusCheckDelayMs: 2_000,
  statusCheckAttempts: 5,
  walletResultRedirectMs: 3_000,
  simplePageRedirectMs: 2_000,
  callbackRedirectMs: 1_500,
  checkoutProgressMs: 2_000,
  applePayAuthorizationTimeoutMs: 20_000,
  applePayAutoClickMs: 1_000,
  errorPageDelayMs: 1_000,
  /** How long the way back from 3-D Secure waits for the page around it before it shows the result itself. */
  framedReturnMs: 3_000,
  /** A page whose data takes longer than this is begun with its loading screen. */
  loadingScreenAfterMs: 300,

  /** Calls to providers. */
  gatewaySessionTimeoutMs: 20_000,
  gatewayPaymentTimeoutMs: 60_000,
  /** Apple Pay: the buyer looks at the sheet meanwhile. */
  appleMerchantSessionTimeoutMs: 5_000,

  /** A step that has not come back after this long belongs to a dead process; the job may ask about it. */
  attemptLeaseMs: 90_000,
  /** "Never heard of it" is believed only this long after the step was sent: it might still be on its way. */
  notFoundGraceMs: 75_000,
  /** Buyers have this long for 3-D Secure before the attempt is closed. */
  threeDSecureLifetimeMs: 10 * 60_000,
  /** Growing intervals between questions about one attempt; the last one repeats. */
  checkIntervalsMs: [5_000, 10_000, 20_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000],
  /** How often the job looks for attempts that are due. */
  jobTickMs: 1_000,
  /** How often the job looks for accounts whose provider must be told where to report to. */
  registrationScanMs: 5_000,
  /** How often a provider that was told is asked whether it still knows. */
  registrationRecheckMs: 24 * 60 * 60_000,
  /** How often what has outlived its use is removed. */
  tidyIntervalMs: 60 * 60_000,
  /** One question to the provider per order in this time, however many pages ask (Spec 9 polling, threat D29). */
  checkFloorMs: 2_000,

  /** Tokens. */
  orderTokenLifetimeMs: 24 * 60 * 60_000,
  priceTokenLifetimeMs: 24 * 60 * 60_000,
  emailCodeLifetimeMs: 10 * 60_000,
  emailProofLifetimeMs: 24 * 60 * 60_000,
  resultTokenLifetimeMs: 15 * 60_000,
  cardSessionLifetimeMs: 15 * 60_000,
} as const;
