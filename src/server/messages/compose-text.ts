/** The words of text messages and of the parameters of WhatsApp templates. */
import type { MessageContent } from "#core/messages/message-channel.ts";
import type { KindBy } from "#core/messages/message-state.ts";
import { shortestSms } from "#core/messages/sms-text.ts";
import { cleanText } from "#core/text.ts";
import { fill } from "../notifications/mail-page.ts";
import { messageTexts } from "./message-texts.ts";
import { type MessageToWrite, wordsOf } from "./message-words.ts";

type SmsContent = Extract<MessageContent, { channel: "sms" }>;

/** Longest shop name in a text message, characters: more costs a second part. */
const shopLength = 20;

/** The text message: the fullest wording in the fewest parts, the shop's name first and the link last. */
export function composeSms(message: MessageToWrite & { readonly kind: KindBy<"sms"> }): SmsContent {
  const words = smsWords(wordsOf(message));
  const { full, short } = messageTexts[message.language].sms[message.kind];
  // The merchant's own wording is one: nothing is left out of it.
  const wordings = message.wording === null ? [full, short] : [message.wording.body];
  return { channel: "sms", text: shortestSms(wordings.map((text) => fill(text, words, (word) => word))) };
}

/** Facts as they are in a text message. */
export function smsWords<Words extends { readonly shop: string; readonly amount: string }>(
  words: Words,
): Words {
  return {
    ...words,
    shop: cleanText(words.shop, shopLength),
    amount: words.amount.replace("\u00a0", " "),
  };
}

/** Names of the variables of a text, in the order in which they stand in it. */
export function variablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))];
}

/** The template's name; the operator has it approved under this name (whatsapp-templates.ts). */
export function templateName(kind: KindBy<"whatsapp">): string {
  return `wasl_${kind}`;
}

/** What goes into a template: its body's variables, and the end of its button's address. */
export function composeWhatsApp(
  message: Omit<MessageToWrite, "wording"> & { readonly kind: KindBy<"whatsapp"> },
): MessageContent {
  const words: Readonly<Record<string, string>> = wordsOf(message);
  const { body } = messageTexts[message.language].whatsapp[message.kind];
  return {
    channel: "whatsapp",
    template: templateName(message.kind),
    language: message.language,
    parameters: Object.fromEntries(variablesOf(body).map((name) => [name, words[name] ?? ""])),
    buttonSuffix: message.subject.orderNumber,
  };
}
