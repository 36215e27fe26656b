/** Documents say what each method's provider can, for who runs the program: a method that is added is named there. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import { methodTexts } from "#methods/texts.ts";
import { createTestClock } from "./clock.ts";
import { storedAccounts } from "./method-accounts.ts";
import { root } from "./source-tree.ts";

function found(pattern: RegExp, document = "docs/operations.md"): string {
  const text = readFileSync(join(root, document), "utf8");
  return pattern.exec(text)?.[1] ?? assert.fail(`${document} has no longer ${pattern}`);
}

/** Providers with a list and without one, in the words of each place. */
const places = {
  "After a restore": {
    listed: found(/Where a provider lists its payments \(([^)]*)\)/),
    unlisted: found(/`payment_unknown_to_us`\. ([^.]*?)\s+have\s+no list/),
  },
  "What is compared": {
    listed: found(/^\| ([^|]*) \| the provider's list of the day/m),
    unlisted: found(/^\|[^|]*\| the provider's list of the day.*\n((?:\|.*\n)*)/m).replace(
      /^(\|[^|]*).*/gm,
      "$1",
    ),
  },
};

const ports = {
  http: async () => ({ kind: "not_sent", reason: "a test" }) as const,
  clock: createTestClock(),
};

/** Whose refunds have no key, so that one without an answer is not sent again at once. */
const keyless = {
  "docs/operations.md": found(/A refund that stays `unknown` at ([^:]*) for ten minutes/),
  "docs/races.md": found(/\*\*Known limits\.\*\* (.*) promise nothing about a refund/, "docs/races.md"),
};

const providerOf = (id: (typeof catalog)[number]["id"]) =>
  methodEntry(id).ofMerchant(storedAccounts[id][0], ports, "any").provider;

/** What the sentences call its provider: those that share an account are at the card gateway. */
function nameOf(id: (typeof catalog)[number]["id"], isShared: boolean): RegExp {
  if (isShared) return /card gateway/i;
  return id === "a2a" ? /\btransfers\b/ : new RegExp(methodTexts.en[id].label);
}

for (const [place, { listed, unlisted }] of Object.entries(places))
  test(`${place}: each method is named among those whose provider lists a day's payments, or among the others`, () => {
    for (const { id } of catalog) {
      const provider = providerOf(id);
      const name = nameOf(id, provider.account !== undefined);
      const isListed = provider.report !== undefined;
      assert.deepEqual([name.test(listed), name.test(unlisted)], [isListed, !isListed], `${id}: ${name}`);
    }
  });

for (const [document, named] of Object.entries(keyless))
  test(`${document}: names each method whose provider refunds without a key of ours, and no other`, () => {
    for (const { id } of catalog) {
      const { refund, refundIsRepeatable, account } = providerOf(id);
      const name = nameOf(id, account !== undefined);
      const isKeyless = refund !== undefined && refundIsRepeatable !== true;
      assert.equal(
        name.test(named),
        isKeyless,
        `it names ${named}; ${id} ${isKeyless ? "belongs" : "does not belong"} there (${name})`,
      );
    }
  });
