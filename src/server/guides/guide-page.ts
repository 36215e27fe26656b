/** The HTML around a guide, and around the reference of all calls. No script on guides; they are read without one. */
import type { Language } from "#core/language.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { type Guide, type GuideName, guideNames, guidePath } from "./guides.ts";
import arabic from "./words.ar.json" with { type: "json" };
import english from "./words.en.json" with { type: "json" };

const words = { ar: arabic, en: english } as const;

/** Where the reference and its script are. */
export const referencePath = "/docs/api";
export const referenceScriptPath = "/docs/reference.js";

export type GuidePageFacts = {
  readonly language: Language;
  readonly guide: Guide;
  /** Of all guides. */
  readonly titles: ReadonlyMap<GuideName, string>;
  readonly nonce: string;
};

/** A guide as a page: right to left in Arabic, programs from the left. */
export function guidePage({ language, guide, titles, nonce }: GuidePageFacts): string {
  const text = words[language];
  const other: Language = language === "ar" ? "en" : "ar";
  const links = guideNames.map((name) => {
    const here = name === guide.name ? ' aria-current="page"' : "";
    return `<li><a href="${guidePath(language, name)}"${here}>${escapeHtml(titles.get(name) ?? name)}</a></li>`;
  });
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(guide.title)} · ${text.name}</title>
<style nonce="${nonce}">${styles}</style></head>
<body><header><a href="${guidePath(language, "index")}"><b>${text.name}</b> ${text.guides}</a>
<a href="${guidePath(other, guide.name)}" lang="${other}" hreflang="${other}">${text.other}</a></header>
<div class="page"><nav aria-label="${text.guidesList}"><ul>${links.join("")}
<li><a href="${referencePath}" hreflang="en">${text.reference}</a></li></ul></nav>
<main>${guide.html}</main></div></body></html>`;
}

/** The reference of all calls: Scalar's, with the document in the page and nothing to be fetched besides its script. */
export function referencePage(openApi: string, nonce: string): string {
  const settings = {
    content: JSON.parse(openApi),
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "none",
    persistAuth: false,
    // Short words stay whole in the columns of tables, and a wide table scrolls, not the page.
    customCss:
      "th, td, td code { word-break: normal !important; overflow-wrap: normal !important } " +
      ".markdown table { display: block !important; overflow-x: auto !important; max-inline-size: 100% }",
  };
  // A text inside a script ends at "</script", wherever it stands.
  const json = JSON.stringify(settings).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${english.reference} · ${english.name}</title></head>
<body><div id="reference"></div><script nonce="${nonce}">${memoryStorage}</script>
<script nonce="${nonce}" src="${referenceScriptPath}"></script>
<script nonce="${nonce}">Scalar.createApiReference("#reference", ${json});</script></body></html>`;
}

/** An origin of its own has no storage, and the script of the reference asks for one: this one ends with the page. */
const memoryStorage = `for (const name of ["localStorage", "sessionStorage"]) {
  const kept = new Map();
  const value = {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, text) => void kept.set(String(key), String(text)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() { return kept.size; },
  };
  Object.defineProperty(window, name, { value });
}`;

const styles = `
:root { --line: #d5dae1; --dim: #55606e; --accent: #1b6fb8; --code: #f4f6f8 }
@media (prefers-color-scheme: dark) { :root { --line: #3a424c; --dim: #a9b4c0; --accent: #7fb8ec; --code: #1e242b } }
* { box-sizing: border-box }
body { margin: 0; font: 1rem/1.7 "IBM Plex Sans Arabic", system-ui, "Segoe UI", Tahoma, sans-serif; overflow-wrap: anywhere }
a { color: var(--accent); text-underline-offset: .2em }
header { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 1rem; border-block-end: 1px solid var(--line) }
header a { color: inherit; text-decoration: none; padding-block: .5rem }
.page { max-inline-size: 70rem; margin-inline: auto; padding: 1rem; display: grid; gap: 1rem }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1.25rem }
nav a { display: inline-block; padding-block: .625rem; text-decoration: none }
nav a[aria-current] { color: inherit; font-weight: 700 }
main { min-inline-size: 0; max-inline-size: 46rem }
h1 { font-size: 1.75rem; line-height: 1.3; margin-block: .5rem 1rem }
h2 { font-size: 1.25rem; margin-block: 2rem .5rem }
pre, code { direction: ltr; unicode-bidi: isolate; text-align: start; font: .875rem/1.6 ui-monospace, Menlo, Consolas, monospace }
code { display: inline-block; max-inline-size: 100%; background: var(--code); padding: 0 .3em; border-radius: 4px }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; overflow-wrap: normal }
pre code { display: block; max-inline-size: none; background: none; padding: 0; white-space: pre }
.table { overflow-x: auto }
td code { overflow-wrap: normal }
table { border-collapse: collapse; inline-size: 100% }
th, td { border-block-end: 1px solid var(--line); padding: .5rem; text-align: start; vertical-align: top }
@media (min-width: 60rem) { .page { grid-template-columns: 14rem 1fr; gap: 3rem } nav ul { flex-direction: column } }
`;
