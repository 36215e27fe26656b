/** The terms of sale of an order as a page of plain HTML, for machines that make no PDF: the same words, no looks. */
import { directionOf, type Language } from "#core/language.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { type OrderAgreement, toAgreementModel } from "./agreement-file.ts";
import type { Prose } from "./printable.ts";

/** @returns a whole document; merchants' words are escaped */
export function agreementPage(agreement: OrderAgreement, language: Language): string {
  const { heading, facts, paragraphs, fileTitle } = toAgreementModel(agreement, language);
  const rows = facts.map(
    ({ label, values }) =>
      `<dt>${label.map(escapeHtml).join(" · ")}</dt>${values.map((value) => `<dd>${words(value)}</dd>`).join("")}`,
  );
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(fileTitle)}</title></head>` +
    `<body><h1>${words(heading)}</h1><dl>${rows.join("")}</dl>` +
    `${paragraphs.map((paragraph) => `<p dir="auto">${words(paragraph)}</p>`).join("")}</body></html>`
  );
}

function words(prose: Prose): string {
  return `<bdi>${escapeHtml(prose.text)}</bdi>`;
}
