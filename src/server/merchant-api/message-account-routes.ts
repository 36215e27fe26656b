/** The merchant's own accounts at providers of messages. Settings go in and never come out. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type MessageAccount, messageAccountCalls } from "#contract/message-accounts.ts";
import { messageChannels } from "#core/messages/message-state.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { channelOf } from "../messages/channel-directory.ts";
import {
  type AccountChannel,
  accountChannels,
  openAccount,
  removeMessageAccount,
  reportUrl,
  storedAt,
  storeMessageAccount,
} from "../messages/message-accounts.ts";
import { maySee, merchantOf } from "./authenticate.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope that requires an API key. All of them are harmless to repeat. */
export function mountMessageAccountCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  const one = async (merchantId: number, channel: MessageAccount["channel"]): Promise<MessageAccount> => {
    const isOfOperator = channel === "email";
    const updatedAt = isOfOperator ? null : await storedAt(db, merchantId, channel);
    const isThere = (await channelOf(services, db, { merchantId, channel })) !== null;
    return {
      channel,
      account: updatedAt ? "own" : isThere ? "installation" : null,
      updatedAt: updatedAt?.toISOString() ?? null,
      webhookUrl: isOfOperator || !updatedAt ? null : await reportUrlOf(merchantId, channel),
    };
  };

  const reportUrlOf = async (merchantId: number, channel: AccountChannel): Promise<string> => {
    const own = channel === "sms" ? await openAccount(services, db, { owner: merchantId, channel }) : null;
    return reportUrl(services, { owner: merchantId, channel, secret: own?.webhookSecret.reveal() ?? "" });
  };

  mountCall(scope, messageAccountCalls, "GET /api/v1/messages/accounts", async (_parsed, { request }) => {
    const merchant = merchantOf(request);
    const items = await Promise.all(messageChannels.map((channel) => one(merchant.id, channel)));
    // Who knows the address of reports can make them: it is for those who enter it at the provider.
    const maySeeAddress = maySee(merchant, "shop.manage");
    return { items: maySeeAddress ? items : items.map((item) => ({ ...item, webhookUrl: null })) };
  });

  mountCall(
    scope,
    messageAccountCalls,
    "PUT /api/v1/messages/accounts/:channel",
    async ({ params, body }, { request }) => {
      const merchantId = merchantOf(request).id;
      const channel = requireChannel(params.channel);
      await storeMessageAccount(services, db, { merchantId, channel, settings: body }).catch(refuseWrong);
      return await one(merchantId, channel);
    },
  );

  mountCall(
    scope,
    messageAccountCalls,
    "DELETE /api/v1/messages/accounts/:channel",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const channel = requireChannel(params.channel);
      await removeMessageAccount(db, merchantId, channel);
      return await one(merchantId, channel);
    },
  );
}

function requireChannel(text: string): AccountChannel {
  const channel = accountChannels.find((known) => known === text);
  if (channel === undefined) throw new Problem("not_found");
  return channel;
}

/** Names the wrong settings and shows none. */
function refuseWrong(error: unknown): never {
  if (!(error instanceof z.ZodError)) throw error;
  const fields = error.issues.map(({ path, code, ...issue }) => {
    const [unknown] = "keys" in issue ? issue.keys : [];
    const place = [...path, ...(unknown === undefined ? [] : [unknown])].join(".").slice(0, 100);
    return {
      path: place,
      code,
      message: unknown === undefined ? "is missing or wrong" : "there is no such setting",
    };
  });
  throw new Problem("validation_failed", { fields: fields.slice(0, 20) });
}
