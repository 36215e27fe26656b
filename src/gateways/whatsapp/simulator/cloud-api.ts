/** The call that sends a message. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal, readOrRefuse } from "#sim/refusal.ts";
import type { CloudAccount } from "./account.ts";
import { triggerOf } from "./description.ts";
import type { Sent } from "./sent.ts";

const textParameter = z.strictObject({
  type: z.literal("text"),
  parameter_name: z.string().optional(),
  text: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^[^\n\t]*$/),
});

const messageSchema = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual"),
  to: z.string().regex(/^\+[1-9]\d{7,14}$/),
  type: z.literal("template"),
  template: z.strictObject({
    name: z.string().regex(/^[a-z0-9_]{1,512}$/),
    language: z.strictObject({ code: z.enum(["ar", "en"]) }),
    components: z.tuple([
      z.strictObject({ type: z.literal("body"), parameters: z.array(textParameter) }),
      z.strictObject({
        type: z.literal("button"),
        sub_type: z.literal("url"),
        index: z.literal("0"),
        parameters: z.tuple([textParameter]),
      }),
    ]),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

/** Faults that are refusals by a code of Meta's. */
const faultCodes: Readonly<Record<string, number>> = {
  throttle: 130429,
  pair_limit: 131056,
  token_dead: 190,
  template_paused: 132015,
};

/** Adds the call, in every version. */
export function registerCloudApi(
  app: FastifyInstance,
  tools: SimulatorTools,
  { sent, account }: { readonly sent: Sent; readonly account: CloudAccount },
): void {
  app.post("/:version/:phoneNumberId/messages", (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({
      request,
      reply,
      operation: "SEND",
      outage: (status) => ({ status, body: errorBody(status === 500 ? 1 : 2, "Service unavailable") }),
      work: (call) => {
        const { phoneNumberId } = z.object({ phoneNumberId: z.string() }).parse(request.params);
        if (request.headers.authorization !== `Bearer ${account.accessToken}`)
          throw refusal(401, 190, "Access token");
        if (phoneNumberId !== account.phoneNumberId) throw refusal(400, 33, "no such number");
        for (const [fault, code] of Object.entries(faultCodes))
          if (call.hasFault(fault)) throw refusal(400, code, fault);
        return send(request.body, call, sent);
      },
    }),
  );
}

function send(body: unknown, call: Call, sent: Sent): Answer {
  const wanted = readOrRefuse(messageSchema, body, ({ field }) =>
    refusal(400, 100, `Invalid parameter: ${field}`),
  );
  const trigger = triggerOf(wanted.to);
  if (trigger?.code !== undefined) throw refusal(400, trigger.code, trigger.means);
  const [{ parameters }, button] = wanted.template.components;
  const message = sent.add({
    to: wanted.to,
    template: wanted.template.name,
    language: wanted.template.language.code,
    parameters: parameters.map(({ parameter_name: name = "", text }) => ({ name, text })),
    suffix: button.parameters[0].text,
    opaque: wanted.biz_opaque_callback_data ?? null,
  });
  const isSilent = call.hasFault("no_report");
  const outcome = trigger?.isFailed === true || call.hasFault("failed_later") ? "failed" : "delivered";
  const inOrder = [sent.report(message, "sent"), sent.report(message, outcome)];
  const webhooks = call.hasFault("reports_reversed") ? inOrder.toReversed().flat() : inOrder.flat();
  return {
    status: 200,
    body: {
      messaging_product: "whatsapp",
      contacts: [{ input: wanted.to, wa_id: wanted.to.replace(/\D/g, "") }],
      messages: [
        {
          id: message.id,
          message_status: call.hasFault("held") ? "held_for_quality_assessment" : "accepted",
        },
      ],
    },
    note: `${wanted.to}: ${wanted.template.name} (${wanted.template.language.code})`,
    webhooks: isSilent ? [] : webhooks,
  };
}

function errorBody(code: number, message: string): object {
  return {
    error: { message: `(#${code}) ${message}`, type: "OAuthException", code, fbtrace_id: "simulated" },
  };
}

function refusal(status: number, code: number, message: string): Refusal {
  return new Refusal(message, { status, body: errorBody(code, message), note: `${code} ${message}` });
}
