/** The page with what was sent; where the address of the reports is entered, and where a person answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { type Sent, type SentMessage, statuses } from "./sent.ts";

const addressSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
const replySchema = z.object({ from: z.string().min(8).max(20), text: z.string().min(1).max(1000) });
const reportSchema = z.object({ id: z.string(), status: z.enum(statuses).exclude(["accepted"]) });

/** Adds `/desk` for people, `/sent.json` for tests, and the forms of the page. */
export function registerDesk(app: FastifyInstance, tools: SimulatorTools, sent: Sent): void {
  const post = (path: string, work: (body: unknown) => Answer): void => {
    app.post(path, (request: FastifyRequest, reply: FastifyReply) =>
      tools.serve({ request, reply, operation: "DESK", work: () => work(request.body) }),
    );
  };
  const back = (request: Pick<Answer, "webhooks" | "note">): Answer => ({
    status: 303,
    headers: { location: "desk" },
    body: "",
    ...request,
  });
  app.get("/desk", (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({ request, reply, operation: "DESK", work: () => page(sent) }),
  );
  app.get("/sent.json", async () => ({ messages: sent.list() }));
  post("/webhook", (body) => {
    sent.setWebhookUrl(addressSchema.parse(body).url);
    return back({ note: "address of the reports" });
  });
  post("/reply", (body) => {
    const { from, text } = replySchema.parse(body);
    return back({ webhooks: sent.reply(from, text), note: `${from} answers` });
  });
  post("/report", (body) => {
    const { id, status } = reportSchema.parse(body);
    const message = sent.find(id);
    return back({ webhooks: message ? sent.report(message, status) : [], note: `${id}: ${status}` });
  });
}

function page(sent: Sent): Answer {
  const rows = sent.list().map(row).join("");
  const heads = ["Time", "To", "Template", "Words", "Status", "Report"]
    .map((head) => `<th>${head}</th>`)
    .join("");
  return htmlPage({
    lang: "en",
    title: "WhatsApp",
    width: "wide",
    body: [
      '<h1>WhatsApp</h1><p class="notice">Kept here and sent nowhere.</p>',
      '<form class="choices" method="post" action="webhook"><label>Address of the reports ',
      `<input name="url" size="60" value="${escapeHtml(sent.webhookUrl() ?? "")}"></label><button>Save</button></form>`,
      '<form class="choices" method="post" action="reply"><label>A person <input name="from" value="+966551234567"></label>',
      '<label>writes <input name="text" value="STOP"></label><button>Send</button></form>',
      rows === ""
        ? "<p>None yet.</p>"
        : `<table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`,
    ].join(""),
  });
}

function row(message: SentMessage): string {
  const words = message.parameters.map(({ name, text }) => `${name}: ${text}`).join("; ");
  const cells = [
    new Date(message.at).toISOString(),
    message.to,
    `${message.template} (${message.language})`,
    `${words}; …${message.suffix}`,
    message.status,
  ];
  const buttons = statuses
    .filter((status) => status !== "accepted")
    .map((status) => `<button name="status" value="${status}">${status}</button>`)
    .join("");
  const form = `<form class="choices" method="post" action="report"><input type="hidden" name="id" value="${escapeHtml(message.id)}">${buttons}</form>`;
  return `<tr>${cells.map((cell) => `<td dir="auto">${escapeHtml(cell)}</td>`).join("")}<td>${form}</td></tr>`;
}
