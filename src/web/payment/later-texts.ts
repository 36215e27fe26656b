/** All texts of the page's language, for panels that are opened later (decision K16). Fetched once. */
import type { Messages } from "../i18n/catalogue.ts";
import { type PageData, pageDataId } from "../page-data.ts";

let texts: Promise<Messages> | null = null;

/** Rejects when they cannot be fetched; the next call tries again. */
export function loadTexts(): Promise<Messages> {
  texts ??= fetchTexts().catch((cause: unknown) => {
    texts = null;
    throw cause;
  });
  return texts;
}

async function fetchTexts(): Promise<Messages> {
  const data = JSON.parse(document.getElementById(pageDataId)?.textContent ?? "{}") as PageData;
  const response = await fetch(data.translations);
  if (!response.ok) throw new Error(`no texts: ${response.status}`);
  return (await response.json()) as Messages;
}
