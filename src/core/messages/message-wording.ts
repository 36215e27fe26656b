/**
 * A merchant's own words for messages: which places for facts each kind has, and which a text message must have. WhatsApp sends
 * only templates that Meta has approved, so that it is not among the channels.
 */
import {
  type KindBy,
  ofReferenceMessages,
  type ReferenceTexts,
  referenceMessageKinds,
} from "./message-state.ts";

export const wordedChannels = ["email", "sms"] as const;
export type WordedChannel = (typeof wordedChannels)[number];

export const wordedKinds = [
  "payment_link",
  "reminder_before_due",
  "reminder_after_due",
  "receipt",
  "refund_notice",
  ...referenceMessageKinds,
] as const satisfies readonly (KindBy<"email"> & KindBy<"sms">)[];
export type WordedKind = (typeof wordedKinds)[number];

export const placeholders = [
  "shop",
  "number",
  "amount",
  "date",
  "link",
  "biller",
  "bill",
  "receiver",
  "iban",
] as const;
export type Placeholder = (typeof placeholders)[number];

/** Words of a merchant: `subject` of a mail alone. */
export type Wording = { readonly subject: string | null; readonly body: string };

type Places = { readonly own?: readonly Placeholder[]; readonly required: readonly Placeholder[] };

const placesOfReference: Readonly<Record<ReferenceTexts, Places>> = {
  bill: { own: ["biller", "bill"], required: ["amount", "biller", "bill"] },
  transfer: { own: ["receiver", "iban"], required: ["amount", "iban"] },
};

/** Beside shop, number, amount and, in a text message, link, which every kind may have. */
const placesOf: Readonly<Record<WordedKind, Places>> = {
  payment_link: { required: ["amount", "link"] },
  reminder_before_due: { own: ["date"], required: ["amount", "link"] },
  reminder_after_due: { own: ["date"], required: ["amount", "link"] },
  receipt: { required: ["amount"] },
  refund_notice: { required: ["amount"] },
  ...ofReferenceMessages((texts) => placesOfReference[texts]),
};

/** The places that a text may have. A mail has its link as a button, and the numbers of a bank as rows. */
export function allowedPlaceholders(kind: WordedKind, channel: WordedChannel): readonly Placeholder[] {
  const { own = [] } = placesOf[kind];
  if (channel === "sms") return ["shop", "number", "amount", ...own, "link"];
  return ["shop", "number", "amount", ...own.filter((name) => name === "date")];
}

/** The places that a text must have: in a mail none, since it shows amount, numbers and link by itself. */
export function requiredPlaceholders(kind: WordedKind, channel: WordedChannel): readonly Placeholder[] {
  return channel === "email" ? [] : placesOf[kind].required;
}

export type WordingFault =
  | { readonly code: "unknown_placeholder"; readonly name: string }
  | { readonly code: "placeholder_missing"; readonly name: Placeholder };

/**
 * What is wrong with a text: places that there are not, each by what stands between its braces, then those that must be there. A
 * brace without its other one counts as a place without a name.
 * @param required none for the subject of a mail
 */
export function wordingFaults(
  text: string,
  { allowed, required }: { readonly allowed: readonly string[]; readonly required: readonly Placeholder[] },
): readonly WordingFault[] {
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  const isTorn = /[{}]/.test(text.replace(/\{[^{}]*\}/g, ""));
  const unknown = [...new Set([...named.filter((name) => !allowed.includes(name)), ...(isTorn ? [""] : [])])];
  const missing = required.filter((name) => !named.includes(name));
  return [
    ...unknown.map((name) => ({ code: "unknown_placeholder", name }) as const),
    ...missing.map((name) => ({ code: "placeholder_missing", name }) as const),
  ];
}
