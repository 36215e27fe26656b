/** What a buyer reads when a payment without a card is declined: nothing about a card (Spec 8, both languages). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { declineReasons } from "#core/outcome.ts";
import { allMethods } from "#methods/allowed.ts";
import ar from "#web/i18n/outcomes.ar.json" with { type: "json" };
import en from "#web/i18n/outcomes.en.json" with { type: "json" };
import { declineReason as tabbyReason } from "./tabby/reject-reasons.ts";
import { declineReason as tamaraReason } from "./tamara/decline-reasons.ts";

/** Methods whose money comes from an account, not from a card. */
const withoutCard = allMethods.filter(({ flow }) => flow !== "card" && flow !== "wallet").map(({ id }) => id);

/** Every reason that a method's own code can give; the simulators speak the providers' words, not ours. */
function reasonsOf(method: string): readonly (keyof typeof en.declines)[] {
  const folder = join(import.meta.dirname, method);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("simulator"),
  );
  const source = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  return declineReasons.filter((reason) => source.includes(`"${reason}"`));
}

for (const method of withoutCard) {
  test(`no reason of ${method} has a text about a card`, () => {
    const reasons = reasonsOf(method);
    assert.ok(reasons.length > 0);
    for (const reason of reasons) {
      assert.doesNotMatch(en.declines[reason], /\bcards?\b/i, reason);
      assert.doesNotMatch(ar.declines[reason], /بطاق/, reason);
    }
  });
}

test("a limit at either end is one reason, and its text is true of an amount that is too small", () => {
  // Tamara has one code for both ends.
  const reasons = [
    tamaraReason("total_amount_invalid_limit"),
    tabbyReason("order_amount_too_high"),
    tabbyReason("order_amount_too_low"),
  ];
  assert.deepEqual(reasons, ["limit_exceeded", "limit_exceeded", "limit_exceeded"]);
  assert.doesNotMatch(en.declines.limit_exceeded, /above|below|exceed|too /i);
  assert.doesNotMatch(ar.declines.limit_exceeded, /أعلى|أقل|أكبر|تجاوز/);
});
