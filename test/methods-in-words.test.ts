/** Lists of methods in sentences, which no type compares: a method that is added is named in each of them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PaymentChannel } from "#contract/payment.ts";
import { type Language, languages } from "#core/language.ts";
import { allMethods, isOnPage } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { methodTexts } from "#methods/texts.ts";
import { referenceServices } from "./reference-services.ts";
import { root } from "./source-tree.ts";

/** The paper of one page names the methods that the page has. */
const papers: readonly (readonly [path: string, language: Language, page?: PaymentChannel])[] = [
  ["README.md", "en"],
  ["docs/guides/en/index.md", "en"],
  ["docs/guides/ar/index.md", "ar"],
  ["docs/security/pci.md", "en"],
  ["docs/payment-frame.md", "en", "frame"],
];

/** Those that sentences call otherwise than the form does. */
const inSentences: Readonly<Partial<Record<MethodId, Readonly<Record<Language, RegExp>>>>> = {
  card: { en: /\bmada\b|\bcards\b/, ar: /مدى/ },
  amex: { en: /American Express|\bcards\b/, ar: /أمريكان إكسبريس|البطاقات/ },
  a2a: { en: /\btransfers?\b/, ar: /تحويل بنكي/ },
};

for (const [path, language, page] of papers) {
  test(`${path} names every payment method${page === undefined ? "" : ` that the ${page} has`}`, () => {
    const text = readFileSync(join(root, path), "utf8");
    const unnamed = allMethods
      .filter((method) => page === undefined || isOnPage(method, page))
      .map(({ id }) => id)
      .filter(
        (id) => !(inSentences[id]?.[language].test(text) ?? text.includes(methodTexts[language][id].label)),
      );
    assert.deepEqual(unnamed, []);
  });
}

test("the guides of the test mode name the bank at which each number is paid", () => {
  for (const language of languages) {
    const path = `docs/guides/${language}/test-mode.md`;
    const text = readFileSync(join(root, path), "utf8");
    for (const { simulator } of Object.values(referenceServices))
      assert.ok(text.includes(`/${simulator}/bank?order=`), `${path}: /${simulator}/bank?order=…`);
  }
});
