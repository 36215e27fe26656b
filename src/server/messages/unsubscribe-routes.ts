/**
 * Where reminders by mail are ended: by the mail program's one click (RFC 8058, a POST without cookies), or by a person on
 * a page with one button. A link that is only opened, as scanners of mail do, changes nothing.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { defaultLanguage, type Language, readLanguage } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { mailPage, paragraph } from "../notifications/mail-page.ts";
import type { Services } from "../services.ts";
import { findMessage } from "./message-store.ts";
import { messageTexts } from "./message-texts.ts";
import { optOut } from "./opt-outs.ts";
import { isUnsubscribeOf } from "./unsubscribe-address.ts";

const params = z.object({
  merchantId: z.coerce.number().int().positive(),
  id: z.coerce.number().int().positive(),
  signature: z.string().max(100),
});
const query = z.looseObject({ lang: z.string().max(5).optional() });

/** Mounts the page and its button. */
export function mountUnsubscribe(app: FastifyInstance, services: Services): void {
  const url = "/rest/messages/stop/:merchantId/:id/:signature";
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 2048 });

    scope.get(url, { schema: { params } }, async (request, reply) => {
      await require(services, params.parse(request.params));
      return await reply.type("text/html; charset=utf-8").send(page(languageOf(request.query), false));
    });

    scope.post(url, { schema: { params } }, async (request, reply) => {
      const message = await require(services, params.parse(request.params));
      await optOut(services.db.kysely, {
        merchant_id: message.merchant_id,
        channel: message.channel,
        digests: [message.address_digest],
        source: "link",
        at: new Date(services.clock.now()),
      });
      return await reply.type("text/html; charset=utf-8").send(page(languageOf(request.query), true));
    });
  });
}

async function require(services: Services, { merchantId, id, signature }: z.output<typeof params>) {
  const key = { merchantId, id };
  const message = isUnsubscribeOf(services, key, signature)
    ? await findMessage(services.db.kysely, key)
    : null;
  if (!message) throw new Problem("not_found");
  return message;
}

function languageOf(given: unknown): Language {
  return readLanguage(query.parse(given).lang) ?? defaultLanguage;
}

function page(language: Language, isDone: boolean): string {
  const { title, ask, button, done } = messageTexts[language].stop;
  const body = isDone
    ? paragraph(escapeHtml(done))
    : `${paragraph(escapeHtml(ask))}<form method="post"><button style="font:inherit;padding:.6em 1.2em">${escapeHtml(button)}</button></form>`;
  return mailPage(language, `<h1 style="font-size:1.3em">${escapeHtml(title)}</h1>${body}`);
}
