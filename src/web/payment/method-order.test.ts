import assert from "node:assert/strict";
import { test } from "node:test";
import { allMethods } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { type Device, panelsFor, walletsFor } from "./method-order.ts";

const phone = { lastMethod: null, userAgent: "Mozilla/5.0 (Linux; Android 15; SM-S921B) Chrome/140 Mobile" };
const iphone = {
  lastMethod: null,
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari",
};
const panels = (["card", "amex", "stcpay", "sadad"] as const).map((id) => ({ id: id as MethodId }));
const ids = (methods: readonly { readonly id: MethodId }[]) => methods.map(({ id }) => id);

test("the method that the buyer used last stands right behind the open one, which stays the specification's", () => {
  assert.deepEqual(ids(panelsFor(panels, { ...phone, lastMethod: "sadad" })), [
    "card",
    "sadad",
    "amex",
    "stcpay",
  ]);
  assert.deepEqual(ids(panelsFor(panels, { ...phone, lastMethod: "card" })), ids(panels));
  for (const lastMethod of [null, "tabby", "__proto__"])
    assert.deepEqual(ids(panelsFor(panels, { ...phone, lastMethod })), ids(panels));
  assert.deepEqual(panelsFor([], phone), []);
});

test("a device's own wallet leads, unless its buyer used the other one last", () => {
  const walletsOf = (names: readonly MethodId[], device: Device) =>
    walletsFor(
      allMethods.filter(({ id }) => names.includes(id)),
      device,
    );
  const both: MethodId[] = ["applepay", "googlepay"];
  assert.deepEqual(walletsOf(["card", ...both], iphone), both);
  assert.deepEqual(
    walletsOf(both, { ...phone, userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140" }),
    both,
  );
  assert.deepEqual(walletsOf(both, phone), ["googlepay", "applepay"]);
  assert.deepEqual(walletsOf(both, { ...iphone, lastMethod: "googlepay" }), ["googlepay", "applepay"]);
  assert.deepEqual(walletsOf(["applepay"], phone), ["applepay"]);
  assert.deepEqual(walletsOf([], phone), []);
});
