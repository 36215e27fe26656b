import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrastOf, minimumContrast } from "./colour.ts";
import { themeRepairs } from "./theme-repairs.ts";

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`);

test("a theme that can be read, and one that names nothing, have no report", () => {
  assert.deepEqual(themeRepairs({}), []);
  const calm = { backgroundColor: "#fff8e1", textColor: "#1c1c1c", primaryColor: "#0f6b5c" };
  assert.deepEqual(themeRepairs({ ...calm, buttonTextColor: "#ffffff" }), []);
});

test("a light button with the white text that was asked for is reported with what is shown instead", () => {
  const [found] = themeRepairs({ primaryColor: "#f5c842", buttonTextColor: "#FFF" });
  assert.equal(found?.setting, "primaryColor");
  assert.equal(found.part, "button");
  assert.equal(found.given, "#f5c842");
  assert.equal(found.against, "#ffffff");
  assert.equal(found.contrast, 1.6);
  assert.ok(contrastOf({ colour: found.shown, background: "#ffffff" }) >= minimumContrast);
});

test("links of a theme that follows the buyer's device are reported for light and for dark", () => {
  const reported = (primaryColor: string) => themeRepairs({ primaryColor }).map(({ part }) => part);
  assert.deepEqual(reported("#ffd500"), ["link"]);
  assert.deepEqual(reported("#0b3d2e"), ["link_in_dark"]);
});

test("text and areas that cannot be read together are reported, and what is shown can be", () => {
  const found = themeRepairs({
    backgroundColor: "#101010",
    foregroundColor: "#ffffff",
    textColor: "#888888",
    paymentFormBackground: "#777777",
  });
  assert.deepEqual(
    found.map(({ setting, part }) => `${setting} ${part}`),
    ["textColor text", "paymentFormBackground form"],
  );
});

test("whatever colours are named, what is reported is shown with the contrast that text needs", () => {
  const named = fc.record(
    { primaryColor: hex, buttonTextColor: hex, textColor: hex, backgroundColor: hex, foregroundColor: hex },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(named, (model) => {
      for (const { given, shown, against, part } of themeRepairs(model)) {
        assert.notEqual(given, shown);
        assert.ok(
          contrastOf({ colour: shown, background: against }) >= minimumContrast,
          `${part} ${shown} ${against}`,
        );
      }
    }),
  );
});
