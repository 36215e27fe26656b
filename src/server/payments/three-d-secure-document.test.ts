import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { riyalOutline, threeDSecureDocument } from "./three-d-secure-document.ts";

const order = { merchant_shop_name: "متجر النخيل", total: minor(11_500), currency: "SAR", theme: null };

function barOf(changes: Partial<typeof order> | { theme: Record<string, unknown> }, language: "ar" | "en") {
  const step = { html: "", isFramed: false, cancelAddress: "/x", order: { ...order, ...changes } };
  return /<header class="wasl-bar">.*?<\/header>/s.exec(threeDSecureDocument(step, language))?.[0] ?? "";
}

test("the amount above the bank's page has the riyal's sign, named for those who cannot see it", () => {
  assert.match(
    barOf({}, "en"),
    /<bdi dir="ltr"><svg class="wasl-riyal"[^>]*aria-label="SAR">.*<\/svg>\u00a0115\.00/,
  );
  assert.match(barOf({}, "ar"), /115\.00\u2069\u00a0<svg class="wasl-riyal"[^>]*aria-label="ريال">/);
});

test("a theme with letters, and another currency, have letters", () => {
  for (const bar of [barOf({ theme: { currencyStyle: "letters" } }, "ar"), barOf({ currency: "USD" }, "ar")])
    assert.doesNotMatch(bar, /<svg/);
  assert.match(barOf({ theme: { currencyStyle: "letters" } }, "en"), /SAR\u00a0115\.00/);
});

test("the sign is drawn as on all pages", async () => {
  const css = await readFile("src/web/styles/base.css", "utf8");
  const [, polygon = ""] = /clip-path: polygon\(([^)]*)\)/.exec(css) ?? [];
  const points = polygon
    .replaceAll("%", "")
    .split(",")
    .map((point) => point.trim());
  assert.equal(points.join(","), riyalOutline);
});
