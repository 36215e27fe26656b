/** A message in the form of its channel, written right before it is sent: it states the current status of the order. */
import type { MessageContent } from "#core/messages/message-channel.ts";
import { goesBy, messageKindFacts } from "#core/messages/message-state.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { createDocuments, type Documents } from "../documents/document-service.ts";
import { type DocumentOrder, loadDocumentOrder } from "../documents/order-facts.ts";
import { findTaxInvoice, isWithheld } from "../documents/tax-document-store.ts";
import type { Services } from "../services.ts";
import { composeMail, type MailLook } from "./compose-mail.ts";
import { composeSms, composeWhatsApp } from "./compose-text.ts";
import type { MessageRow } from "./message-store.ts";
import type { MessageSubject } from "./message-subject.ts";
import { type MessageToWrite, wordingOf } from "./message-words.ts";
import { unsubscribeUrl } from "./unsubscribe-address.ts";
import { findWording } from "./wording-store.ts";

type ComposeServices = Pick<Services, "db" | "config" | "storage" | "pdf" | "log" | "signing">;

/** Writes a message that is about to be sent. */
export async function composeMessage(
  services: ComposeServices,
  row: MessageRow,
  subject: MessageSubject,
): Promise<MessageContent> {
  const { kind, language, facts, channel } = row;
  const { webUrl, serverUrl } = services.config;
  const found = await findWording(services.db.kysely, {
    merchantId: row.merchant_id,
    kind,
    channel,
    language,
  });
  const wording = wordingOf(subject, found);
  const message: MessageToWrite = { kind, language, facts, subject, wording, webUrl };
  if (channel === "sms" && goesBy(kind, channel)) return composeSms({ ...message, kind });
  if (channel === "whatsapp" && goesBy(kind, channel)) return composeWhatsApp({ ...message, kind });
  if (channel !== "email") throw new Error(`a message ${kind} does not go by ${channel}`);
  const { orderId } = subject;
  const order = orderId === null ? null : await loadDocumentOrder(services.db.kysely, { orderId });
  if (!order && kind !== "quote") throw new Error("a message of no order");
  return composeMail(message, {
    order,
    look: order ?? (await lookOfShop(services, row.merchant_id)),
    serverUrl,
    attachments: order && kind === "receipt" ? await papersOf(services, order, language) : [],
    unsubscribeUrl: messageKindFacts[kind].isReminder ? unsubscribeUrl(services, row) : null,
  });
}

/** The theme and the logo of a shop, as papers have them of an order's. */
async function lookOfShop({ db }: Pick<Services, "db">, merchantId: number): Promise<MailLook> {
  const { theme, logo_image_id } = await db.kysely
    .selectFrom("merchants as m")
    .leftJoin("themes as t", "t.merchant_id", "m.id")
    .select(["t.settings as theme", "m.logo_image_id"])
    .where("m.id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return { theme: theme ?? {}, logoImageId: logo_image_id };
}

const documentsOf = new WeakMap<object, Documents>();

/**
 * The paper of a paid order: its tax invoice where one is handed out, else the receipt. A machine that makes no papers
 * sends the mail without: its link leads to them.
 */
async function papersOf(
  services: ComposeServices,
  order: DocumentOrder,
  language: MessageRow["language"],
): Promise<readonly { readonly fileName: string; readonly pdf: Buffer }[]> {
  const { db, storage, pdf, log, config } = services;
  const documents = documentsOf.get(pdf) ?? createDocuments({ db, storage, pdf, log, webUrl: config.webUrl });
  documentsOf.set(pdf, documents);
  const invoice = await findTaxInvoice(db.kysely, order.id);
  const look = { language, paper: "a4" } as const;
  const isHandedOut = invoice !== null && !isWithheld(invoice) && !resolveTheme(order.theme).hideVatInvoice;
  try {
    const file = isHandedOut
      ? await documents.taxDocument({ order, document: invoice, ...look })
      : await documents.receipt({ order, invoice, ...look });
    return [{ fileName: file.fileName, pdf: await file.load() }];
  } catch (error) {
    log.warn("message without its paper", { orderId: order.id, error });
    return [];
  }
}
