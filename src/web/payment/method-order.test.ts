import assert from "node:assert/strict";
import { test } from "node:test";
import { allMethods } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { type Device, ownWallets, panelsFor, walletsFor } from "./method-order.ts";

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

test("the place of a wallet's button is kept on the systems that have it: of Macs, in Safari alone", () => {
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const wallets = allMethods.filter(({ id }) => id === "applepay" || id === "googlepay");
  for (const [userAgent, own] of [
    [iphone.userAgent, ["applepay"]],
    [`${mac} Version/19.0 Safari/605.1.15`, ["applepay"]],
    [`${mac} Chrome/140.0.0.0 Safari/537.36`, []],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0", []],
    [phone.userAgent, ["googlepay"]],
    ["", []],
  ] as const)
    assert.deepEqual(ownWallets(wallets, userAgent), own, userAgent);
  assert.deepEqual(ownWallets([], iphone.userAgent), []);
});

test("a wallet that is a system's own leads on a device: one that another of the catalogue hides would never", () => {
  const devices = [
    iphone.userAgent,
    phone.userAgent,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15",
    "Mozilla/5.0 (X11; CrOS x86_64 16328.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Linux; Android 14; ANA-AN00) AppleWebKit/537.36 HuaweiBrowser/15.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130 Mobile",
  ];
  const leading = devices.map((userAgent) => walletsFor(allMethods, { lastMethod: null, userAgent })[0]);
  for (const wallet of allMethods)
    if (wallet.flow === "wallet" && wallet.ownOn !== undefined)
      assert.ok(leading.includes(wallet.id), `${wallet.id} (ownOn) leads on no device of this list`);
});
