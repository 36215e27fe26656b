/**
 * The questions that every payment provider must answer, asked of the real adapter against its simulator over
 * loopback HTTP. A method's test gives a driver, which knows how this provider's buyer behaves and how to make the
 * provider fail; the questions are the same for all. What the suite cannot ask is in the method's own test.
 */
import { describe } from "node:test";
import type { Minor } from "#core/money.ts";
import type { DeclineReason, Outcome, WayOn } from "#core/outcome.ts";
import type { AttemptContext, PaymentProvider, WebhookRequest } from "./payment-method.ts";
import { askAboutBooks } from "./provider-books-questions.ts";
import { askAboutCancelling } from "./provider-cancel-questions.ts";
import { askAboutCurrency } from "./provider-currency-questions.ts";
import {
  askAboutAnotherPayment,
  askAboutLostAnswers,
  askAboutLostStarts,
  askAboutNotifications,
  askAboutPaying,
  askAboutRepetition,
  askAboutSecrets,
  askAboutSharedAmount,
  askAboutUnknownPayment,
} from "./provider-questions.ts";
import { askAboutRefunds } from "./provider-refund-questions.ts";
import { askAboutOldApprovals, askAboutWaiting } from "./provider-waiting-questions.ts";

/** One payment about to be made: what the provider receives, and what the buyer brings. */
export type PreparedPayment = {
  readonly context: AttemptContext;
  readonly input: unknown;
  /** Set where `buyerActs` chooses how it ends: the buyer's code, the button of a page. */
  readonly declines?: DeclineReason | undefined;
};

/** How the payment is to end, so that the driver can choose the card, mobile or amount that makes it so. */
export type Situation = { readonly amount?: Minor; readonly declines?: DeclineReason };

/** What the provider really moved, by its own books. */
export type Movement = {
  readonly kind: "capture" | "refund" | "void";
  readonly amount: Minor;
  readonly currency: string;
};

/** The step that takes the money: the one whose lost answer is dangerous. */
export type MoneyStep = "confirm" | "capture" | "check" | "refund";

export type ProviderFault =
  /** Nothing is done and the connection breaks. */
  | "drop_before"
  /** It is done and the connection breaks. */
  | "drop_after_commit"
  /** It is done and the answer is a 500. */
  | "500_after_commit"
  /** Nothing is done and the provider says that it is busy. */
  | "status_503"
  | "amount_mismatch"
  | "unlisted_status"
  /** A refund is answered as under way, and is made or refused later; only where the driver states `laterRefundMs`. */
  | "refund_made_later"
  | "refund_refused_later";

declare const isReceived: unique symbol;

/**
 * A message as the simulator sent it and `test/notification-receiver.ts` received it. A driver that wrote its own could agree with the
 * adapter on a header or a signature that the simulator does not have.
 */
export type ReceivedMessage = WebhookRequest & { readonly [isReceived]: true };

export type ProviderUnderTest = {
  readonly provider: PaymentProvider;
  /** A payment of an order of its own. */
  readonly prepare: (situation: Situation) => Promise<PreparedPayment>;
  /** What the buyer does between start and the rest: passes 3-D Secure, approves, pays. Gives `confirm`'s input. */
  readonly buyerActs: (payment: PreparedPayment, started: Outcome) => Promise<unknown>;
  /** Movements of an order, oldest first. */
  readonly movements: (orderNumber: string) => Promise<readonly Movement[]>;
  /** Makes the provider fail at the next request of this step. */
  readonly arm: (fault: ProviderFault, step: MoneyStep) => Promise<void>;
  /** Moves the adapter's clock and the simulator's. */
  readonly advance: (ms: number) => Promise<void>;
  /** Notifications that arrived for the payment so far, at least one; absent where the provider sends none. */
  readonly notifications?: (payment: PreparedPayment) => Promise<readonly ReceivedMessage[]>;
  /** Changed copies of a genuine notification; none of them may be believed. */
  readonly forgeries?: (genuine: WebhookRequest) => readonly WebhookRequest[];
  /** Everything that may appear nowhere but on the wire: card numbers, codes, passwords, sessions. */
  readonly secrets: (payment: PreparedPayment) => readonly string[];
  /** All that was logged. */
  readonly written: () => string;
  readonly close: () => Promise<void>;
};

export type ProviderDriver = {
  readonly name: string;
  /**
   * The way on that a start gives the buyers of this driver. A provider that gives some a code and others its page has a driver for
   * each (`provider-suites.test.ts`): refunds, cancelling and lost answers are asked of both.
   */
  readonly way: WayOn;
  /** Amounts that the provider approves. */
  readonly amounts: readonly number[];
  /** Reasons that the simulator can be made to decline with. */
  readonly declines: readonly DeclineReason[];
  /** How long a refund is under way at the simulator, where the provider may answer so. */
  readonly laterRefundMs?: number;
  /** What a notification names, and that a forged one names nothing, is asked by the method's own tests: the suite cannot have it sent, or forge it. */
  readonly hasOwnTestsOfNotifications?: true;
  readonly open: () => Promise<ProviderUnderTest>;
};

/** Asks all questions. Call it once per method, at the top level of its test. */
export function askProvider(driver: ProviderDriver): void {
  describe(`${driver.name}: what every provider must answer`, () => {
    askAboutSharedAmount(driver);
    askAboutPaying(driver);
    askAboutCurrency(driver);
    askAboutLostAnswers(driver);
    askAboutLostStarts(driver);
    askAboutUnknownPayment(driver);
    askAboutAnotherPayment(driver);
    askAboutRepetition(driver);
    askAboutCancelling(driver);
    askAboutWaiting(driver);
    askAboutOldApprovals(driver);
    askAboutRefunds(driver);
    askAboutBooks(driver);
    askAboutNotifications(driver);
    askAboutSecrets(driver);
  });
}
