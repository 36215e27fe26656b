/** Brings the islands of the page to life. The module of each is fetched only here, by the names in the HTML. */

import type { ComponentType, ReactNode } from "react";
import { createElement, startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import type { PageData } from "../document/page-data.ts";
import { pageDataId } from "../document/page-data.ts";
import { Texts } from "../i18n/texts.tsx";
import type { AnyIsland } from "./islands.ts";
import { islands } from "./islands.ts";

let registry: Readonly<Record<string, AnyIsland>> = islands;
const shown: { readonly root: Root; readonly element: HTMLElement }[] = [];

for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  void hydrate(element);
}

async function hydrate(element: HTMLElement): Promise<void> {
  const tree = await treeOf(element);
  // As a transition React gives the phone back every few milliseconds, and finishes at once what is pressed meanwhile.
  startTransition(() => {
    shown.push({ element, root: hydrateRoot(element, tree, { identifierPrefix: `${element.id}-` }) });
  });
}

async function treeOf(element: HTMLElement): Promise<ReactNode> {
  const name = element.dataset["island"] ?? "";
  const entry = Object.hasOwn(registry, name) ? registry[name] : undefined;
  if (!entry) throw new Error(`no such island: ${name}`);
  const data = readJson(`#${pageDataId}`) as PageData;
  const props = readJson(`[data-props-of="${element.id}"]`) as object;
  const component = (await entry.load()) as ComponentType<object>;
  const texts = { language: data.language, messages: data.messages };
  return createElement(Texts, texts, createElement(component, props));
}

function readJson(selector: string): unknown {
  return JSON.parse(document.querySelector(selector)?.textContent ?? "null");
}

// Development only, gone from the build: an island's new code takes the place of the old, and its form starts empty.
import.meta.hot?.accept("./islands.ts", async (changed) => {
  if (!changed) return;
  registry = changed["islands"];
  for (const { root, element } of shown) root.render(await treeOf(element));
});
