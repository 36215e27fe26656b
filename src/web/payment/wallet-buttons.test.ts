/** What is said of wallets that a device does not have, before the page's scripts are there. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createElement, type FunctionComponent, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { loadPageModule } from "#test/page-renderer.ts";
import type * as Texts from "../i18n/texts.tsx";
import type * as Buttons from "./wallet-buttons.tsx";

type Shown = { readonly elsewhere: (() => Promise<FunctionComponent>) | null; readonly missing: ReactNode };

let show: (shown: Shown) => string;

before(async () => {
  const { WalletsElsewhere } = await loadPageModule<typeof Buttons>("/src/web/payment/wallet-buttons.tsx");
  const texts = await loadPageModule<typeof Texts>("/src/web/i18n/texts.tsx");
  show = ({ elsewhere, missing }) => {
    const entry = {
      surface: "button",
      load: async () => () => null,
      isHere: () => false,
      elsewhere,
    } as const;
    const part = createElement(WalletsElsewhere, {
      wallets: [{ id: "applepay", entry, isHere: false }],
      orderNumber: "7K3M9Q2XW4HTBZ6N",
      missing: () => missing,
    });
    return renderToStaticMarkup(createElement(texts.Texts, { language: "en", messages: {} }, part));
  };
});

const way = async () => () => null;
const words = createElement("p", null, "not on this device");

test("a place is kept for the way to a device that has a wallet, and for the words that there is none", () => {
  assert.match(show({ elsewhere: way, missing: null }), /^<div class="text-button" aria-hidden="true"/);
  assert.match(show({ elsewhere: way, missing: words }), /^<div class="text-button"/);
  assert.match(show({ elsewhere: null, missing: words }), /^<div class="wallet-missing" aria-hidden="true"/);
});

test("no place is kept for a wallet that has nothing to say on a device: losing it would move what stands below", () => {
  assert.equal(show({ elsewhere: null, missing: null }), "");
});
