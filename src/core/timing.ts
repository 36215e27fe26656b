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
/** A payment page whose time seems to be over asks the server again after this, where it said no. */
export const expiryAskAgainMs = 60_000;
/** The last part of the time to pay is counted down; a page that is opened so long before the end has room for it. */
export const countdownMs = 60 * 60_000;
export const countdownRoomMs = 4 * 60 * 60_000;
/** How long the way back from 3-D Secure waits for the page around it before it shows the result itself. */
export const framedReturnMs = 3_000;
/** A page whose data takes longer than this is begun with its loading screen. */
export const loadingScreenAfterMs = 300;
/** A buyer who opens an invoice again within this is still at the same view of it. */
export const newViewAfterMs = 10 * 60_000;

// Calls to providers.
/**
 * What buyers are shown of a provider: by its latest calls, so many at most and of these last minutes, at least three of
 * them, and slow from this on. A call takes less than a second as a rule.
 */
export const callWatch = { calls: 20, leastCalls: 3, slowMs: 5_000, lookBackMs: 10 * 60_000 } as const;
export const gatewaySessionTimeoutMs = 20_000;
export const gatewayPaymentTimeoutMs = 60_000;
/** Apple Pay: the buyer looks at the sheet meanwhile. */
export const appleMerchantSessionTimeoutMs = 5_000;

/**
 * A start takes no money, so its lease is short, and renewed as long as its process lives: after a kill its order is
 * free again within this.
 */
export const startLeaseMs = 10_000;
export const startRenewalMs = 3_000;
/** Any other step that has not come back after this long belongs to a dead process; the job may ask about it. */
export const attemptLeaseMs = 90_000;
/**
 * Paying with a one-time code: one without an answer is sent again for the same payment, up to so long after the first
 * sending, since its buyer waits (`attemptLeaseMs` in the browser) and codes are not stored.
 */
export const codeTimeoutMs = 30_000;
export const codeRepeatsMs = 45_000;
/**
 * One refund's lease, taken before its first call and again before the one that moves money: longer than that call
 * with all that an adapter may do beside it, which is a token, the call again with a new one, and a question.
 */
export const refundLeaseMs = 2 * gatewayPaymentTimeoutMs + 3 * gatewaySessionTimeoutMs;
/** How long a request for a refund above a limit waits for a second person. */
export const refundApprovalMs = 7 * 24 * 60 * 60_000;
/** A refund that was claimed and not sent at once belongs to a process that died: any other picks it up. */
export const refundPickUpMs = 5_000;
/**
 * Collecting approved money: longer than the call and the question that an adapter may ask after it. No other process
 * sends the collection meanwhile.
 */
export const captureLeaseMs = 2 * gatewayPaymentTimeoutMs + gatewaySessionTimeoutMs;
/**
 * A provider without an idempotency key for refunds is only asked for so long after a refund that it did not answer:
 * that one may still be on its way.
 */
export const refundResendAfterMs = 10 * 60_000;
/** How long after its beginning a payment whose money its provider refuses to take, while the approval stands, is tried again. */
export const refusedConfirmMs = 15 * 60_000;
/** "No record of it" is believed only this long after the step was sent: it might still be on its way. */
export const notFoundGraceMs = 75_000;
/** After a refusal an invoice that repeats is tried again. */
export const recurringRetryMs = 60 * 60_000;
/** How long a buyer's page receives changes of its order before it asks again, and how soon it does so. */
export const orderStreamMs = 10 * 60_000;
export const orderStreamRetryMs = 5_000;
/** A page listens at most so long after it was written: what changed in between is said as soon as it does. */
export const pageBeginningMs = 30_000;
/** While a provider is being called about the order of such a page, its result is looked for so often: not every result is an event. */
export const orderLookAgainMs = 2_000;
/** How long the link to all documents of a buyer is good. */
export const documentsLinkLifetimeMs = 30 * 60_000;
/** For so long a browser remembers by which method it paid. */
export const lastMethodKeptMs = 180 * 24 * 60 * 60_000;
/** For so long a browser keeps a form of a page that was not taken. */
export const formDraftKeptMs = 10 * 60_000;
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
/**
 * While a buyer may be at a provider's page, their approval is found within this: some live for half an hour, and a message may be lost
 * and the tab closed. Hourly after that: pages that live longer have approvals that do.
 */
export const awaitedBuyer = { untilMs: 3 * 60 * 60_000, pauseMs: 15 * 60_000 } as const;
/**
 * The longest pauses between questions about money that may have been taken, by the time since it was last sent; the
 * growing intervals may be shorter. A buyer who was charged learns it within a minute of the provider answering again.
 */
export const inDoubtPauses = [
  { untilMs: 5 * 60_000, pauseMs: 15_000 },
  { untilMs: 15 * 60_000, pauseMs: 30_000 },
  { untilMs: 6 * 60 * 60_000, pauseMs: 60_000 },
] as const;
/** How often an outcome is tried again that could not be written down. */
export const bookingRetryMs = 1_000;
/** So long before its lease ends, an attempt's step is no longer written down: the writing itself takes its time. */
export const bookingMarginMs = 20_000;
/** How long the question may take whether the database takes writes, and how long its answer holds. */
export const readinessTimeoutMs = 2_000;
export const readinessHoldsMs = 1_000;
/**
 * The lowest and highest amount of a payment, as its provider says: how long that is believed, when a provider that did
 * not answer is asked again, and how long the first page that needs it waits.
 */
export const limitsBelievedMs = 60 * 60_000;
export const limitsRetryMs = 60_000;
export const limitsTimeoutMs = 500;
/** How often the job looks for attempts that are due. */
export const jobTickMs = 1_000;
/** A stream of events says that it is there, and ends, so that its caller proves again who it is. */
export const eventHeartbeatMs = 15_000;
export const eventStreamMs = 5 * 60_000;
/** A reader that was cut off comes back after this. */
export const eventStreamRetryMs = 1_000;
/** How long committed events are gathered before the next are given on, under load. */
export const eventPlacingPauseMs = 50;
/** After so many failures in a row a lane of the queue is closed, for the first of these, then longer each time. */
export const laneFailures = 5;
export const laneRestsMs = [30_000, 60_000, 2 * 60_000, 5 * 60_000, 10 * 60_000, 15 * 60_000] as const;
/** A receiver of webhooks has this long to answer; its delivery belongs to a dead process after the lease. */
export const webhookTimeoutMs = 15_000;
export const webhookLeaseMs = 60_000;
/** Growing intervals between tries of one delivery; the last one repeats until it is given up. */
export const webhookRetriesMs = [
  5_000,
  30_000,
  2 * 60_000,
  10 * 60_000,
  30 * 60_000,
  60 * 60_000,
  2 * 60 * 60_000,
  4 * 60 * 60_000,
  8 * 60 * 60_000,
  12 * 60 * 60_000,
] as const;
export const webhookTriedForMs = 7 * 24 * 60 * 60_000;
/** A notice of a payment to a device; later it would be no news. */
export const pushRetriesMs = [5_000, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000] as const;
export const pushTriedForMs = 60 * 60_000;
/** An endpoint without one success for so long is switched off. */
export const webhookDisabledAfterMs = 5 * 24 * 60 * 60_000;
/** When a payment that ended without money is asked about again: after its end, and after that answer. */
export const lateCheckDelaysMs = [3 * 60 * 60_000, 21 * 60 * 60_000] as const;
/** One that is not answered is asked again after this, so many times. */
export const lateCheckRetryMs = 60 * 60_000;
export const lateCheckTries = 50;
/** How often the job looks for such payments, and for a day that is to be compared. */
export const reconciliationScanMs = 60_000;
/** Hours after the end of a day of Riyadh at which it is compared with the providers' books. */
export const reconciliationHour = 4;
/** A day that could not be compared in whole is compared again after each of these. */
export const reconciliationRetriesMs = [60 * 60_000, 6 * 60 * 60_000, 24 * 60 * 60_000] as const;
/** What a provider guarantees is collected in seconds. Where it was not after this long, people look at it. */
export const collectionOverdueMs = 24 * 60 * 60_000;
/** A mail with digital goods that has not been answered for after this long belongs to a dead process. */
export const deliveryLeaseMs = 2 * 60_000;
/** Growing intervals between tries to send it; after the last one it has failed. */
export const deliveryRetriesMs = [
  60_000,
  5 * 60_000,
  15 * 60_000,
  60 * 60_000,
  3 * 60 * 60_000,
  8 * 60 * 60_000,
  12 * 60 * 60_000,
  24 * 60 * 60_000,
] as const;
/** Growing intervals between tries of a mail to a person of a shop; the last one repeats until it is too late. */
export const accountMailRetriesMs = [15_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;
/** A notice of a changed account that could not be sent for so long is given up: after it, its reader can prevent nothing. */
export const accountNoticeTooOldMs = 72 * 60 * 60_000;
/** A provider of messages has this long to answer; longer belongs to a dead process. */
export const messageTimeoutMs = 20_000;
export const messageLeaseMs = 2 * 60_000;
/** Growing intervals between tries of a message that was refused for now; after the last one it has failed. */
export const messageRetriesMs = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000] as const;
/** While an account must be put right, a message is tried again after this, until it is too old. */
export const messageAccountRetryMs = 15 * 60_000;
/** A message that could not be handed over for so long has failed: its news is old. */
export const messageTooOldMs = 72 * 60 * 60_000;
/** How long a message without an answer waits for a report on it, before it is sent again or asked about. */
export const messageDoubtMs = 5 * 60_000;
/** When a message that was taken is asked about; after the last one it has expired. */
export const messageChecksMs = [
  10 * 60_000,
  60 * 60_000,
  6 * 60 * 60_000,
  24 * 60 * 60_000,
  41 * 60 * 60_000,
] as const;
/** How often the job looks for invoices whose buyer is to be reminded. */
export const reminderScanMs = 60_000;
/** A reminder that could not be made or sent for so long, such as after an outage or during a payment, is left out. */
export const reminderLatestMs = 12 * 60 * 60_000;
/** How often a reminder that waits for the end of a payment is judged again. */
export const reminderPaymentWaitMs = 5 * 60_000;
/** How often the job looks for accounts whose provider must be given an address to report to. */
export const registrationScanMs = 5_000;
/** How often a provider is asked whether it still has our address. */
export const registrationRecheckMs = 24 * 60 * 60_000;
/** How often what has outlived its use is removed. */
export const tidyIntervalMs = 60 * 60_000;
/** One question to the provider per order in this time, however many pages ask (Spec 9 polling, threat D29). */
export const checkFloorMs = 2_000;

/**
 * How long it is kept from where a buyer accepted the terms of sale: the longest time in which a scheme lets a card payment be disputed
 * (540 days after it; docs/decisions/0196).
 */
export const acceptancePlaceMs = 540 * 24 * 60 * 60_000;

// Tokens.
export const orderTokenLifetimeMs = 24 * 60 * 60_000;
export const priceTokenLifetimeMs = 24 * 60 * 60_000;
export const emailCodeLifetimeMs = 10 * 60_000;
export const emailProofLifetimeMs = 24 * 60 * 60_000;
export const resultTokenLifetimeMs = 15 * 60_000;
/** How long a replaced secret of return addresses still signs beside its successor. */
export const returnSecretOverlapMs = 24 * 60 * 60_000;
/** How long the address of a delivered file is good; a page that is loaded again has a fresh one. */
/** How long the address of a draft's page is good for. */
export const draftPageLifetimeMs = 60 * 60_000;
export const downloadLifetimeMs = 60 * 60_000;
/** How long a theme that is being made is shown by its address. */
export const triedThemeLifetimeMs = 60 * 60_000;
export const cardSessionLifetimeMs = 15 * 60_000;

/** A simplified tax document is reported to the tax authority within a day of its issue (BR-KSA-98). */
export const taxReportWithinMs = 24 * 60 * 60_000;
/** How long the tax authority may take: answers of half a minute were seen, and what it took is known by its hash. */
export const taxAuthorityTimeoutMs = 60_000;
/** Who sends for a unit belongs to a dead process after this; one document is sent in it. */
export const taxLeaseMs = taxAuthorityTimeoutMs + 60_000;
/** Growing intervals between tries of one document; the last one repeats, since no other process tries. */
export const taxRetriesMs = [5_000, 15_000, 60_000, 5 * 60_000, 10 * 60_000, 15 * 60_000] as const;
/** The authority may ask us to wait longer, but not for longer than this. */
export const longestTaxPauseMs = 60 * 60_000;
/** How often the job looks for documents that wait too long and for units that may send again. */
export const taxWatchMs = 15_000;
/** People are notified of a document that has waited for so many hours; the last is the deadline. */
export const taxAlarmHours = [12, 20, 24] as const;
/**
 * So long before a stamping certificate ends the operator is asked to renew it: a new code of the portal takes people.
 */
export const certificateNoticeMs = 60 * 24 * 60 * 60_000;

/** An export whose reader has taken nothing for so long is ended. */
export const exportIdleMs = 60_000;

// People in the console (docs/decisions/0107).
/** A session without a request ends after this, and any session after the longer one (ASVS 7.3.1, 7.3.2). */
export const sessionIdleMs = 30 * 60_000;
export const sessionMs = 12 * 60 * 60_000;
/** How long a proof of who one is counts for the acts that ask for it again. */
export const personProofMs = 10 * 60_000;
/** An address from which a person has worked within this is known for them. */
export const knownAddressMs = 90 * 24 * 60 * 60_000;
/** The address to choose a first password by, which the operator hands on. */
export const firstPasswordLinkMs = 72 * 60 * 60_000;
/** The address to choose a new password by, which is mailed. */
export const resetLinkMs = 30 * 60_000;
/** An invitation to a shop. */
export const invitationMs = 72 * 60 * 60_000;
/** How long a page that asks for a passkey may stand open: after it the next press brings a new question. */
export const passkeyChallengeMs = 15 * 60_000;
/** A code that shows that an address or a mobile is somebody's, and how long what it has shown may then be used (ASVS 6.5.5). */
export const addressCodeMs = 10 * 60_000;
export const addressProofMs = 30 * 60_000;
/** How long the operator's invitation to open a shop stands. */
export const shopInvitationMs = 14 * 24 * 60 * 60_000;
