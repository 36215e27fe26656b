import assert from "node:assert/strict";
import { test } from "node:test";
import { limitNames } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { catalog } from "#methods/catalog.ts";
import { methodName } from "../texts/method-names.ts";
import { limitText } from "./limit-text.ts";
import ar from "./limits.ar.json" with { type: "json" };
import en from "./limits.en.json" with { type: "json" };

test("both languages have a text for every limit, and no other", () => {
  for (const texts of [ar, en]) {
    assert.deepEqual(Object.keys(texts.limits).sort(), [...limitNames].sort());
    assert.deepEqual(Object.keys(texts), Object.keys(en));
  }
});

test("every method has a name in both languages", () => {
  for (const { id } of catalog) {
    for (const language of ["ar", "en"] as const) assert.notEqual(methodName(language, id), id);
  }
});

test("a refusal says what was too much, the whole minutes to wait, and what still works", () => {
  const text = (seconds: number, otherMethods: readonly string[]) =>
    limitText(
      "en",
      new Problem("too_many_attempts", { limit: "codesOfOrder", retryAfterSeconds: seconds, otherMethods }),
    );
  const sent = "Several codes were sent for this order in the last hour.";
  assert.equal(text(1, []), `${sent} Time to wait: 1 minute.`);
  assert.equal(text(60, ["card"]), `${sent} Time to wait: 1 minute. You can pay now by Bank card.`);
  assert.equal(
    text(61, ["card", "sadad", "a2a"]),
    `${sent} Time to wait: 2 minutes. You can pay now by Bank card, SADAD, or Bank transfer.`,
  );
});

test("Arabic counts its minutes as Arabic does", () => {
  for (const [minutes, told] of [
    [1, "دقيقة"],
    [2, "دقيقتان"],
    [3, "3 دقائق"],
    [11, "11 دقيقة"],
    [60, "60 دقيقة"],
  ] as const) {
    const problem = new Problem("too_many_attempts", {
      limit: "cardDeclines",
      retryAfterSeconds: minutes * 60,
    });
    assert.ok(limitText("ar", problem)?.endsWith(`مدة الانتظار: ${told}.`), `${minutes}`);
  }
});

test("where waiting does not help and nothing else works, the shop is the way on; other problems have no such text", () => {
  const usedUp = new Problem("attempts_used_up", { limit: "orderUsedUp", otherMethods: [] });
  assert.match(limitText("en", usedUp) ?? "", /takes no more by this method\. Please contact the shop\.$/);
  for (const problem of [
    new Problem("rate_limited", { retryAfterSeconds: 59 }),
    new Problem("payment_declined", { reason: "card_declined" }),
    new Problem("gateway_unavailable", { retryAfterSeconds: 300 }),
  ])
    assert.equal(limitText("en", problem), null);
});
