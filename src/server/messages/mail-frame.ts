/**
 * The HTML of a mail to a buyer, as tables: mail programs know no logical CSS, and some no `dir` on a link or no `<bdi>`.
 * So sides are named here, by the language, and codes stand in a `<span dir="ltr">`.
 */
import { directionOf, type Language } from "#core/language.ts";
import { ensureContrast, readableOn } from "#core/theme/colour.ts";
import { escapeHtml } from "../http/escape-html.ts";

/** A row of label and value. `isCode` reads from left to right in both languages. */
export type MailRow = {
  readonly label: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly isStrong?: boolean;
};

export type MailFrame = {
  readonly language: Language;
  readonly title: string;
  readonly shop: string;
  /** Null shows the shop's name. */
  readonly logoUrl: string | null;
  /** Of the shop's theme, "#rrggbb". */
  readonly colour: string;
  readonly heading: string;
  readonly intro: string;
  /** The one figure that matters; null for none. */
  readonly amount: string | null;
  readonly rows: readonly MailRow[];
  /** What was sold, then the totals. */
  readonly lines: readonly MailRow[];
  readonly totals: readonly MailRow[];
  readonly button: { readonly label: string; readonly url: string };
  /** Small print under the button, paragraph by paragraph; HTML. */
  readonly notes: readonly string[];
};

const ink = "#1b2430";
const grey = "#5b6673";
const line = "#e3e7ec";
const font = "font-family:Tahoma,Arial,sans-serif";

/** The whole document. Texts are escaped here, but for `notes`. */
export function mailFrame(frame: MailFrame): string {
  const { language, colour } = frame;
  const direction = directionOf(language);
  const start = language === "ar" ? "right" : "left";
  const table = `role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" dir="${direction}"`;
  const cell = (html: string, style = ""): string =>
    `<tr><td align="${start}" style="padding:0 24px;${font};font-size:16px;line-height:1.6;color:${ink};direction:${direction};${style}">${html}</td></tr>`;
  const logo =
    frame.logoUrl === null
      ? `<b style="font-size:18px">${escapeHtml(frame.shop)}</b>`
      : `<img src="${escapeHtml(frame.logoUrl)}" alt="${escapeHtml(frame.shop)}" height="56" style="height:56px;max-width:100%;border:0">`;
  const pairs = (rows: readonly MailRow[]): string =>
    rows.length === 0
      ? ""
      : cell(
          `<table ${table}>${rows.map((row) => pair(row, language)).join("")}</table>`,
          "padding-top:16px",
        );
  const head = ensureContrast({ colour, background: "#ffffff" });
  const body = [
    `<tr><td style="height:6px;line-height:6px;font-size:0;background:${colour};border-radius:12px 12px 0 0">&nbsp;</td></tr>`,
    cell(logo, "padding-top:20px"),
    cell(
      `<h1 style="margin:0;font-size:20px;line-height:1.4;color:${ink}">${escapeHtml(frame.heading)}</h1>`,
      "padding-top:16px",
    ),
    cell(escapeHtml(frame.intro).replaceAll("\n", "<br>"), "padding-top:4px"),
    frame.amount === null
      ? ""
      : cell(
          `<b style="font-size:30px;line-height:1.3;color:${head}">${ltr(frame.amount, language)}</b>`,
          "padding-top:12px",
        ),
    pairs(frame.rows),
    pairs(frame.lines),
    pairs(frame.totals),
    cell(button(frame.button, colour), "padding-top:20px"),
    ...frame.notes.map((note) => cell(note, `padding-top:12px;font-size:13px;color:${grey}`)),
    `<tr><td style="height:24px;font-size:0">&nbsp;</td></tr>`,
  ].join("");
  return (
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light">` +
    `<title>${escapeHtml(frame.title)}</title></head>` +
    `<body dir="${direction}" style="margin:0;padding:0;direction:${direction};background:#f3f5f8">` +
    `<table ${table} style="background:#f3f5f8"><tr><td align="center" style="padding:16px 8px">` +
    `<table ${table} style="max-width:560px;background:#ffffff;border-radius:12px">${body}</table>` +
    "</td></tr></table></body></html>"
  );
}

function pair({ label, value, isCode, isStrong }: MailRow, language: Language): string {
  const [start, end] = language === "ar" ? ["right", "left"] : ["left", "right"];
  const style = `padding:7px 0;border-bottom:1px solid ${line};${font};font-size:15px;line-height:1.5;vertical-align:top;`;
  const strong = (html: string): string => (isStrong === true ? `<b>${html}</b>` : html);
  const shown = isCode === true ? `<span dir="ltr">${escapeHtml(value)}</span>` : escapeHtml(value);
  return (
    `<tr><td align="${start}" style="${style}color:${isStrong === true ? ink : grey};overflow-wrap:anywhere">${strong(escapeHtml(label))}</td>` +
    `<td align="${end}" style="${style}color:${ink};padding-${start}:12px">${strong(shown)}</td></tr>`
  );
}

/** Filled by a table cell: Outlook paints no padding of a link. */
function button({ label, url }: MailFrame["button"], colour: string): string {
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr>` +
    `<td align="center" bgcolor="${colour}" style="border-radius:8px;background:${colour}">` +
    `<a href="${escapeHtml(url)}" style="display:block;padding:14px 20px;${font};font-size:17px;font-weight:700;` +
    `color:${readableOn(colour)};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`
  );
}

/** An amount as one piece: its digits and its currency do not change sides. */
function ltr(text: string, language: Language): string {
  return `<span dir="${directionOf(language)}" style="white-space:nowrap">${escapeHtml(text)}</span>`;
}
