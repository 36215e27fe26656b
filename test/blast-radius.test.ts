/**
 * A payment method is one folder. Outside of it, and of the lists that have one line for each method, its name
 * may stand in these files alone, each for the reason that is given; comments do not count. A method that is added
 * needs no line here: the rows that its flow asks for are known.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { referenceMethods } from "#methods/allowed.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import { listFiles, root } from "./source-tree.ts";
import { walletMethods } from "./wallet-services.ts";

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

/** What a bill and a transfer say of themselves in a mail: kinds of references, with texts of their own. */
const referenceMail = [
  "src/server/reference-mail/mail.ar.json",
  "src/server/reference-mail/mail.en.json",
  "src/server/reference-mail/reference-mail.ts",
];

/** A method with a number to pay by has a row in each of these, which the compiler asks for: it may be named there. */
const rowsOfReferences = [
  ...referenceMail,
  "src/server/messages/message-subject.ts",
  "src/methods/open-reference.tsx",
  "src/web/payment/open-references.tsx",
];

/** Messages with a bill's number or a transfer's details. */
const billMessages = ["src/server/messages/compose-mail.ts"];
const billMessageKinds = [
  "src/contract/messages.ts",
  "src/core/messages/message-state.ts",
  "src/core/messages/message-wording.ts",
  "src/console/i18n/screens.ar.json",
  "src/console/i18n/screens.en.json",
  "src/server/messages/message-words.ts",
  "src/server/messages/messages.ar.json",
  "src/server/messages/messages.en.json",
];

/** The card gateway's words for the wallets of devices, which may be as their names are. */
const walletWords = "src/core/card/wallet-provider.ts";

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
      "src/server/documents/fonts.ts",
      "src/web/build/fonts.ts",
    ],
  },
  // The frame has STC Pay above its card (Spec 2.6).
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
    files: [...billMessages, ...billMessageKinds, "src/contract/refunds.ts"],
  },
  a2a: {
    word: /a2a/i,
    files: [...billMessages],
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
const methods = catalog.map(({ id }) => id).filter((id) => id !== "card" && id !== "amex");

for (const id of methods) {
  test(`${id} is named in its folder, in the lists of methods, and where there is a reason`, () => {
    const { word, files } = mayName[id] ?? { word: new RegExp(id, "i"), files: [] };
    const isWallet = walletMethods.some((each) => each === id);
    const naming = sources
      .filter(({ path }) => !(isWallet && path === walletWords))
      .filter(
        ({ path, text }) => word.test(text) && !path.startsWith(`src/methods/${id}/`) && !listed.has(path),
      )
      .map(({ path }) => path);
    const rows = referenceMethods.some((each) => each === id) ? rowsOfReferences : [];
    assert.deepEqual(naming.toSorted(), [...new Set([...files, ...rows])].toSorted());
  });
}
