/**
 * SMS through Unifonic's REST API (its OpenAPI of July 2026; facts in the provider's own words are in its support pages).
 * Fields go as a form, so that the account's key is in no address. Unifonic answers 200 to refusals, too: the body
 * decides. It has no idempotency key, but knows our `CorrelationID`, by which a message without an answer is asked about.
 */
import { z } from "zod";
import type {
  CheckOutcome,
  MessageChannel,
  OutgoingMessage,
  ProviderState,
  SendOutcome,
} from "#core/messages/message-channel.ts";
import type { RefusalClass } from "#core/messages/refusal-class.ts";
import type { Http, HttpResult } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";

export type UnifonicSettings = {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly appSid: Secret;
  /** The registered sender's name, at most 11 characters. */
  readonly sender: string;
  /** Where reports of delivery go; null: they are asked for alone. */
  readonly statusUrl: string | null;
};

/** Saudi message types: 3 is a service message, to one person about what they asked for. */
const serviceMessage = "3";

const answerShape = z.object({
  success: z.union([z.boolean(), z.string()]),
  errorCode: z.string().optional(),
  data: z
    .object({
      MessageID: z.union([z.string(), z.number()]),
      NumberOfUnits: z.coerce.number().int().optional(),
    })
    .partial()
    .optional(),
});

const detailsShape = z.object({
  success: z.union([z.boolean(), z.string()]),
  data: z.object({
    messages: z.array(
      z.object({
        MessageID: z.union([z.string(), z.number()]),
        CorrelationID: z.string().nullish(),
        Status: z.string().nullish(),
        DLR: z.string().nullish(),
      }),
    ),
  }),
});

/** Refusals by Unifonic's own codes; what is not here is judged by the HTTP status. */
const classOfCode: Readonly<Record<string, RefusalClass>> = {
  "ER-01": "account",
  "ER-02": "recipient",
  "ER-03": "recipient",
  "ER-04": "recipient",
  "ER-05": "recipient",
  "ER-06": "malformed",
  "ER-07": "content",
  "ER-08": "content",
};

const classOfStatus: Readonly<Record<number, RefusalClass>> = {
  401: "account",
  402: "account",
  403: "account",
  410: "recipient",
  412: "malformed",
  421: "malformed",
  429: "throttle",
  440: "content",
  449: "malformed",
  456: "malformed",
  460: "malformed",
  480: "content",
  481: "recipient",
  482: "recipient",
  483: "recipient",
  599: "transient",
};

/** The same text to the same number, shortly before: in a further try it is the first one that was taken. */
const duplicates: ReadonlySet<string | number> = new Set(["ER-09", 409]);

/** Builds the channel of an account. `account` names whose it is. */
export function unifonicChannel(
  settings: UnifonicSettings,
  { http }: { readonly http: Http },
  account: string,
): MessageChannel {
  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<HttpResult> =>
    await http({
      method: "POST",
      url: `${settings.baseUrl}${path}`,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams({ AppSid: settings.appSid.reveal(), ...fields }).toString(),
      timeoutMs: timing.messageTimeoutMs,
    });
  return {
    name: "sms",
    account,
    resendsAfterDoubt: false,
    send: async (message) => toOutcome(await post("/rest/SMS/messages", fieldsOf(message, settings))),
    check: async ({ id }) =>
      toCheck(
        await post("/rest/SMS/Messages/GetMessagesDetails", { CorrelationID: id, responseType: "JSON" }),
        id,
      ),
  };
}

function fieldsOf({ id, to, content }: OutgoingMessage, settings: UnifonicSettings): Record<string, string> {
  if (content.channel !== "sms") throw new Error("not a text message");
  return {
    SenderID: settings.sender,
    Recipient: to.replace(/\D/g, ""),
    Body: content.text,
    responseType: "JSON",
    CorrelationID: id,
    baseEncode: "false",
    async: "false",
    MessageType: serviceMessage,
    // With our id: a report may come before the answer that says what Unifonic calls the message.
    ...(settings.statusUrl !== null && { statusCallback: `${settings.statusUrl}?id=${id}` }),
  };
}

function toOutcome(result: HttpResult): SendOutcome {
  if (result.kind === "not_sent") return { kind: "refused", class: "transient", code: result.reason };
  if (result.kind === "no_answer") return { kind: "unknown", reason: result.reason };
  const { status } = result;
  const read = answerShape.safeParse(readJson(result.body));
  const code = read.success ? read.data.errorCode : undefined;
  if (duplicates.has(status) || (code !== undefined && duplicates.has(code)))
    return { kind: "accepted", state: "accepted", providerId: null, parts: null };
  const isTaken = read.success && String(read.data.success) === "true" && status >= 200 && status < 300;
  if (isTaken) {
    const { MessageID, NumberOfUnits } = read.data.data ?? {};
    const parts = NumberOfUnits !== undefined && NumberOfUnits > 0 ? NumberOfUnits : null;
    return {
      kind: "accepted",
      state: "accepted",
      providerId: MessageID === undefined ? null : String(MessageID),
      parts,
    };
  }
  const named = (code !== undefined ? classOfCode[code] : undefined) ?? classOfStatus[status];
  if (named !== undefined) return { kind: "refused", class: named, code: code ?? String(status) };
  // Its guard, or an outage: an answer that is not Unifonic's says nothing of the message.
  if (status >= 500 || !read.success) return { kind: "unknown", reason: `HTTP ${status}` };
  return { kind: "refused", class: "malformed", code: code ?? String(status) };
}

function toCheck(result: HttpResult, id: string): CheckOutcome {
  if (result.kind !== "answer") return { kind: "unknown", reason: result.reason };
  const read = detailsShape.safeParse(readJson(result.body));
  if (!read.success || String(read.data.success) !== "true")
    return { kind: "unknown", reason: `HTTP ${result.status}` };
  const found = read.data.data.messages.find(({ CorrelationID }) => CorrelationID === id);
  if (!found) return { kind: "not_found" };
  const state = unifonicState(found.DLR || found.Status || "");
  return {
    kind: "found",
    state: state ?? "accepted",
    providerId: String(found.MessageID),
    code: state === "failed" ? (found.DLR ?? found.Status ?? null) : null,
  };
}

const states: Readonly<Record<string, ProviderState>> = {
  queued: "accepted",
  sent: "sent",
  delivered: "delivered",
  undelivered: "failed",
  undeliverable: "failed",
  rejected: "failed",
  failed: "failed",
};

/** What a status of Unifonic's means; null for one that says nothing, such as "Delivery not confirmed". */
export function unifonicState(status: string): ProviderState | null {
  return states[status.trim().toLowerCase()] ?? null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
