/**
 * The two halves of a payment method. `PaymentMethod` is a plain object that server and browser both load;
 * `PaymentProvider` is the server's way to the party that moves the money (how the server mounts and lists it: method-server.ts).
 * A capability is the presence of a function: a provider without `refund` cannot be asked to refund, and nothing throws "not supported".
 */
import type { PaymentChannel } from "#contract/payment.ts";
import type { FieldTable } from "#core/fields.ts";
import type { Minor } from "#core/money.ts";
import type { CodeOutcome, Outcome, StartOutcome, WayOn } from "#core/outcome.ts";
import type { Clock, Http, Log } from "#core/ports.ts";
import type { Quantity } from "#core/pricing/quantity.ts";
import type { ProblemCode } from "#core/problem.ts";
import type { Secret } from "#core/secret/secret.ts";
import type { MerchantValidation } from "./device-wallets/merchant-validation.ts";
import type { WalletCode } from "./otp-wallets/code.ts";

export type PaymentMethod<Id extends string = string> = MethodBase<Id> &
  (WalletFlow | RedirectFlow | ReferenceFlow | OtpFlow | CardFlow);

/** A wallet of the buyer's device. */
type WalletFlow = {
  readonly flow: "wallet";
  /** The pages that have it (Spec 2.3, 2.6, 2.7, 2.8). */
  readonly pages: readonly PaymentChannel[];
  /**
   * Tested against the User-Agent: the systems, and where it matters the browsers, whose own wallet it is. It leads there on the
   * payment page, the first of the catalogue where several match, behind the wallet that the buyer used last. On each page
   * the server's HTML keeps the place of its button there.
   */
  readonly ownOn?: RegExp;
};

/**
 * A page of the provider. The payment page alone leads there: the press of the simple page and of Apple Pay's pays, and says so; pages of providers mostly
 * refuse to be framed, and the way back from them has neither the language nor the look of the frame.
 */
type RedirectFlow = {
  readonly flow: "redirect";
  readonly pages: readonly Extract<PaymentChannel, "info">[];
};

/**
 * A number that is paid elsewhere. The payment page alone has it: buyers find it there again when they come back, and
 * what waits for the money leads to pages of the whole window.
 */
type ReferenceFlow = {
  readonly flow: "reference";
  readonly pages: readonly Extract<PaymentChannel, "info">[];
};

/**
 * A wallet with a one-time code. The other pages have one press, which pays: none that asks for a code first. One whose
 * start may lead to a page of the provider as well says so (`ProviderOf`), and has no frame, like any that leads there.
 */
type OtpFlow = {
  readonly flow: "otp";
  /** What its provider says of its codes; the field's rule is made of it, too (`walletCode`). */
  readonly code: WalletCode;
} & (
  | {
      readonly mayLeadToPage?: never;
      readonly pages: readonly Extract<PaymentChannel, "info" | "frame">[];
    }
  | {
      readonly mayLeadToPage: true;
      readonly pages: readonly Extract<PaymentChannel, "info">[];
    }
);

type CardFlow = {
  readonly flow: "card";
  readonly pages: readonly PaymentChannel[];
};

type MethodBase<Id extends string> = {
  readonly id: Id;
  /** A panel with fields, or one button. */
  readonly surface: "panel" | "button";
  /**
   * Names in merchants' lists of allowed methods, each with the flag of the page models that it turns on (Spec 3). The
   * method shows when any of them is on (card: mada or credit card). See allowed.ts.
   */
  readonly flags: Readonly<Record<string, `is${string}Allowed`>>;
  /** A button that works on every device; other buttons need to check whether the device has the wallet. */
  readonly isInEveryBrowser?: true;
  /** The only currency that it pays in; absent where the account decides. */
  readonly currency?: "SAR";
  /** Four payments by the provider's plan: the row and the product page show the amount of each (Spec 2.2, 2.3). */
  readonly isInstalments?: true;
  /** Its text keys are those of the method's own texts: `texts.test.ts` asks for each. */
  readonly fields: FieldTable;
};

/** What a provider receives about one attempt. All figures come from the stored order. */
export type AttemptContext = {
  readonly attempt: {
    /** The idempotency key at the provider: one attempt, one charge. */
    readonly id: string;
    readonly amount: Minor;
    readonly currency: string;
    readonly reference: string | null;
    /** The step that was last sent. */
    readonly step: "start" | "confirm";
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
    /** How many payments of the order by card or a wallet of the device had taken money when it began, given back since or not. */
    readonly earlierCardPayments: number;
    /** What the provider stored with an earlier outcome; nothing secret. */
    readonly data: Readonly<Record<string, string>>;
  };
  readonly order: {
    readonly orderNumber: string;
    readonly allowedMethods: readonly string[];
    readonly total: Minor;
    readonly vat: Minor;
    readonly discount: Minor;
    readonly lines: readonly {
      readonly title: string;
      readonly qty: Quantity;
      readonly unitPrice: Minor;
      readonly lineTotal: Minor;
    }[];
    readonly createdAt: number;
    /** From then on it may not be paid (milliseconds since the epoch); null for no end. */
    readonly expiresAt: number | null;
  };
  readonly merchant: { readonly id: number; readonly username: string; readonly shopName: string };
  readonly payer: {
    readonly name: string;
    /** International form with a leading plus, or empty. */
    readonly mobile: string;
    readonly email: string | null;
    readonly city: string | null;
    readonly address: string | null;
    readonly ipAddress: string | null;
    readonly userAgent: string | null;
    readonly acceptHeader: string | null;
  };
  readonly language: "ar" | "en";
  /** The return address of the buyer; ours, unguessable, bound to the attempt. */
  readonly returnUrl: string;
  /** Our webhook address for the provider. */
  readonly notificationUrl: string;
  /**
   * Present at the start of a payment. A provider of cards asks it once the gateway has shown the card, before the
   * payment reaches the card's bank; when it says no, nothing more is sent and the outcome is `not_sent`.
   * @param maskedNumber first six and last four digits, as the gateway shows them
   */
  readonly admitCard?: (maskedNumber: string) => Promise<boolean>;
};

/** A refund on its way to its provider. */
export type RefundToSend = {
  readonly id: string;
  readonly amount: Minor;
  /**
   * The total of earlier refunds of this attempt. Providers without an idempotency key use it to recognise a refund
   * that was already made; without it they can only make the first one.
   */
  readonly refundedBefore?: Minor;
  /**
   * To be called immediately before the one call that moves money, after all reads. False: another
   * process sends this refund now, or it may still be on its way; nothing may be sent then (`heldBack`).
   */
  readonly mayBeSent: () => Promise<boolean>;
};

export type RefundOutcome =
  | {
      readonly kind: "refunded";
      readonly reference: string;
      readonly amount: Minor;
      readonly currency: string;
    }
  | {
      readonly kind: "declined";
      readonly providerCode?: string;
      readonly providerText?: string;
      /**
       * Whether it is the request that was refused, so that an earlier one without an answer may still succeed: the core says
       * `unknown` then, for as long as that may be. False where the provider's books have the refund, as refused.
       */
      readonly isOfRequest: boolean;
    }
  | { readonly kind: "pending"; readonly reference: string }
  | { readonly kind: "not_sent"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

/**
 * A payment in the provider's own books, which may belong to more than one of our attempts, or
 * to none. Read for reconciliation, never to settle anything.
 */
export type StatedPayment = {
  /** The payment's id at the provider: counted once, however many attempts refer to it. */
  readonly reference: string;
  /** The attempt that it was made for, as the provider states it; null where it states none. */
  readonly attemptId: string | null;
  readonly currency: string;
  readonly taken: Minor;
  /** Null where the provider does not state refunds. */
  readonly givenBack: Minor | null;
};

export type Statement =
  | { readonly kind: "stated"; readonly payments: readonly StatedPayment[] }
  /** No answer, or an unreadable one: nothing can be compared. */
  | { readonly kind: "unknown"; readonly why: string };

/**
 * The content of a verified message of a provider: which attempt to check. State is never taken from it (K6), so one that
 * comes twice needs no key.
 */
export type WebhookEvent = {
  readonly attemptId?: string;
  readonly reference?: string;
  /** The JSON that the provider expects as answer, where it repeats its message until it gets it. */
  readonly acknowledgement?: object;
  /**
   * A call that the provider requires before it sends more, such as sending back a code. The message is answered first; a
   * worker makes the call, once.
   */
  readonly followUp?: () => Answer<void>;
};

export type WebhookRequest = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string>>;
  /** The raw bytes as text: signatures are over these. */
  readonly body: string;
};

/** The order of a card session; all figures from the stored order. */
export type CardSessionRequest = {
  readonly order: {
    readonly orderNumber: string;
    /** As an attempt that began now would have it. */
    readonly earlierCardPayments: number;
    readonly amount: Minor;
    readonly currency: string;
    readonly allowedMethods: readonly string[];
  };
  /** The card as it came in the body of the call; null in hosted mode. In memory only (decision K4). */
  readonly card: {
    readonly cardNumber: string;
    readonly expiryYear: string;
    readonly expiryMonth: string;
    readonly nameOnCard: string;
    readonly cvv: string;
  } | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export type PreparedCardSession =
  | { readonly kind: "ok"; readonly id: string; readonly version: string }
  | { readonly kind: "refused"; readonly code: ProblemCode };

/**
 * What a step of a provider gives. It has no `catch`: a step may also throw before there is a promise, so who decides about its
 * failure writes `Promise.try(provider.check, context).catch(…)`, which takes both alike.
 */
type Answer<T> = PromiseLike<T>;

/** Card fields that are filled before there is an attempt: a session at the gateway (Spec 7 prepareSession). */
export type CardSessions = {
  /** Address of the script of the hosted fields; from settings alone, since pages execute it. */
  readonly scriptUrl: string;
  readonly prepare: (request: CardSessionRequest) => Answer<PreparedCardSession>;
};

/** The limits of a payment's amount, in minor units of one currency, both inclusive; null for no limit. */
export type AmountLimits = { readonly lowest: Minor | null; readonly highest: Minor | null };

export type PaymentProvider = PagelessProvider | PageProvider;

/** Which provider a method may have: the pages of one whose start may lead away are those that stand outside of a frame. */
export type ProviderOf<Method extends PaymentMethod> = Method extends
  | { readonly flow: "redirect" }
  | { readonly mayLeadToPage: true }
  ? PaymentProvider
  : PagelessProvider;

/**
 * Starts the payment. Never takes money: `confirm` does, or the buyer by means of the answer. So a start without
 * an answer is superseded by the next one. A status that gives the buyer no way on is `unknown`, not `pending`.
 */
type Start<Way extends WayOn> = (context: AttemptContext, input: unknown) => Answer<StartOutcome<Way>>;

/**
 * Where a buyer may be asked for a code, nothing is `ready`: the core would confirm without the code. What such a provider
 * has approved in another way is `authorised`, and collected by `capture`.
 */
type Asked<Way extends WayOn> =
  | {
      readonly start: Start<Exclude<Way, "otp_sent">>;
      /** Asks for its status. Must be harmless however often it is called. */
      readonly check: (context: AttemptContext) => Answer<Outcome>;
    }
  | {
      readonly start: Start<Exclude<Way, "ready">>;
      readonly check: (context: AttemptContext) => Answer<CodeOutcome>;
    };

/** A start that may lead the buyer to a page of the provider. */
type PageProvider = ProviderSteps &
  Asked<WayOn> & {
    /**
     * How long the buyer may take between `start` and coming back: longer than the provider's page lives and than it takes to
     * say how the payment ended. One that it has not decided by then is expired, and what is approved later is not collected. An approval that waits
     * for `confirm` (`ready`) and is found only then is given up by `cancel`: for such a provider this is as long as an approval lives, since a
     * buyer who closes the tab is found by a question of the job.
     */
    readonly awaitingLifetimeMs: number;
    /** Where its pages are, such as "https://checkout.tabby.sa": the core sends no buyer anywhere else, whatever an answer says (Spec 4). */
    readonly pageOrigins: readonly string[];
  };

/** A start that leaves the buyer on our page, at the card's bank or with a number: ten minutes unless the provider says otherwise. */
export type PagelessProvider = ProviderSteps &
  Asked<Exclude<WayOn, "redirect">> & {
    readonly awaitingLifetimeMs?: number;
    readonly pageOrigins?: never;
  };

type ProviderSteps = {
  /** Name of the provider profile, kept on the attempt: `mpgs-cards`. */
  readonly id: string;
  /** Present where the buyer's card goes into a session first. */
  readonly cardSessions?: CardSessions;
  /** Present where the buyer's device requires a validation of the shop. Charges nothing. */
  readonly validateMerchant?: MerchantValidation;
  /** Takes the money, behind the fence: after 3-D Secure, with a one-time code, of an approval that is `ready`. Idempotent by attempt id. */
  readonly confirm?: (context: AttemptContext, input: unknown) => Answer<Outcome>;
  /** `confirm` needs nothing from the buyer and may be sent again under the same key until it is answered. */
  readonly confirmIsRepeatable?: boolean;
  /** `confirm` takes a one-time code and may be sent again with the same one: the provider takes the payment only once. */
  readonly codeIsRepeatable?: boolean;
  /** Collects authorised money, where that is a step of its own: the order is paid by then. Idempotent by attempt id. */
  readonly capture?: (context: AttemptContext) => Answer<Outcome>;
  /**
   * Voids an approval or closes an open bill: nothing may be charged afterwards. Left out where the provider has no such call: a page of
   * it that is no longer wanted is asked about by `check`, and money that comes there is given back.
   */
  readonly cancel?: (context: AttemptContext) => Answer<Outcome>;
  /** Refunds. `refund.id` is the idempotency key. */
  readonly refund?: (context: AttemptContext, refund: RefundToSend) => Answer<RefundOutcome>;
  /** The provider recognises `refund.id`: however often and however late it is sent, the money is refunded once. */
  readonly refundIsRepeatable?: boolean;
  /** This attempt's payment in the provider's books; an empty list when there is none. Read only. */
  readonly statement?: (context: AttemptContext) => Answer<Statement>;
  /**
   * All payments that the account has on one day of Riyadh ("2026-11-22"), by the provider's own date of a payment.
   * Present where the provider has such a list.
   */
  readonly report?: (day: string) => Answer<Statement>;
  /**
   * The lowest and highest amount that this account takes in a currency; null when the provider does not answer or
   * has none. Present where the provider states them; limits in the account's settings apply as well (`amount-limits.ts`).
   */
  readonly amountLimits?: (currency: string) => Answer<AmountLimits | null>;
  /** Names the account where several profiles share one, such as cards and a wallet at one gateway; else `id` does. */
  readonly account?: string;
  readonly readWebhook?: (request: WebhookRequest) => WebhookEvent | "forged";
  /**
   * Present where a person types our address for messages into the provider's portal: the query that goes with it there, by which
   * `readWebhook` recognises the sender; empty where something else proves who sends. The console shows the whole address to those who may store the account.
   */
  readonly portalQuery?: Readonly<Record<string, Secret>>;
  /**
   * Whether the address on which the buyer came back says that they left the provider's page without finishing.
   * Any client can forge an address: it is a hint to check, and to cancel what is undecided at the provider.
   */
  readonly readReturn?: (query: Readonly<Record<string, string | undefined>>) => "left" | null;
  /**
   * Registers our webhook address, once per account; only where a payment cannot carry that address itself.
   * Harmless when repeated. False when the provider did not accept it: the job's checks find everything, too.
   */
  readonly registerWebhook?: (notificationUrl: string) => Answer<boolean>;
};

/** What a provider is built with, in addition to its settings. */
export type ProviderPorts = { readonly http: Http; readonly clock: Clock; readonly log?: Log | undefined };
