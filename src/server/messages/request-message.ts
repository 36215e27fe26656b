/** A message that a merchant asks for: by a call, or with the invoice that it issues. */
import type { Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import { limits } from "#core/limits.ts";
import {
  type AskedKind,
  goesBy,
  type MessageChannelName,
  type MessageKind,
  messageKindFacts,
} from "#core/messages/message-state.ts";
import { type SmsSize, smsSize } from "#core/messages/sms-text.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem, type ProblemField } from "#core/problem.ts";
import { isEmail } from "#core/validators.ts";
import type { MessageFacts } from "#db/messages-schema.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder, refuseTextOfErased } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { type ChannelServices, channelOf } from "./channel-directory.ts";
import { composeSms } from "./compose-text.ts";
import { addressOn, receiverOfOrder } from "./message-receiver.ts";
import { readMessageSettings } from "./message-settings.ts";
import { countRecent, type MessageRow, queueMessage } from "./message-store.ts";
import {
  loadMessageSubject,
  type MessageSubject,
  meantKind,
  reasonNotToSend,
  type UntrueReason,
} from "./message-subject.ts";
import { wordingOf } from "./message-words.ts";
import { findWording } from "./wording-store.ts";

export type RequestServices = ChannelServices & Pick<Services, "db" | "signing">;

type OrderKey = { readonly merchantId: number; readonly orderId: number };

const hourMs = 60 * 60_000;

/**
 * The SMS that an invoice's buyer would be sent now.
 * @throws Problem `validation_failed` for a kind that does not go by SMS, or the order's own refusal where its status does not fit the message
 */
export async function previewSms(
  services: RequestServices,
  wanted: OrderKey & { readonly kind: AskedKind; readonly language: Language | null },
): Promise<SmsSize & { readonly language: Language; readonly text: string }> {
  const db = services.db.kysely;
  const subject = await loadMessageSubject(services, db, wanted);
  const kind = meantKind(subject, wanted.kind, services.clock.now());
  if (!goesBy(kind, "sms")) throw notByChannel("kind");
  refuseUnfit(subject, kind, services.clock.now());
  const language = wanted.language ?? (await receiverOfOrder(db, wanted)).language;
  const facts = factsNow(kind, subject);
  const { webUrl } = services.config;
  const found = await findWording(db, { ...wanted, kind, channel: "sms", language });
  const wording = wordingOf(subject, found);
  const { text } = composeSms({ kind, language, facts, subject, wording, webUrl });
  return { language, text, ...smsSize(text) };
}

/**
 * Queues one message.
 * @throws Problem `validation_failed` where the channel has no account, is none of the kind's, or no address is known; the order's own refusal
 *   where its status does not fit the message; `too_many_attempts` over the limit of one order; `buyer_erased` for an address
 *   where the buyer's data were erased
 */
export async function requestMessage(
  services: RequestServices,
  trx: Transaction<Schema>,
  asked: OrderKey & {
    readonly kind: AskedKind;
    readonly channel: MessageChannelName;
    readonly to: string | null;
    readonly language: Language | null;
  },
): Promise<MessageRow> {
  const { merchantId, orderId, channel: name } = asked;
  const now = services.clock.now();
  refuseTextOfErased(await lockOrder(trx, orderId), asked.to);
  const subject = await loadMessageSubject(services, trx, asked);
  const kind = meantKind(subject, asked.kind, now);
  if (!goesBy(kind, name)) throw notByChannel("channel");
  refuseUnfit(subject, kind, now);
  if (
    (await countRecent(trx, { merchantId, orderId }, new Date(now - hourMs))) >=
    limits.messagesPerOrderPerHour
  )
    throw new Problem("too_many_attempts", { retryAfterSeconds: hourMs / 1000 });
  const channel = await channelOf(services, trx, { merchantId, channel: name });
  if (!channel) throw wrong("channel", "no_account", "there is no account for this channel");
  const receiver = await receiverOfOrder(trx, asked);
  const address = asked.to === null ? addressOn(name, receiver) : readAddress(name, asked.to);
  if (address === null) throw wrong("to", "required", "the invoice states no address for this channel");
  const row = await queueMessage(services, trx, {
    merchantId,
    orderId,
    kind,
    channel: name,
    account: channel.account,
    cause: "call",
    causeKey: null,
    facts: factsNow(kind, subject),
    address,
    language: asked.language ?? receiver.language,
    fallback: [],
  });
  if (!row) throw new Error("a message without a cause is always new");
  return row;
}

/**
 * What goes out with the issue of an invoice: by each channel that the call names, or by the merchant's settings.
 * @param issued `send`: channels of the call; null leaves it to the settings, of which `sendsLink` says whether anything goes out
 * @throws Problem `validation_failed` that names the channels without an account or an address
 */
export async function sendAtIssue(
  services: RequestServices,
  trx: Transaction<Schema>,
  issued: OrderKey & {
    readonly send: readonly MessageChannelName[] | null;
    readonly sendsLink: boolean;
    readonly language: Language | null;
  },
): Promise<void> {
  const { merchantId, orderId, send } = issued;
  if (send !== null) {
    const receiver = await receiverOfOrder(trx, issued);
    const wrongFields: ProblemField[] = [];
    for (const [index, name] of [...new Set(send)].entries()) {
      const address = addressOn(name, receiver);
      const channel = await channelOf(services, trx, { merchantId, channel: name });
      if (!channel || address === null) {
        const code = channel ? "no_address" : "no_account";
        wrongFields.push({ path: `send.${index}`, code, message: `${name} cannot be used: ${code}` });
        continue;
      }
      await queueMessage(services, trx, {
        ...linkAtIssue(issued),
        channel: name,
        account: channel.account,
        address,
        language: issued.language ?? receiver.language,
        fallback: [],
      });
    }
    if (wrongFields.length > 0) throw new Problem("validation_failed", { fields: wrongFields });
    return;
  }
  if (issued.sendsLink)
    await queueByPreference(services, trx, {
      ...linkAtIssue({ merchantId, orderId }),
      language: issued.language,
    });
}

function linkAtIssue({ merchantId, orderId }: OrderKey) {
  return { merchantId, orderId, kind: "payment_link", cause: "issue", causeKey: "issue", facts: {} } as const;
}

type ToQueue = Pick<
  Parameters<typeof queueMessage>[2],
  "merchantId" | "kind" | "cause" | "causeKey" | "facts"
> & { readonly orderId: number; readonly language: Language | null };

/**
 * Queues a message by the first channel of the merchant's choice that its kind goes by and that has an account and an address; the
 * further ones follow where it fails.
 * @returns false where none has, or the message was made before
 */
export async function queueByPreference(
  services: RequestServices,
  trx: Transaction<Schema>,
  message: ToQueue,
): Promise<boolean> {
  const settings = await readMessageSettings(trx, message.merchantId);
  const channels = settings.channels.filter((name) => goesBy(message.kind, name));
  const receiver = await receiverOfOrder(trx, message);
  for (const [index, name] of channels.entries()) {
    const address = addressOn(name, receiver);
    const channel =
      address === null
        ? null
        : await channelOf(services, trx, { merchantId: message.merchantId, channel: name });
    if (address === null || !channel) continue;
    const row = await queueMessage(services, trx, {
      ...message,
      channel: name,
      account: channel.account,
      address,
      language: message.language ?? receiver.language,
      fallback: channels.slice(index + 1),
    });
    return row !== null;
  }
  return false;
}

function notByChannel(path: "kind" | "channel"): Problem {
  return wrong(path, "not_by_channel", "a message of this kind does not go by this channel");
}

/** What is written down with a message, as it is when it is asked for. */
function factsNow(kind: MessageKind, { refunded }: MessageSubject): MessageFacts {
  return messageKindFacts[kind].amount === "refunded" ? { refunded } : {};
}

function refuseUnfit(subject: MessageSubject, kind: MessageKind, now: number): void {
  const reason = reasonNotToSend(subject, kind, now);
  if (reason !== null) throw refusalOf(reason, subject);
}

function refusalOf(reason: UntrueReason, { status }: MessageSubject): Problem {
  switch (reason) {
    case "not_payable":
      return new Problem(orderStatusFacts[status].refusal ?? "link_expired");
    case "not_paid":
      return new Problem("order_not_paid");
    case "payment_in_progress":
      return new Problem("payment_in_progress");
    case "nothing_open":
      return wrong("kind", "nothing_open", "no bill or transfer of this kind is open");
  }
}

/** @throws Problem `validation_failed` */
export function readAddress(channel: MessageChannelName, text: string): string {
  const receiver = { email: text.trim(), mobile: text, language: "ar" } as const;
  const address = addressOn(channel, receiver);
  const isGood = channel === "email" ? isEmail(text.trim()) : /^(\+|00)/.test(text.trim());
  if (address === null || !isGood)
    throw wrong(
      "to",
      "invalid",
      channel === "email" ? "not an e-mail address" : "not a mobile such as +966551234567",
    );
  return address;
}

/** The refusal of one field. */
export function wrong(path: string, code: string, message: string): Problem {
  return new Problem("validation_failed", { fields: [{ path, code, message }] });
}
