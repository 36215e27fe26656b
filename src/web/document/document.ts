/**
 * The document around a page as text, in the pieces in which it is sent: everything up to the content, and the end.
 * React renders only what is between them.
 */

import type { Language } from "#core/language.ts";
import { directionOf } from "#core/language.ts";
import type { PageAssets } from "./assets.ts";
import { neededFiles, reachableFiles, scriptAddress } from "./assets.ts";
import { jsonForScript } from "./json-for-script.ts";
import type { PageData } from "./page-data.ts";
import { pageDataId } from "./page-data.ts";

const pageScript = "src/web/script/page-script.ts";
const hydrateScript = "src/web/island/hydrate.ts";

/** A square with the first letter of the name; data, so that no request is made for it. Written like those in the styles. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%233087de'/%3E%3Cpath d='M8 11l4 11 4-9 4 9 4-11' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

export type DocumentStart = {
  readonly language: Language;
  readonly nonce: string;
  /** Style sheets as text, in order. */
  readonly styles: readonly string[];
  /** The page may show islands: what is pressed before they are alive is kept. */
  readonly mayHaveIslands: boolean;
};

/** From the doctype to the open body. The title follows with `documentTitle`, which may come later. */
export function documentStart(start: DocumentStart): string {
  const { nonce } = start;
  return [
    `<!doctype html><html lang="${start.language}" dir="${directionOf(start.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="${icon}">`,
    start.mayHaveIslands ? `<script nonce="${escapeHtml(nonce)}">${earlySubmit}</script>` : "",
    ...start.styles.map((css) => styleElement(css, nonce)),
  ].join("");
}

/**
 * The form of an island that is submitted before it is alive sends nothing anywhere; the press is kept and the island makes
 * good for it (forms/typed.ts). It is one of `method="dialog"`: a form that is sent to the server needs no island. By its attribute, since
 * a form's fields hide its properties: the payment form has fields called "method".
 */
const earlySubmit =
  `addEventListener("submit",function(e){var d=document.documentElement.dataset;` +
  `if(!("alive" in d)&&e.target.getAttribute("method")=="dialog"){e.preventDefault();d.pressed=""}},true)`;

/** The title. Browsers take the first one of the document, wherever it stands. */
export function documentTitle(title: string): string {
  return `<title>${escapeHtml(title)}</title>`;
}

/** An inlined style sheet. Our own sheets and validated theme values only. */
export function styleElement(css: string, nonce: string): string {
  return `<style nonce="${escapeHtml(nonce)}">${css.replaceAll("</", "<\\/")}</style>`;
}

function scriptElement(assets: PageAssets, address: string, nonce: string): string {
  return `<script type="module" src="${escapeHtml(address)}"${integrityAttribute(assets, address)} nonce="${escapeHtml(nonce)}"></script>`;
}

/** The browser runs the file only when it is, byte for byte, the one that was built. */
function integrityAttribute({ integrity }: PageAssets, address: string): string {
  const hash = integrity[address];
  return hash === undefined ? "" : ` integrity="${hash}"`;
}

/**
 * The hashes of files that no element of the page names, because scripts import them. Before any module: a page has
 * one such map, and browsers that do not know it ignore it.
 * @param script source of a script of the page's own, if it has one
 * @param modules source modules of the islands that are shown
 */
export function integrityMap(
  assets: PageAssets,
  {
    script,
    modules,
    nonce,
  }: { readonly script: string | null; readonly modules: readonly string[]; readonly nonce: string },
): string {
  if (!assets.manifest) return "";
  const scripts = [pageScript, ...(script === null ? [] : [script])];
  const elements = new Set(scripts.map((source) => scriptAddress(assets, source)));
  const imported = neededFiles(assets, scripts).filter((file) => !elements.has(file));
  const alive =
    modules.length === 0 ? [] : reachableFiles(assets, [hydrateScript, ...modules], hydrateScript);
  const integrity = Object.fromEntries([...imported, ...alive].map((file) => [file, assets.integrity[file]]));
  return `<script type="importmap" nonce="${escapeHtml(nonce)}">${jsonForScript({ integrity })}</script>`;
}

/**
 * The scripts of a page, for the end of its body: nothing before the first paint needs them.
 * @param script source of a script of the page's own, if it has one
 */
export function pageScripts(assets: PageAssets, script: string | null, nonce: string): string {
  return [
    ...(assets.manifest ? [] : ["/@vite/client"]),
    ...[pageScript, ...(script === null ? [] : [script])].map((source) => scriptAddress(assets, source)),
  ]
    .map((address) => scriptElement(assets, address, nonce))
    .join("");
}

/**
 * What brings the islands of a page to life, for the end of its body: they start when the page was painted, because on
 * a slow phone their start would hold the first paint up, and the fields can be used without them. A page in the
 * background is not painted, so there nothing is waited for.
 * @param modules source modules of the islands that are shown
 */
export function islandScripts(assets: PageAssets, modules: readonly string[], nonce: string): string {
  const address = jsonForScript(scriptAddress(assets, hydrateScript));
  const start = `const f=()=>import(${address});document.hidden?f():requestAnimationFrame(()=>setTimeout(f))`;
  return [
    ...neededFiles(assets, [hydrateScript, ...modules]).map(
      (file) => `<link rel="modulepreload" href="${escapeHtml(file)}"${integrityAttribute(assets, file)}>`,
    ),
    `<script type="module" nonce="${escapeHtml(nonce)}">${start}</script>`,
  ].join("");
}

/** Lets the browser fetch the pages that the buyer is likely to open next. */
export function speculationRules(addresses: readonly string[], nonce: string): string {
  if (addresses.length === 0) return "";
  const rules = { prefetch: [{ urls: addresses, eagerness: "moderate" }] };
  return `<script type="speculationrules" nonce="${escapeHtml(nonce)}">${jsonForScript(rules)}</script>`;
}

/** The data block of the islands. */
export function pageDataElement(data: PageData): string {
  return `<script type="application/json" id="${pageDataId}">${jsonForScript(data)}</script>`;
}

export const bodyStart = "</head><body>";

export const documentEnd = "</body></html>";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that may stand in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
