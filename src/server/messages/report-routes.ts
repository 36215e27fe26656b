/**
 * What providers report of messages, and what people answer. A report is believed for what it is proven by: Meta signs the
 * body, Unifonic's address holds a secret. It moves a message along the table of moves or does nothing, so that repetitions
 * and any order are harmless.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { StatusReport } from "#core/messages/message-channel.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { isSameText } from "#gateways/same-text.ts";
import { readUnifonicReport } from "#gateways/unifonic/report.ts";
import { classOfWhatsAppCode } from "#gateways/whatsapp/refusals.ts";
import { isFromMeta, readChallenge, readWhatsAppReports } from "#gateways/whatsapp/reports.ts";
import type { Services } from "../services.ts";
import { type AccountChannel, type AccountOwner, openAccount } from "./message-accounts.ts";
import { type MessageKey, moveMessage, readMessageId } from "./message-store.ts";
import { failMessage } from "./send-message.ts";
import { readStopWord, stopReminders } from "./stop-words.ts";

const params = z.object({
  owner: z.union([z.literal("installation"), z.coerce.number().int().positive()]),
  secret: z.string().max(200).optional(),
});

/** Our id stands in the address that a message names for its reports. */
const reportQuery = z.looseObject({ id: z.string().max(100).optional() });

/** Meta sends up to a thousand reports at a time. */
const bodyLimitBytes = 3 * 1024 * 1024;

/** Mounts the addresses of the reports. Bodies stay raw: signatures are over their bytes. */
export function mountMessageReports(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: bodyLimitBytes },
      (_request, body, done) => done(null, body),
    );

    scope.get("/rest/messages/whatsapp/:owner", { schema: { params } }, async (request, reply) => {
      const { owner } = params.parse(request.params);
      const account = await openAccount(services, services.db.kysely, { owner, channel: "whatsapp" });
      const query = Object.fromEntries(
        Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
      const challenge = account && readChallenge(account, query);
      if (challenge === null) throw new Problem("webhook_rejected");
      return await reply.type("text/plain").send(challenge);
    });

    scope.post("/rest/messages/whatsapp/:owner", { schema: { params } }, async (request) => {
      const { owner } = params.parse(request.params);
      const account = await openAccount(services, services.db.kysely, { owner, channel: "whatsapp" });
      const body = bodyOf(request);
      const { "x-hub-signature-256": signature } = request.headers;
      if (!account || !isFromMeta(account, body, [signature].flat()[0]))
        throw new Problem("webhook_rejected");
      const { statuses, texts } = readWhatsAppReports(body);
      for (const report of statuses) await apply(services, { owner, channel: "whatsapp" }, report);
      for (const { from, text } of texts) {
        const word = readStopWord(text);
        if (word !== null) await stopReminders(services, { owner, mobile: from, word });
      }
      return { received: true };
    });

    const schema = { params, querystring: reportQuery };
    scope.post("/rest/messages/sms/:owner/:secret", { schema }, async (request) => {
      const { owner, secret = "" } = params.parse(request.params);
      const account = await openAccount(services, services.db.kysely, { owner, channel: "sms" });
      if (!account || !isSameText(secret, account.webhookSecret.reveal()))
        throw new Problem("webhook_rejected");
      const report = readUnifonicReport(bodyOf(request));
      const { id } = reportQuery.parse(request.query);
      if (report) await apply(services, { owner, channel: "sms" }, { ...report, id: id ?? report.id });
      return { received: true };
    });
  });
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}

type Account = { readonly owner: AccountOwner; readonly channel: AccountChannel };

/** A report of a message of this account; one of another account's, or of none of ours, changes nothing. */
async function apply(services: Services, account: Account, report: StatusReport): Promise<void> {
  const key = await find(services, account, report);
  if (!key) return;
  const at = new Date(services.clock.now());
  await runInTransaction(services.db.kysely, async (trx) => {
    const { state, code, providerId } = report;
    if (state === "failed") {
      const kind =
        account.channel === "whatsapp" && code !== null ? classOfWhatsAppCode(Number(code)) : "recipient";
      await failMessage(services, trx, key, { class: kind, code: code ?? "failed" });
    } else await moveMessage(trx, key, { to: state, at, providerId });
  });
}

async function find(services: Services, account: Account, report: StatusReport): Promise<MessageKey | null> {
  const own = report.id === null ? null : readMessageId(report.id);
  const { rows } = await services.db.pool.query<{ merchant_id: number; id: number }>(
    `select merchant_id, id from messages
     where channel = $1 and ($2::bigint is null or merchant_id = $2)
       and (($3::bigint is not null and merchant_id = $3 and id = $4) or ($3::bigint is null and provider_id = $5))
     limit 1`,
    [
      account.channel,
      account.owner === "installation" ? null : account.owner,
      own?.merchantId ?? null,
      own?.id ?? null,
      report.providerId,
    ],
  );
  const [row] = rows;
  return row ? { merchantId: row.merchant_id, id: row.id } : null;
}
