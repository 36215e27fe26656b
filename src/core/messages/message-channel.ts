/**
 * The port that every channel of messages has, whichever provider is behind it. An adapter never throws for what a
 * provider says, and `unknown` is a result: the request may have been taken.
 */
import type { Language } from "../language.ts";
import type { MessageChannelName, MessageState } from "./message-state.ts";
import type { RefusalClass } from "./refusal-class.ts";

/** What is sent, in the form of its channel. */
export type MessageContent =
  | {
      readonly channel: "email";
      readonly subject: string;
      readonly text: string;
      readonly html: string;
      /** Shown as the sender's name; the address is the operator's. */
      readonly shop: string;
      readonly replyTo: string | null;
      /** Where one click ends reminders; null for what is no reminder. */
      readonly unsubscribeUrl: string | null;
      readonly attachments: readonly { readonly fileName: string; readonly pdf: Buffer }[];
    }
  | { readonly channel: "sms"; readonly text: string }
  | {
      readonly channel: "whatsapp";
      readonly template: string;
      readonly language: Language;
      /** By the names of the template's variables. */
      readonly parameters: Readonly<Record<string, string>>;
      /** What the template's link button adds to its address. */
      readonly buttonSuffix: string;
    };

export type OutgoingMessage = {
  /** Ours, the same in every try; comes back in status messages where a provider can carry it. */
  readonly id: string;
  /** An e-mail address, or a mobile as E.164. */
  readonly to: string;
  readonly content: MessageContent;
};

/** A state that only the provider gives. */
export type ProviderState = Extract<
  MessageState,
  "accepted" | "held" | "sent" | "delivered" | "read" | "failed"
>;

export type SendOutcome =
  | {
      readonly kind: "accepted";
      readonly state: "accepted" | "held" | "sent";
      readonly providerId: string | null;
      /** Parts of a text message, as the provider counts them. */
      readonly parts: number | null;
    }
  /** It may have been taken: it is never sent again without asking. */
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "refused"; readonly class: RefusalClass; readonly code: string };

export type CheckOutcome =
  | {
      readonly kind: "found";
      readonly state: ProviderState;
      readonly providerId: string;
      readonly code: string | null;
    }
  /** The provider has no record of it: it was not taken. */
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown"; readonly reason: string };

export type MessageChannel = {
  readonly name: MessageChannelName;
  /** Which account it is: messages of one account share its limits and its fate. */
  readonly account: string;
  readonly send: (message: OutgoingMessage) => Promise<SendOutcome>;
  /**
   * Whether a message without an answer is sent again after a while: where reports on what was taken carry our id, so
   * that silence says that it was not.
   */
  readonly resendsAfterDoubt: boolean;
  /** Asks for the status of a message, by our id or the provider's; null where the provider cannot be asked. */
  readonly check:
    | ((message: { readonly id: string; readonly providerId: string | null }) => Promise<CheckOutcome>)
    | null;
};

/** A provider's report on a message, from its webhook. */
export type StatusReport = {
  /** Ours, where the provider carries it. */
  readonly id: string | null;
  readonly providerId: string;
  readonly state: ProviderState;
  readonly code: string | null;
};
