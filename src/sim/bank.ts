/**
 * A simulated bank for payments that people make there by a number (a bill, a transfer): a page with everything that can
 * be paid, and a button for each way in which people pay. People open it: it needs no credentials.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call, Exchange } from "./exchange.ts";
import { escapeHtml, htmlPage, htmlTable } from "./html.ts";
import type { SimulatorTools } from "./kit.ts";
import { Refusal } from "./refusal.ts";

type Language = "ar" | "en";
type Payable = { readonly id: string; readonly status: string };

/** Texts of every bank; each has those of its columns, states and buttons, too. */
type BankTexts = Readonly<Record<"title" | "notice" | "empty" | "unknown" | "language", string>>;

export type Bank<Item extends Payable, Action extends string, Texts> = {
  readonly texts: Readonly<Record<Language, Texts>>;
  /** Keys of the texts above the columns; the state and the buttons come last. */
  readonly columns: readonly (keyof Texts & string)[];
  /** The cells before the state, as HTML (`ltr`). */
  readonly cells: (item: Item) => readonly string[];
  readonly actions: readonly Action[];
  /** The buttons of an item. */
  readonly actionsOf: (item: Item) => readonly Action[];
  readonly list: () => readonly Item[];
  /** Throws a Refusal of 404 for an unknown id. */
  readonly find: (id: string) => Item;
  /** Plays one button. */
  readonly press: (item: Item, action: Action, call: Call) => Pick<Answer, "note" | "webhooks">;
  /** Name of a press in the journal. */
  readonly operation: string;
  readonly outage: NonNullable<Exchange["outage"]>;
  /** For the journal, of an unknown id. */
  readonly unknownNote: string;
};

const paramsSchema = z.object({ id: z.string().default("") });
const querySchema = z.object({ lang: z.string().optional() });

/** Adds the page `/bank` and its buttons. */
export function registerBank<
  Item extends Payable,
  Action extends string,
  Texts extends BankTexts & Readonly<Record<Action | Item["status"], string>>,
>(app: FastifyInstance, tools: SimulatorTools, bank: Bank<Item, Action, Texts>): void {
  const actionSchema = z.object({ action: z.enum(bank.actions) });

  const press = (request: FastifyRequest, call: Call): Answer => {
    const item = bank.find(paramsSchema.parse(request.params).id);
    const { action } = actionSchema.parse(request.body);
    const location = `${tools.baseUrl(request)}/bank?lang=${languageOf(request)}`;
    return { status: 303, headers: { location }, body: "", ...bank.press(item, action as Action, call) };
  };

  app.get("/bank", (request, reply) =>
    tools.serve({
      request,
      reply,
      operation: "BANK",
      work: () =>
        bankPage(bank, tools.listed(request, bank.list()), tools.baseUrl(request), languageOf(request)),
    }),
  );
  app.post("/bank/:id", (request: FastifyRequest, reply: FastifyReply) =>
    tools.serve({
      request,
      reply,
      operation: bank.operation,
      outage: bank.outage,
      work: (call) => {
        try {
          return press(request, call);
        } catch (error) {
          const isUnknown = error instanceof Refusal && error.answer.status === 404;
          if (isUnknown || error instanceof z.ZodError) return unknownPage(bank, languageOf(request));
          throw error;
        }
      },
    }),
  );
}

/** A text for a cell that is read from left to right in both languages. */
export function ltr(value: string): string {
  return `<bdi dir="ltr">${escapeHtml(value)}</bdi>`;
}

function languageOf(request: FastifyRequest): Language {
  return querySchema.parse(request.query).lang === "en" ? "en" : "ar";
}

/** Items are shown in their order. */
function bankPage<Item extends Payable, Action extends string, Texts extends BankTexts>(
  bank: Bank<Item, Action, Texts>,
  items: readonly Item[],
  baseUrl: string,
  language: Language,
): Answer {
  const text = bank.texts[language];
  const other = language === "ar" ? "en" : "ar";
  const rows = items.map((item) => itemCells(bank, item, baseUrl, language));
  const heads = bank.columns.map((column) => String(text[column]));
  return htmlPage({
    lang: language,
    title: text.title,
    width: "wide",
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      rows.length === 0 ? `<p>${escapeHtml(text.empty)}</p>` : htmlTable(heads, rows),
      `<p><a href="${escapeHtml(baseUrl)}/bank?lang=${other}" lang="${other}">${escapeHtml(text.language)}</a></p>`,
    ].join(""),
  });
}

function itemCells<Item extends Payable, Action extends string, Texts extends BankTexts>(
  bank: Bank<Item, Action, Texts>,
  item: Item,
  baseUrl: string,
  language: Language,
): string[] {
  // `registerBank` wants a text for every state and button.
  const text = bank.texts[language] as Texts & Readonly<Record<string, string>>;
  const address = `${baseUrl}/bank/${item.id}?lang=${language}`;
  const buttons = bank
    .actionsOf(item)
    .map(
      (action) =>
        `<button name="action" value="${action}"${action === "pay" ? ' class="main"' : ""}>${escapeHtml(text[action] ?? "")}</button>`,
    );
  return [
    ...bank.cells(item),
    escapeHtml(text[item.status] ?? ""),
    `<form class="choices" method="post" action="${escapeHtml(address)}">${buttons.join("")}</form>`,
  ];
}

/** The page for an unknown id. */
function unknownPage<Item extends Payable, Action extends string, Texts extends BankTexts>(
  bank: Bank<Item, Action, Texts>,
  language: Language,
): Answer {
  const text = bank.texts[language];
  const body = `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text.unknown)}</p>`;
  return htmlPage({ lang: language, title: text.title, body, status: 404, note: bank.unknownNote });
}
