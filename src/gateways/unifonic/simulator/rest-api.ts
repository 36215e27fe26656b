/** The two calls: sending a text and asking about it. The fields come as a form. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal, readOrRefuse } from "#sim/refusal.ts";
import { triggerOf } from "./description.ts";
import { reportOf, type SimulatedText, type Texts } from "./texts.ts";

const sendSchema = z.strictObject({
  AppSid: z.string(),
  SenderID: z.string().min(1).max(11),
  Recipient: z.string().regex(/^[1-9]\d{7,14}$/),
  Body: z.string().min(1).max(1600),
  responseType: z.literal("JSON"),
  CorrelationID: z.string().max(64),
  baseEncode: z.enum(["true", "false"]).optional(),
  async: z.enum(["true", "false"]).optional(),
  MessageType: z.enum(["1", "3", "5", "6"]),
  statusCallback: z.url().optional(),
});

const detailsSchema = z.strictObject({
  AppSid: z.string(),
  MessageID: z.string().optional(),
  CorrelationID: z.string().optional(),
  responseType: z.literal("JSON"),
});

type Parts = { readonly texts: Texts; readonly appSid: string };

/** Adds the calls. */
export function registerApi(app: FastifyInstance, tools: SimulatorTools, { texts, appSid }: Parts): void {
  const add = (path: string, operation: string, work: (body: unknown, call: Call) => Answer): void => {
    app.post(path, (request: FastifyRequest, reply: FastifyReply) =>
      tools.serve({
        request,
        reply,
        operation,
        outage: (status) => ({ status, body: "Service unavailable", contentType: "text/plain" }),
        work: (call) => {
          const { AppSid } = z.looseObject({ AppSid: z.string().optional() }).parse(request.body ?? {});
          if (AppSid === undefined) throw refusal(402, "", "AppSid is missing");
          if (AppSid !== appSid) throw refusal(401, "", "Authentication failed");
          if (call.hasFault("throttle")) throw refusal(429, "", "Too many requests");
          return work(request.body, call);
        },
      }),
    );
  };

  add("/rest/SMS/messages", "SEND", (body, call) => {
    const wanted = readOrRefuse(sendSchema, body, ({ field }) =>
      refusal(200, "ER-06", `wrong field: ${field}`),
    );
    const trigger = triggerOf(wanted.Recipient);
    if (trigger?.code !== undefined) throw refusal(200, trigger.code, trigger.means);
    if (call.hasFault("filtered")) throw refusal(200, "ER-07", "the message was filtered");
    if (call.hasFault("no_balance")) throw refusal(200, "ER-01", "the balance is used up");
    const isRepeated = texts
      .list()
      .some(({ recipient, body: text }) => recipient === wanted.Recipient && text === wanted.Body);
    if (isRepeated) throw refusal(200, "ER-09", "a repeated message");
    const text = texts.add({
      correlationId: wanted.CorrelationID,
      recipient: wanted.Recipient,
      sender: wanted.SenderID,
      body: wanted.Body,
      units: unitsOf(wanted.Body),
      statusCallback: wanted.statusCallback ?? null,
    });
    const status =
      call.hasFault("undelivered") || trigger?.isUndelivered === true ? "Undelivered" : "Delivered";
    const isSilent = call.hasFault("no_report");
    const moved = isSilent ? text : texts.move(text, status);
    return {
      status: 200,
      body: { success: "true", message: "", errorCode: "ER-00", data: sentData(text) },
      note: `${text.recipient}: ${text.units} parts`,
      webhooks: isSilent ? [] : reportOf(moved, tools.clock.now()),
    };
  });

  add("/rest/SMS/Messages/GetMessagesDetails", "DETAILS", (body) => {
    const wanted = readOrRefuse(detailsSchema, body, ({ field }) =>
      refusal(200, "ER-06", `wrong field: ${field}`),
    );
    const found = texts
      .list()
      .filter(({ id, correlationId }) => id === wanted.MessageID || correlationId === wanted.CorrelationID);
    return {
      status: 200,
      body: { success: true, message: "", errorCode: "ER-00", data: { messages: found.map(details) } },
      note: `${found.length} found`,
    };
  });
}

function sentData(text: SimulatedText): object {
  return {
    MessageID: Number(text.id),
    CorrelationID: text.correlationId,
    Status: "Queued",
    NumberOfUnits: text.units,
    Cost: "0.1",
    Balance: "100",
    Recipient: text.recipient,
    TimeCreated: new Date(text.at).toISOString(),
    CurrencyCode: "SAR",
  };
}

function details(text: SimulatedText): object {
  return {
    MessageID: text.id,
    CorrelationID: text.correlationId,
    Status: text.status === "Delivered" || text.status === "Undelivered" ? "Sent" : text.status,
    DLR: text.status === "Queued" || text.status === "Sent" ? "" : text.status,
    NumberOfUnits: text.units,
    Recipient: text.recipient,
    DateCreated: new Date(text.at).toISOString(),
  };
}

/** Refusals come with status 200 where they are about the message. */
function refusal(status: number, errorCode: string, message: string): Refusal {
  return new Refusal(message, {
    status,
    body: { success: false, message, errorCode, data: {} },
    note: `${errorCode} ${message}`,
  });
}

/** Of its own counting: Arabic in 70 or parts of 67, the rest in 160 or parts of 153. */
function unitsOf(body: string): number {
  const [alone, part] = /^[\x20-\x7e\n]*$/.test(body) ? [160, 153] : [70, 67];
  return body.length <= alone ? 1 : Math.ceil(body.length / part);
}
