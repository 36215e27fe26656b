/**
 * What a payment method's panel and the form around it say to each other. The form owns what all methods share:
 * the buyer's name and mobile, the agreement, the Pay button, the processing window, the texts of refusals and the
 * way out of the page. The panel owns its own fields and its own calls. A new method needs nothing here.
 */
import type { ReactNode, Ref } from "react";
import type { PaymentChannel, PaymentResult } from "#contract/payment.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { Refusal } from "../browser/api.ts";
import type { PaymentOrder } from "./payment-order.ts";

/** The part of every payment call that comes from the form: who pays, for which order, with which proof (Spec 7). */
export type Payer = {
  readonly orderNumber: string;
  readonly transactionId: string;
  readonly signature: string;
  readonly emailSignature: string | null;
  readonly clientName: string;
  readonly clientEmail: null;
  readonly clientMobile: string;
  /** Two letters: "SA". */
  readonly clientCountryCode: string;
  readonly shipmentCity: string | null;
  readonly shipmentAddress: string | null;
  readonly agreementAccepted: boolean;
  readonly channel: PaymentChannel;
};

/** How one press of the Pay button ended, as far as the panel can tell. */
export type PayOutcome =
  /** The server's word on the payment: paid, being checked, or not paid. */
  | {
      readonly kind: "result";
      readonly result: PaymentResult;
      /** Spec 4: results of wallets are left alone for a while, as long as the page says (`Ways`). At once when left out. */
      readonly stands?: true;
    }
  /** The card's bank wants to see the buyer: the 3-D Secure page is next. */
  | { readonly kind: "challenge"; readonly secure3DHtmlKey: string; readonly signature: string }
  /** The buyer continues at a provider's page. */
  | { readonly kind: "redirect"; readonly url: string }
  /** The panel shows its next step itself, such as the field for a one-time code; `field` is the id to go to. */
  | { readonly kind: "next_step"; readonly field?: string }
  /** The payment continues outside (a bill, a transfer): this takes the place of the form. */
  | { readonly kind: "instructions"; readonly content: ReactNode }
  /** The server said no. Nothing was charged, or the code says that it is in doubt. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Not charged, for a reason that the panel puts into words itself; `field` is the id of the field to go to. */
  | { readonly kind: "failed"; readonly text: string; readonly field?: string }
  /** The panel has marked its wrong fields; `field` is the id of the first. */
  | { readonly kind: "fields"; readonly field: string }
  | { readonly kind: "offline" }
  /** It may have been charged: the buyer must not be asked to pay again (decision S3). */
  | { readonly kind: "unknown" };

/** What the form asks of the open panel. */
export type PanelHandle = {
  /** Marks what is wrong in the panel's fields. Gives the id of the first wrong one, or null when all is well. */
  readonly check: () => string | null;
  /** One try to pay. Called only after `check` gave null. */
  readonly pay: (payer: Payer) => Promise<PayOutcome>;
  /** Puts the focus on a field by its id, in panels whose fields do not take it like inputs of the page. */
  readonly focus?: (field: string) => void;
  /** The mobile typed in the panel, where it has one: copied into the form's own when that is empty (Spec 5). */
  readonly mobile?: () => string;
};

/** A one-time code that is out, as the server knows it. */
export type BegunCode = {
  readonly paymentSessionId: string;
  readonly signature: string;
  readonly mobileEnd: string;
  readonly triesLeft: number;
  readonly secondsAgo: number;
};

export type PanelProps = {
  readonly ref: Ref<PanelHandle>;
  readonly order: PaymentOrder;
  readonly cardSettings: CardSettings;
  /** What the page may know of the method's account: addresses and public keys. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** The name in the form's own field as the panel opens; that of the order when left out. */
  readonly payerName?: string | undefined;
  /** A payment by this method that the buyer has left in the middle, where it continues with a one-time code. */
  readonly begun?: BegunCode | null;
  /** Days have the Hijri ones beside them, as the shop's theme says. */
  readonly hasHijriDates?: boolean | undefined;
  /** Shows a toast (Spec 8), such as that a required field is missing. */
  readonly onToast: (text: string) => void;
  /** Spec 4: once a one-time code is asked for, a press of the button is the payment and no longer the request. */
  readonly onStep: (step: "pay" | "submit") => void;
};

/** A method that is one button of its own, such as a wallet of the device. */
export type WalletButtonProps = {
  readonly order: PaymentOrder;
  /** What the page may know of the merchant's account: addresses and public keys. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** The terms of sale must be ticked first (Spec 5). `readPayer` says so on a press. */
  readonly isLocked?: boolean;
  /**
   * Checks what all methods share and gives the payer, or null after showing what is missing. At once, because
   * wallets open their sheet only inside of the press itself.
   */
  readonly readPayer: () => Payer | null;
  /** Opens the processing window and follows how the work ends, like a press of Pay. */
  readonly run: (work: () => Promise<PayOutcome>) => void;
  /** What stands in its place where it turns out that this device has none: as high, so that nothing moves. */
  readonly missing: ReactNode;
};

/** What stands in place of a wallet that the device does not have, such as the way to one that does. */
export type WalletElsewhereProps = {
  readonly orderNumber: string;
  /** What the page shows on devices for which there is nothing to say. */
  readonly missing: ReactNode;
};
