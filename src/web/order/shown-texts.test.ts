/** What an open page compares with the server's answer is the same in the page as it is sent and in the one that a browser has read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type ShownOfOrder, shownOfOrder } from "#core/shown-of-order.ts";

/** Each fact with a value: a text that is added needs one, also where it may be null. */
const order: { readonly [Fact in keyof ShownOfOrder]-?: NonNullable<ShownOfOrder[Fact]> } = {
  status: "PAID",
  total: 1150.5,
  refundedTotal: 1,
  isPaymentInProgress: false,
  hasSurplus: false,
  offered: ["sadad", "a2a"],
};
const facts = Object.keys(order) as (keyof ShownOfOrder)[];
const hostile = "& ' < > \" %26; &amp; سبب\r\n\u0000ن";

/** Another value of the same kind: of a status the name of another, of other texts one that HTML writes in another way. */
function changed(fact: keyof ShownOfOrder): unknown {
  const value: unknown = order[fact];
  if (fact === "status") return "PENDING" satisfies ShownOfOrder["status"];
  if (typeof value === "string") return hostile;
  if (Array.isArray(value)) return [...value, hostile];
  return typeof value === "number" ? value + 1 : !value;
}

test("every text that a page shows of its order stands in the page as a browser reads it", () => {
  const texts = facts.filter((fact) => fact !== "status").map((fact) => [fact, changed(fact)]);
  const shown = shownOfOrder({ ...order, ...Object.fromEntries(texts) });
  const page = renderToStaticMarkup(createElement("main", { "data-standing": shown }));
  assert.equal(/data-standing="([^"]*)"/.exec(page)?.[1], shown);
  assert.doesNotMatch(shown, /[^\x20-\x7e]/, "what a parser of HTML may change");
});

for (const fact of facts)
  test(`a page shows another text once ${fact} of its order has changed`, () => {
    assert.notEqual(shownOfOrder({ ...order, [fact]: changed(fact) }), shownOfOrder(order));
  });

test("two texts that differ are shown differently, also by spaces and by what stands for a letter", () => {
  const texts = ["a b", "a", "a%20;b", "a&b", "a%26;b", "a<b", "سبب", "سبن", ""];
  assert.equal(new Set(texts.map((text) => shownOfOrder({ ...order, offered: [text] }))).size, texts.length);
  assert.notEqual(
    shownOfOrder({ ...order, offered: ["a b"] }),
    shownOfOrder({ ...order, offered: ["a", "b"] }),
  );
});
