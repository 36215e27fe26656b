/**
 * Every delay, timeout, poll and limit on waiting, in one place (Spec 9 and decision K8). Milliseconds unless the
 * name says otherwise. Each is an export of its own, so that a page carries only those that it uses; importers say
 * `import * as timing`.
 */

// Buyers' pages (Spec 9).
export const threeDRedirectDelayMs = 500;
export const processingModalCloseMs = 500;
export const sessionUpdateTimeoutMs = 10_000;
export const statusCheckDelayMs = 2_000;
export const statusCheckAttempts = 5;
export const walletResultRedirectMs = 3_000;
export const simplePageRedirectMs = 2_000;
export const callbackRedirectMs = 1_500;
export const checkoutProgressMs = 2_000;
export const applePayAuthorizationTimeoutMs = 20_000;
export const applePayAutoClickMs = 1_000;
export const errorPageDelayMs = 1_000;
/** How long the way back from 3-D Secure waits for the page around it before it shows the result itself. */
export const framedReturnMs = 3_000;
/** A page whose data takes longer than this is begun with its loading screen. */
export const loadingScreenAfterMs = 300;

// Calls to providers.
export const gatewaySessionTimeoutMs = 20_000;
export const gatewayPaymentTimeoutMs = 60_000;
/** Apple Pay: the buyer looks at the sheet meanwhile. */
export const appleMerchantSessionTimeoutMs = 5_000;

/** A step that has not come back after this long belongs to a dead process; the job may ask about it. */
export const attemptLeaseMs = 90_000;
/** "Never heard of it" is believed only this long after the step was sent: it might still be on its way. */
export const notFoundGraceMs = 75_000;
/** Buyers have this long for 3-D Secure before the attempt is closed. */
export const threeDSecureLifetimeMs = 10 * 60_000;
/** Growing intervals between questions about one attempt; the last one repeats. */
export const checkIntervalsMs = [
  5_000,
  10_000,
  20_000,
  60_000,
  5 * 60_000,
  15 * 60_000,
  60 * 60_000,
] as const;
/** How often an outcome is tried again that could not be written down. */
export const bookingRetryMs = 1_000;
/** So long before its lease ends, an attempt's step is not written down any more: the writing itself takes its time. */
export const bookingMarginMs = 20_000;
/** How long the question may take whether the database takes writes, and how long its answer holds. */
export const readinessTimeoutMs = 2_000;
export const readinessHoldsMs = 1_000;
/** How often the job looks for attempts that are due. */
export const jobTickMs = 1_000;
/** How often the job looks for accounts whose provider must be told where to report to. */
export const registrationScanMs = 5_000;
/** How often a provider that was told is asked whether it still knows. */
export const registrationRecheckMs = 24 * 60 * 60_000;
/** How often what has outlived its use is removed. */
export const tidyIntervalMs = 60 * 60_000;
/** One question to the provider per order in this time, however many pages ask (Spec 9 polling, threat D29). */
export const checkFloorMs = 2_000;

// Tokens.
export const orderTokenLifetimeMs = 24 * 60 * 60_000;
export const priceTokenLifetimeMs = 24 * 60 * 60_000;
export const emailCodeLifetimeMs = 10 * 60_000;
export const emailProofLifetimeMs = 24 * 60 * 60_000;
export const resultTokenLifetimeMs = 15 * 60_000;
export const cardSessionLifetimeMs = 15 * 60_000;
