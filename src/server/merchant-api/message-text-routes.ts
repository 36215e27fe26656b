/** The merchant's own words for messages, in the merchant API (docs/decisions/0134). */
import type { FastifyInstance } from "fastify";
import { type MessageText, messageTextCalls } from "#contract/message-texts.ts";
import { languages } from "#core/language.ts";
import {
  allowedPlaceholders,
  requiredPlaceholders,
  type Wording,
  wordedChannels,
  wordedKinds,
  wordingFaults,
} from "#core/messages/message-wording.ts";
import { Problem } from "#core/problem.ts";
import { cleanLines, cleanText } from "#core/text.ts";
import { mountCall } from "../http/mount.ts";
import { previewWording } from "../messages/preview-wording.ts";
import {
  dropWording,
  type StoredWording,
  storeWording,
  usualWording,
  type WordingKey,
  wordingsOf,
} from "../messages/wording-store.ts";
import { merchantOf } from "./authenticate.ts";
import { FieldReader } from "./field-reader.ts";
import { findInvoiceId } from "./invoice-store.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope that requires an API key. What is stored is whole, so a repetition is harmless. */
export function mountMessageTextCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;
  const shown = async (merchantId: number, key: WordingKey): Promise<MessageText> =>
    toMessageText(key, (await wordingsOf(db, merchantId)).find((stored) => isSame(stored, key)) ?? null);

  mountCall(scope, messageTextCalls, "GET /api/v1/messages/texts", async (_parsed, { request }) => {
    const stored = await wordingsOf(db, merchantOf(request).id);
    return {
      items: allKeys.map((key) => toMessageText(key, stored.find((one) => isSame(one, key)) ?? null)),
    };
  });

  mountCall(
    scope,
    messageTextCalls,
    "PUT /api/v1/messages/texts/:kind/:channel/:language",
    async ({ params, body }, { request }) => {
      const merchantId = merchantOf(request).id;
      const key = readKey(params);
      const words = readWords(key, body);
      await storeWording(db, merchantId, { key, words, at: new Date(services.clock.now()) });
      return await shown(merchantId, key);
    },
  );

  mountCall(
    scope,
    messageTextCalls,
    "DELETE /api/v1/messages/texts/:kind/:channel/:language",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const key = readKey(params);
      await dropWording(db, merchantId, key);
      return await shown(merchantId, key);
    },
  );

  mountCall(scope, messageTextCalls, "POST /api/v1/messages/texts/preview", async ({ body }, { request }) => {
    const merchantId = merchantOf(request).id;
    const { orderNumber, subject, text, ...key } = body;
    const words = readWords(key, { subject, text });
    const orderId =
      orderNumber === undefined ? null : await findInvoiceId(db, { merchantId, input: orderNumber });
    return await previewWording(services, key, { words, merchantId, orderId });
  });
}

const allKeys: readonly WordingKey[] = wordedKinds.flatMap((kind) =>
  wordedChannels.flatMap((channel) => languages.map((language) => ({ kind, channel, language }))),
);

function isSame(one: WordingKey, other: WordingKey): boolean {
  return one.kind === other.kind && one.channel === other.channel && one.language === other.language;
}

function readKey(params: {
  readonly kind: string;
  readonly channel: string;
  readonly language: string;
}): WordingKey {
  const key = allKeys.find(
    ({ kind, channel, language }) =>
      kind === params.kind && channel === params.channel && language === params.language,
  );
  if (key === undefined) throw new Problem("not_found");
  return key;
}

/**
 * Reads words and judges their places for facts.
 * @throws Problem `validation_failed`, each wrong place by its name
 */
function readWords(
  { kind, channel }: WordingKey,
  given: { readonly subject?: string | undefined; readonly text: string },
): Wording {
  const reader = new FieldReader("SAR");
  const allowed = allowedPlaceholders(kind, channel);
  const judge = (path: string, text: string, required = requiredPlaceholders(kind, channel)): void => {
    if (text === "") reader.wrong(path, "required", "must not be empty");
    for (const { code, name } of wordingFaults(text, { allowed, required })) {
      const places = allowed.map((one) => `{${one}}`).join(", ");
      if (code === "placeholder_missing") reader.wrong(path, code, `must have {${name}}`);
      else reader.wrong(path, code, `{${cleanText(name, 40)}} is not known here; these are: ${places}`);
    }
  };
  const body = cleanLines(given.text, 2000);
  judge("text", body);
  if (channel === "email") {
    const subject = cleanText(given.subject ?? "", 200);
    judge("subject", subject, []);
    reader.refuseWrong();
    return { subject, body };
  }
  if (given.subject !== undefined) reader.wrong("subject", "not_allowed", "an SMS has no subject");
  reader.refuseWrong();
  return { subject: null, body };
}

function toMessageText(key: WordingKey, stored: StoredWording | null): MessageText {
  const usual = usualWording(key);
  const { subject, body } = stored ?? usual;
  return {
    ...{ kind: key.kind, channel: key.channel, language: key.language },
    isOwn: stored !== null,
    subject,
    text: body,
    standard: { subject: usual.subject, text: usual.body },
    placeholders: [...allowedPlaceholders(key.kind, key.channel)],
    required: [...requiredPlaceholders(key.kind, key.channel)],
    updatedAt: stored?.updatedAt.toISOString() ?? null,
  };
}
