/** Brings the islands of the page to life. The module of each is fetched only here, by the names in the HTML. */

import type { ComponentType } from "react";
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { Texts } from "./i18n/texts.tsx";
import type { AnyIsland } from "./islands.ts";
import { islands } from "./islands.ts";
import type { PageData } from "./page-data.ts";
import { pageDataId } from "./page-data.ts";

const registry: Readonly<Record<string, AnyIsland>> = islands;

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  void hydrate(element);
}

async function hydrate(element: HTMLElement): Promise<void> {
  const name = element.dataset["island"] ?? "";
  const entry = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (!entry) throw new Error(`no such island: ${name}`);
  const data = readJson(`#${pageDataId}`) as PageData;
  const props = readJson(`[data-props-of="${element.id}"]`) as object;
  const component = (await entry.load()) as ComponentType<object>;
  const texts = { language: data.language, messages: data.messages };
  const tree = createElement(Texts, texts, createElement(component, props));
  hydrateRoot(element, tree, { identifierPrefix: `${element.id}-` });
}

function readJson(selector: string): unknown {
  return JSON.parse(document.querySelector(selector)?.textContent ?? "null");
}
