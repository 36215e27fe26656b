/** How a merchant's words would read: with an invoice's facts, and examples where it has none. */
import { messageKindFacts } from "#core/messages/message-state.ts";
import type { Wording } from "#core/messages/message-wording.ts";
import { type SmsSize, smsSize } from "#core/messages/sms-text.ts";
import { cleanText } from "#core/text.ts";
import { fill } from "../notifications/mail-page.ts";
import type { Services } from "../services.ts";
import { smsWords } from "./compose-text.ts";
import { loadMessageSubject } from "./message-subject.ts";
import { messageTexts } from "./message-texts.ts";
import { type MessageWords, wordsOf } from "./message-words.ts";
import type { WordingKey } from "./wording-store.ts";

type Shown = { readonly subject: string | null; readonly text: string } & (
  | SmsSize
  | { readonly encoding: null; readonly parts: null }
);

/** An order's number as an example; of the right length, since an SMS is paid for by its length. */
const exampleOrder = "7Q2M4X9KD3RT6WBN";

/**
 * Fills words that were judged before.
 * @param of `orderId` null: all facts but the shop's name are examples
 */
export async function previewWording(
  services: Pick<Services, "config" | "clock" | "db">,
  key: WordingKey,
  of: { readonly words: Wording; readonly merchantId: number; readonly orderId: number | null },
): Promise<Shown> {
  const facts = await factsOf(services, key, of);
  const { subject, body } = of.words;
  const plain = (text: string, words: MessageWords): string => fill(text, words, (word) => word);
  if (key.channel === "email")
    return {
      subject: subject === null ? null : plain(subject, facts),
      text: plain(body, facts),
      encoding: null,
      parts: null,
    };
  const text = plain(body, smsWords(facts));
  return { subject: null, text, ...smsSize(text) };
}

async function factsOf(
  services: Pick<Services, "config" | "clock" | "db">,
  { kind, language }: Pick<WordingKey, "kind" | "language">,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number | null },
): Promise<MessageWords> {
  const { webUrl } = services.config;
  const examples = await examplesOf(services, merchantId, { kind, language });
  if (orderId === null) return examples;
  const loaded = await loadMessageSubject(services, services.db.kysely, { merchantId, orderId, kind });
  // An invoice that is not paid, or not given back, shows its total in place of nothing.
  const paid = loaded.paid > 0 ? loaded.paid : loaded.total;
  const due = loaded.due > 0 ? loaded.due : loaded.total;
  const refunded = loaded.refunded > 0 ? loaded.refunded : loaded.total;
  const subject = { ...loaded, paid, due, refunded };
  const words = wordsOf({ kind, language, facts: {}, subject, webUrl });
  const real = Object.entries(words).filter(([, word]) => word !== "");
  return { ...examples, ...Object.fromEntries(real) };
}

async function examplesOf(
  { config, db }: Pick<Services, "config" | "db">,
  merchantId: number,
  { kind, language }: Pick<WordingKey, "kind" | "language">,
): Promise<MessageWords> {
  const { shop_name: shop } = await db.kysely
    .selectFrom("merchants")
    .select("shop_name")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return {
    ...messageTexts[language].examples,
    shop: cleanText(shop, 40),
    link: `${config.webUrl}/pay/${messageKindFacts[kind].page}/${exampleOrder}?lang=${language}`,
    event: "",
  };
}
