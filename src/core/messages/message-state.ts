/**
 * What a message to a buyer may be, and where it may go from there. The database holds the same moves
 * (`message_moves`; a test compares them).
 */

export const messageChannels = ["email", "sms", "whatsapp"] as const;
export type MessageChannelName = (typeof messageChannels)[number];

export const messageStates = [
  "queued",
  "submitting",
  "unknown",
  "accepted",
  "held",
  "sent",
  "delivered",
  "read",
  "failed",
  "expired",
  "suppressed",
] as const;
export type MessageState = (typeof messageStates)[number];

const taken = ["accepted", "held", "sent", "delivered", "read"] as const;

/**
 * Allowed moves. A status that comes late, twice or in another order finds no move and changes nothing: `failed` never
 * overrides `delivered`, and a late `delivered` overrides `expired`.
 */
export const messageMoves: Readonly<Record<MessageState, readonly MessageState[]>> = {
  queued: ["submitting", "failed", "suppressed"],
  // Back to `queued`: it was refused, or never left, and is tried again.
  submitting: ["queued", "unknown", ...taken, "failed"],
  unknown: ["submitting", ...taken, "failed", "expired", "suppressed"],
  accepted: ["held", "sent", "delivered", "read", "failed", "expired"],
  held: ["accepted", "sent", "delivered", "read", "failed", "expired"],
  sent: ["delivered", "read", "failed", "expired"],
  delivered: ["read"],
  read: [],
  failed: [],
  expired: ["delivered", "read"],
  suppressed: [],
};

/** Whether a message may go from one state to another. */
export function mayMessageBecome(from: MessageState, to: MessageState): boolean {
  return messageMoves[from].includes(to);
}

/** The provider has it: it counts as sent for the merchant, whether or not it is known to have arrived. */
export function isTaken(state: MessageState): boolean {
  return taken.some((each) => each === state);
}

/** It may still have to be sent (again): the address is kept for that, and no longer. */
export const openMessageStates: readonly MessageState[] = ["queued", "submitting", "unknown"];

/**
 * Messages that bring what a buyer needs at a bank, each that of one method (`server/payments/reference-details.ts`), and the
 * texts that it has: those of a bill, or of an account for a transfer. All else of such a kind follows from its row.
 */
const referenceMessages = {
  sadad_number: "bill",
  transfer_details: "transfer",
} as const satisfies Readonly<Record<string, "bill" | "transfer">>;

export type ReferenceMessageKind = keyof typeof referenceMessages;
export type ReferenceTexts = (typeof referenceMessages)[ReferenceMessageKind];
/** Those that have these texts. */
export type ReferenceMessageOf<Texts extends ReferenceTexts> = {
  [Kind in ReferenceMessageKind]: (typeof referenceMessages)[Kind] extends Texts ? Kind : never;
}[ReferenceMessageKind];

export const referenceMessageKinds = Object.keys(referenceMessages) as readonly ReferenceMessageKind[];

/** One value for each kind that brings a number. */
export function ofReferenceMessages<Value>(
  make: (texts: ReferenceTexts, kind: ReferenceMessageKind) => Value,
): Readonly<Record<ReferenceMessageKind, Value>> {
  const values = referenceMessageKinds.map((kind) => [kind, make(referenceMessages[kind], kind)]);
  return Object.fromEntries(values) as Record<ReferenceMessageKind, Value>;
}

export const messageKinds = [
  "payment_link",
  "receipt",
  "refund_notice",
  "reminder_before_due",
  "reminder_after_due",
  ...referenceMessageKinds,
  "documents_link",
  "return_answer",
  "quote",
  "payment_notice",
] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What can be asked for: a reminder is before or after the day on which its invoice is due, whichever it is then. */
export type AskedKind =
  | Exclude<
      MessageKind,
      "payment_notice" | "return_answer" | "quote" | "reminder_before_due" | "reminder_after_due"
    >
  | "reminder";

/**
 * Of which order a message is true: one that may be paid now, one whose money was taken at some time, any. A message that is
 * true of less, such as of one status, has a word of its own; what it is then not sent for is in `server/messages/message-subject.ts`.
 */
export type OrderOfMessage = "payable" | "was_paid" | "any";

/** The amount that a message states: what is due, what was paid, what was given back, what its event has moved, or none. */
export type MessageAmount = "due" | "paid" | "refunded" | "of_event" | "none";

/** The buyers' page that a message leads to, as its address has it: `/pay/order/…`. */
export type MessagePage = "order" | "info" | "quote" | "mine";

type MessageKindFacts = {
  /** Whom it is for. */
  readonly to: "buyer" | "merchant";
  /** What it goes by: mail, and the others for which it has texts (WhatsApp: a template that each operator has approved). */
  readonly channels: readonly ["email", ...MessageChannelName[]];
  /** When it is still true; judged when it is asked for and again right before each sending. */
  readonly order: OrderOfMessage;
  readonly amount: MessageAmount;
  readonly page: MessagePage;
  /** It waits for the end of quiet hours and of a payment that is under way, and its receiver can stop it. */
  readonly isReminder: boolean;
};

const toBuyer = { to: "buyer", channels: messageChannels, isReminder: false } as const;
const toPay = { order: "payable", amount: "due", page: "order" } as const;

/** What each kind is. */
export const messageKindFacts = {
  payment_link: { ...toBuyer, ...toPay },
  receipt: { ...toBuyer, order: "was_paid", amount: "paid", page: "order" },
  refund_notice: { ...toBuyer, order: "was_paid", amount: "refunded", page: "order" },
  reminder_before_due: { ...toBuyer, ...toPay, isReminder: true },
  reminder_after_due: { ...toBuyer, ...toPay, isReminder: true },
  ...ofReferenceMessages(() => ({ ...toBuyer, ...toPay, page: "info" }) as const),
  documents_link: { ...toBuyer, channels: ["email", "sms"], order: "any", amount: "none", page: "mine" },
  return_answer: { ...toBuyer, order: "was_paid", amount: "none", page: "order" },
  // What can be accepted is as what can be paid (messages/quote-subject.ts).
  quote: { ...toBuyer, ...toPay, page: "quote" },
  payment_notice: {
    ...{ to: "merchant", channels: ["email"], isReminder: false },
    ...{ order: "any", amount: "of_event", page: "order" },
  },
} as const satisfies Readonly<Record<MessageKind, MessageKindFacts>>;

/** The kinds that go by a channel: what it needs of each, the compiler asks for. */
export type KindBy<Channel extends MessageChannelName> = {
  [Kind in MessageKind]: Channel extends (typeof messageKindFacts)[Kind]["channels"][number] ? Kind : never;
}[MessageKind];

/** The channels that a kind goes by. */
export function channelsOf(kind: MessageKind): readonly MessageChannelName[] {
  return messageKindFacts[kind].channels;
}

/** Whether a kind goes by a channel. */
export function goesBy<Channel extends MessageChannelName>(
  kind: MessageKind,
  channel: Channel,
): kind is KindBy<Channel> {
  return channelsOf(kind).includes(channel);
}

/** Why a message is not sent although nothing failed. */
export const suppressionReasons = [
  "opted_out",
  "not_payable",
  "not_paid",
  "nothing_open",
  /** A reminder whose invoice was being paid until it was too old. */
  "payment_in_progress",
  "erased",
  /** Nothing of a test world reaches anyone but its merchant. */
  "test_world",
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
