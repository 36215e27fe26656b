/**
 * Panels and buttons that are fetched when they are shown bring all texts of the page's language with them (decision
 * K16): those in the HTML are only what the page needs at once.
 */
import { type ComponentType, useCallback } from "react";
import { useLocale } from "use-intl/react";
import type { Language } from "#core/language.ts";
import { type PageData, pageDataId } from "../document/page-data.ts";
import { Later, type LaterProps } from "../forms/later.tsx";
import type { Messages } from "../i18n/catalogue.ts";
import { Texts } from "../i18n/texts.tsx";

/** A part of the page like those of later.tsx, with its texts. */
export function LaterWithTexts<Props extends object>({ load, ...later }: LaterProps<Props>) {
  const language = useLocale();
  const loadBoth = useCallback(() => loadWithTexts(load, language), [load, language]);
  return <Later {...later} load={loadBoth} />;
}

/** Fetches a component and the texts, and gives the component with its texts around it. Rejects when either fails. */
export async function loadWithTexts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  language: Language,
): Promise<ComponentType<Props>> {
  const [Inner, messages] = await Promise.all([load(), loadTexts()]);
  return (props) => (
    <Texts language={language} messages={messages}>
      <Inner {...props} />
    </Texts>
  );
}

let texts: Promise<Messages> | null = null;

/** Fetched once; after a failure the next call tries again. */
function loadTexts(): Promise<Messages> {
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
