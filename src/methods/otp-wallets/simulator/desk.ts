/**
 * A desk for testers, the same for every simulated wallet: all payments, the newest first, and buttons for what the
 * wallet's owner or time may do to them. Plain forms, no scripts.
 */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import ar from "./desk.ar.json" with { type: "json" };
import en from "./desk.en.json" with { type: "json" };

const texts = { ar, en };

export type DeskAction = "pay" | "decline" | "cancel" | "expire" | "notify";

export type DeskRow = {
  /** Goes into the address of the buttons. */
  readonly id: string;
  readonly order: string;
  readonly amount: Minor;
  readonly currency: string;
  readonly mobile: string;
  readonly status: string;
  /** What may be done to it now. */
  readonly actions: readonly DeskAction[];
};

export type Desk = {
  readonly wallet: keyof typeof en.titles;
  /** Newest first. */
  readonly rows: () => readonly DeskRow[];
  /** Does it; the note for the journal and what is to be sent. Never throws for a button that is out of date. */
  readonly act: (id: string, action: DeskAction) => Pick<Answer, "note" | "webhooks">;
};

const paramsSchema = z.object({ id: z.string().max(100) });
const actionSchema = z.object({ action: z.enum(["pay", "decline", "cancel", "expire", "notify"]) });
const languageSchema = z.object({ lang: z.enum(["ar", "en"]).catch("ar") });

/** Adds the desk under `/desk`. */
export function registerDesk(app: FastifyInstance, tools: SimulatorTools, desk: Desk): void {
  app.get("/desk", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "DESK",
      work: () =>
        deskPage(
          { wallet: desk.wallet, rows: tools.listed(request, desk.rows()) },
          tools.baseUrl(request),
          languageOf(request),
        ),
    }),
  );
  app.post("/desk/:id", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "DESK",
      work: () => {
        const { id } = paramsSchema.parse(request.params);
        const action = actionSchema.safeParse(request.body);
        const done = action.success ? desk.act(id, action.data.action) : { note: "no such action" };
        const location = `${tools.baseUrl(request)}/desk?lang=${languageOf(request)}`;
        return { ...done, status: 303, headers: { location }, body: "" };
      },
    }),
  );
}

function languageOf(request: FastifyRequest): "ar" | "en" {
  return languageSchema.parse(request.query).lang;
}

type ShownDesk = Pick<Desk, "wallet"> & { readonly rows: readonly DeskRow[] };

function deskPage({ wallet, rows }: ShownDesk, baseUrl: string, language: "ar" | "en"): Answer {
  const text = texts[language];
  const other = language === "ar" ? "en" : "ar";
  const title = text.titles[wallet];
  const button = (row: DeskRow, action: DeskAction) =>
    `<form method="post" action="${escapeHtml(`${baseUrl}/desk/${row.id}?lang=${language}`)}"><button name="action" value="${action}">${escapeHtml(text[action])}</button></form>`;
  const cells = (row: DeskRow) => [
    ltr(row.order),
    ltr(`${formatDecimal(row.amount, row.currency)} ${row.currency}`),
    ltr(row.mobile),
    ltr(row.status),
    row.actions.map((action) => button(row, action)).join(""),
  ];
  const heads = [text.order, text.amount, text.mobile, text.status, text.actions];
  const line = (values: readonly string[], tag: "th" | "td") =>
    `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join("")}</tr>`;
  const table = `<table><thead>${line(heads.map(escapeHtml), "th")}</thead><tbody>${rows.map((row) => line(cells(row), "td")).join("")}</tbody></table>`;
  return htmlPage({
    lang: language,
    title,
    width: "wide",
    body: [
      `<h1>${escapeHtml(title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      rows.length === 0 ? `<p>${escapeHtml(text.empty)}</p>` : table,
      `<p><a href="?lang=${other}" lang="${other}">${escapeHtml(text.language)}</a></p>`,
    ].join(""),
    note: `${rows.length} payments shown`,
  });
}

function ltr(text: string): string {
  return `<bdi dir="ltr">${escapeHtml(text)}</bdi>`;
}
