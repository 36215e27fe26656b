/** What the simulated WhatsApp remembers: messages with their state, and where it reports to. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Webhook } from "#sim/webhooks.ts";
import type { CloudAccount } from "./account.ts";

export const statuses = ["accepted", "sent", "delivered", "read", "failed"] as const;

const sentSchema = z.object({
  id: z.string(),
  to: z.string(),
  template: z.string(),
  language: z.string(),
  parameters: z.array(z.object({ name: z.string(), text: z.string() })),
  suffix: z.string(),
  opaque: z.string().nullable(),
  status: z.enum(statuses),
  at: z.number(),
});

export type SentMessage = z.output<typeof sentSchema>;

export type Sent = ReturnType<typeof createSent>;

/** The messages of one account. */
export function createSent(
  { clock, ids, store }: Pick<SimulatorTools, "clock" | "ids" | "store">,
  account: CloudAccount,
) {
  const messages = store<SentMessage>({ name: "messages", persist: sentSchema });
  const addresses = store<{ url: string }>({ name: "webhook", persist: z.object({ url: z.string() }) });
  const post = (value: object): Webhook[] => {
    const url = addresses.get("url")?.url;
    if (url === undefined) return [];
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        { id: "1", changes: [{ field: "messages", value: { messaging_product: "whatsapp", ...value } }] },
      ],
    });
    const signature = createHmac("sha256", account.appSecret).update(body).digest("hex");
    return [{ url, body, headers: () => ({ "x-hub-signature-256": `sha256=${signature}` }) }];
  };
  return {
    /** Newest first. */
    list: (): SentMessage[] => [...messages.values()].reverse(),
    find: (id: string): SentMessage | undefined => messages.get(id),
    add(wanted: Omit<SentMessage, "id" | "at" | "status">): SentMessage {
      const added: SentMessage = {
        ...wanted,
        id: `wamid.${ids.letters(32)}`,
        at: clock.now(),
        status: "accepted",
      };
      messages.set(added.id, added);
      return added;
    },
    webhookUrl: (): string | null => addresses.get("url")?.url ?? null,
    setWebhookUrl: (url: string): void => addresses.set("url", { url }),
    /** Gives a message a state; the report of it. */
    report(
      message: SentMessage,
      status: Exclude<SentMessage["status"], "accepted">,
      code = 131026,
    ): Webhook[] {
      messages.set(message.id, { ...message, status });
      return post({
        statuses: [
          {
            id: message.id,
            status,
            timestamp: String(Math.floor(clock.now() / 1000)),
            recipient_id: message.to.replace(/\D/g, ""),
            ...(message.opaque !== null && { biz_opaque_callback_data: message.opaque }),
            ...(status === "failed" && { errors: [{ code, title: "failed" }] }),
          },
        ],
      });
    },
    /** What a person writes to the account. */
    reply: (from: string, text: string): Webhook[] =>
      post({
        messages: [
          {
            from: from.replace(/\D/g, ""),
            id: `wamid.${ids.letters(32)}`,
            timestamp: String(Math.floor(clock.now() / 1000)),
            type: "text",
            text: { body: text },
          },
        ],
      }),
  };
}
