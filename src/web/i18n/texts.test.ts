/** A missing text reaches no buyer: what draws a page in a test, or in development, fails for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { loadPageModule } from "#test/page-renderer.ts";
import type * as CopyButtons from "../components/copy-button.tsx";
import { catalogue } from "./catalogue.ts";
import type * as PageTexts from "./texts.tsx";

test("a component that lacks a text is not drawn with the text's key, and the fault names it", async () => {
  const { Texts } = await loadPageModule<typeof PageTexts>("/src/web/i18n/texts.tsx");
  const { CopyButton } = await loadPageModule<typeof CopyButtons>("/src/web/components/copy-button.tsx");
  const { copy: _, ...withoutCopy } = catalogue.ar.common;
  const draw = (common: object) => {
    const messages = { common: common as typeof catalogue.ar.common };
    const button = createElement(CopyButton, { text: "1" });
    return renderToString(createElement(Texts, { language: "ar", messages }, button));
  };
  assert.ok(draw(catalogue.ar.common).includes(catalogue.ar.common.copy));
  assert.throws(() => draw(withoutCopy), /MISSING_MESSAGE.*common\.copy/);
});
