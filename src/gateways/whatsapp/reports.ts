/**
 * What Meta posts to the address of an account: the status of messages, and what people wrote. Signed over the raw body with the
 * app's secret; order is not kept and repetitions are usual, so that the receiver ranks them.
 */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ProviderState, StatusReport } from "#core/messages/message-channel.ts";
import { isSameText } from "../same-text.ts";
import type { WhatsAppSettings } from "./channel.ts";

const statusShape = z.object({
  id: z.string().min(1),
  status: z.string(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z.array(z.object({ code: z.number().int() })).optional(),
});

const messageShape = z.object({
  /** The sender's number, digits alone; absent where the person has a name instead. */
  from: z.string().optional(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
});

const shape = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.array(z.unknown()).optional(),
            messages: z.array(z.unknown()).optional(),
          }),
        }),
      ),
    }),
  ),
});

/** What a person wrote. */
export type InboundText = { readonly from: string; readonly text: string };

/** Whether a body was signed by Meta for this account. @param signature the header `X-Hub-Signature-256` */
export function isFromMeta(
  { appSecret }: Pick<WhatsAppSettings, "appSecret">,
  body: string,
  signature: string | undefined,
): boolean {
  const expected = createHmac("sha256", appSecret.reveal()).update(body).digest("hex");
  return isSameText(signature ?? "", `sha256=${expected}`);
}

/** The challenge that Meta expects repeated when the address is entered; null for a token that is not ours. */
export function readChallenge(
  { verifyToken }: Pick<WhatsAppSettings, "verifyToken">,
  query: Readonly<Record<string, string>>,
): string | null {
  const isOurs =
    query["hub.mode"] === "subscribe" && isSameText(query["hub.verify_token"] ?? "", verifyToken.reveal());
  return isOurs ? (query["hub.challenge"] ?? "") : null;
}

/** Reads a body whose signature is right; what is not understood is left out. */
export function readWhatsAppReports(body: string): {
  readonly statuses: readonly StatusReport[];
  readonly texts: readonly InboundText[];
} {
  const read = shape.safeParse(readJson(body));
  const values = read.success
    ? read.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value))
    : [];
  return {
    statuses: values.flatMap(({ statuses = [] }) => statuses.flatMap(toReport)),
    texts: values.flatMap(({ messages = [] }) => messages.flatMap(toText)),
  };
}

const states: Readonly<Record<string, ProviderState>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
};

function toReport(value: unknown): StatusReport[] {
  const read = statusShape.safeParse(value);
  const state = read.success ? states[read.data.status] : undefined;
  if (!read.success || state === undefined) return [];
  const { id, biz_opaque_callback_data: own, errors } = read.data;
  const [error] = errors ?? [];
  return [{ id: own ?? null, providerId: id, state, code: error ? String(error.code) : null }];
}

function toText(value: unknown): InboundText[] {
  const read = messageShape.safeParse(value);
  if (!read.success) return [];
  const { from, text, button } = read.data;
  const said = text?.body ?? button?.text;
  return from === undefined || said === undefined ? [] : [{ from, text: said }];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
