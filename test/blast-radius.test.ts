/**
 * A payment method is one folder. Outside of it, and of the lists that have one line for each method, its name
 * may stand in these files alone, each for the reason that is given; comments do not count. A method that is added
 * needs no line here, unless its id is a part of other words (as "loop" would be) and needs a pattern: the rows that its flow
 * asks for are known.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allMethods } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { Flow } from "#methods/flow.ts";
import { listFiles, root } from "./source-tree.ts";

/** One line each; what is missing does not compile, or starts no simulator. */
const lists = ["catalog.ts", "registry.ts", "panels.ts", "texts.ts"].map((name) => `src/methods/${name}`);
const listed = new Set([
  ...lists,
  "src/sim/simulators.ts",
  "src/web/build/marks.ts",
  // A line for each button that most browsers have.
  "src/methods/wallet-buttons.ts",
]);

/** Pages of their own (Spec 2.8, and Google's rule that its script draws its button), and what belongs to them. */
const applePage = [
  "src/web/pages/applepay.tsx",
  "src/web/pages/pages.ts",
  "src/web/routes.ts",
  "src/web/island/islands.ts",
  "src/web/island/island-facts.ts",
  "src/web/styles/apple-pay.css",
  "src/web/styles/wallets.css",
  "src/web/styles/forms.css",
  "src/web/styles/payment-form.css",
];
const googlePage = [
  "src/web/pages/google-button.tsx",
  "src/web/pages/pages.ts",
  "src/web/page.ts",
  "src/web/routes.ts",
  "src/web/script/google-button-script.ts",
  "src/web/styles/google-button.css",
  "src/web/styles/wallets.css",
];

/** A method with a number to pay by has a row in each of these, which the compiler asks for: it may be named there. */
const rowsOfReferences = [
  "src/server/payments/reference-details.ts",
  "src/methods/open-reference.tsx",
  "src/web/payment/open-references.tsx",
];

/** Where another's word for a method, or a merchant's, may be as its name is. */
const wordsOfMethods: Readonly<Record<Flow, readonly string[]>> = {
  // The message that brings such a number, and its name in the console.
  reference: [
    "src/core/messages/message-state.ts",
    "src/console/i18n/screens.ar.json",
    "src/console/i18n/screens.en.json",
  ],
  // The card gateway's words.
  wallet: ["src/core/card/wallet-provider.ts"],
  card: [],
  otp: [],
  redirect: [],
};

/** Another provider's names of methods, as shops that move in send them. */
const paylinkWire = ["src/server/paylink-api/read-order.ts"];

const mayName: Readonly<
  Partial<Record<MethodId, { readonly word: RegExp; readonly files: readonly string[] }>>
> = {
  tamara: {
    word: /tamara/i,
    files: [...paylinkWire, "src/contract/provider-accounts.ts"],
  },
  tabby: {
    word: /tabby/i,
    files: [
      ...paylinkWire,
      "src/core/validators.ts",
      "src/web/styles/payment-form.css",
      "src/web/i18n/problems.en.json",
    ],
  },
  applepay: {
    word: /apple/i,
    files: [
      ...applePage,
      "src/core/timing.ts",
      "src/contract/payment.ts",
      "src/server/payments/probe-account.ts",
      // The icon of an installed page on the telephones of that maker.
      "src/server/console/installable.ts",
      // Where a buyer goes back to who leaves the bank's page.
      "src/server/payments/bank-cancel.ts",
      // The channel of that page, as the contract names it.
      "src/web/payment/pay-form-state.ts",
    ],
  },
  googlepay: {
    word: /google/i,
    files: [
      ...googlePage,
      // The names of typefaces and of their publisher.
      "src/server/documents/font-files.ts",
      "src/web/build/fonts.ts",
    ],
  },
  stcpay: {
    word: /stc.?pay/i,
    files: [...paylinkWire],
  },
  urpay: {
    word: /(?<![a-z])ur.?pay/i,
    files: [...paylinkWire],
  },
  sadad: {
    word: /sadad/i,
    files: ["src/contract/refunds.ts"],
  },
};

const sources = listFiles("src")
  .filter((path) => /\.(?:tsx?|css|json)$/.test(path) && !/\.test\.|simulator/.test(path))
  .map((path) => ({ path, text: withoutComments(path, readFileSync(join(root, path), "utf8")) }));

function withoutComments(path: string, text: string): string {
  if (path.endsWith(".json")) return text;
  const rest = text.replace(/\/\*[\s\S]*?\*\//g, "");
  return path.endsWith(".css") ? rest : rest.replace(/(?:^|\s)\/\/.*$/gm, "");
}

// The card is the form that every page is built around, and American Express one of its brands.
const methods = allMethods.filter(({ id }) => id !== "card" && id !== "amex");

for (const { id, flow } of methods) {
  test(`${id} is named in its folder, in the lists of methods, and where there is a reason`, () => {
    const { word, files } = mayName[id] ?? { word: new RegExp(id, "i"), files: [] };
    const rows = flow === "reference" ? rowsOfReferences : [];
    const words = new Set(wordsOfMethods[flow]);
    const naming = sources
      .filter(({ path }) => !words.has(path))
      .filter(
        ({ path, text }) => word.test(text) && !path.startsWith(`src/methods/${id}/`) && !listed.has(path),
      )
      .map(({ path }) => path);
    assert.deepEqual(naming.toSorted(), [...new Set([...files, ...rows])].toSorted());
  });
}
