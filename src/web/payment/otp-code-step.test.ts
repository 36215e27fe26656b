/** The field for a wallet's one-time code, with a wallet that states its provider's codes. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { undocumentedCode, type WalletCode } from "#methods/otp-wallets/code.ts";
import { stcpay } from "#methods/stcpay/method.ts";
import { loadPageModule } from "#test/page-renderer.ts";
import type * as Catalogue from "../i18n/catalogue.ts";
import type * as Texts from "../i18n/texts.tsx";
import type * as Step from "./otp-code-step.tsx";

type Shown = { readonly code: WalletCode; readonly triesLeft: number };

let show: (shown: Shown) => string;

before(async () => {
  const { CodeStep } = await loadPageModule<typeof Step>("/src/web/payment/otp-code-step.tsx");
  const texts = await loadPageModule<typeof Texts>("/src/web/i18n/texts.tsx");
  const { pickMessages } = await loadPageModule<typeof Catalogue>("/src/web/i18n/catalogue.ts");
  show = ({ code, triesLeft }) => {
    const props: object = {
      wallet: { ...stcpay, code },
      field: { id: "stcpayOtp", field: "stcpayOtp" },
      sent: { signature: "s", mobileEnd: "678", hasMissed: false, triesLeft, secondsAgo: 0 },
    };
    const step = createElement(CodeStep as FunctionComponent<object>, props);
    const messages = pickMessages("en", ["stcpay"]);
    return renderToStaticMarkup(createElement(texts.Texts, { language: "en", messages }, step));
  };
});

test("the code's field takes as many digits as the wallet's codes have, with spaces between them, and phones can fill it", () => {
  for (const most of [6, 8]) {
    const code = { ...undocumentedCode, digits: { fewest: 4, most } };
    const field = /<input[^>]*>/.exec(show({ code, triesLeft: 5 }))?.[0] ?? "";
    assert.match(field, new RegExp(`maxlength="${most + 2}"`, "i"));
    assert.match(field, /autocomplete="one-time-code"/i);
  }
});

test("how many tries are left is said once one is gone, not before, whatever the provider's limit is", () => {
  const code = { ...undocumentedCode, guesses: 3 };
  assert.doesNotMatch(show({ code, triesLeft: 3 }), /You can try/);
  assert.match(show({ code, triesLeft: 2 }), /You can try 2 more times\./);
  assert.match(show({ code: undocumentedCode, triesLeft: 3 }), /You can try 3 more times\./);
});
