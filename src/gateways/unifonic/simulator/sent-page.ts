/** The page with what was sent, newest first. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { SimulatedText, Texts } from "./texts.ts";

/** Adds `/sent` for people and `/sent.json` for tests. */
export function registerSent(app: FastifyInstance, tools: SimulatorTools, texts: Texts): void {
  app.get("/sent", (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({ request, reply, operation: "SENT", work: () => page(texts.list()) }),
  );
  app.get("/sent.json", async () => ({ messages: texts.list() }));
}

function page(texts: readonly SimulatedText[]) {
  const rows = texts.map(({ at, recipient, sender, body, units, status }) => {
    const cells = [new Date(at).toISOString(), recipient, sender, String(units), status].map(escapeHtml);
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}<td dir="auto">${escapeHtml(body)}</td></tr>`;
  });
  const heads = ["Time", "To", "From", "Parts", "Status", "Text"].map((head) => `<th>${head}</th>`).join("");
  const table = `<table><thead><tr>${heads}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return htmlPage({
    lang: "en",
    title: "Text messages",
    width: "wide",
    body: `<h1>Text messages</h1><p class="notice">Kept here and sent nowhere.</p>${texts.length === 0 ? "<p>None yet.</p>" : table}`,
  });
}
