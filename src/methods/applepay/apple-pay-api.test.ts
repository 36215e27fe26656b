import assert from "node:assert/strict";
import { test } from "node:test";
import { applePayOf } from "./apple-pay-api.ts";

function pageWith(device: { readonly versions: number; readonly canPay?: boolean | "throws" }): object {
  const ApplePaySession = Object.assign(() => undefined, {
    canMakePayments: (): boolean => {
      if (device.canPay === "throws") throw new DOMException("not here", "InvalidAccessError");
      return device.canPay ?? true;
    },
    supportsVersion: (version: number): boolean => version <= device.versions,
  });
  return { ApplePaySession };
}

for (const [versions, picked] of [
  [20, 6],
  [6, 6],
  [5, 5],
  [4, 4],
  [3, 3],
  [2, 2],
  [1, 1],
] as const) {
  test(`a device that knows up to version ${versions} is asked in version ${picked}`, () => {
    assert.equal(applePayOf(pageWith({ versions }))?.version, picked);
  });
}

const without: readonly [string, object][] = [
  ["another browser", {}],
  ["a device without a wallet", pageWith({ versions: 6, canPay: false })],
  ["a document that may not ask", pageWith({ versions: 6, canPay: "throws" })],
  ["a device that knows no version", pageWith({ versions: 0 })],
  ["something else of that name", { ApplePaySession: {} }],
];

for (const [what, page] of without) {
  test(`${what} has no Apple Pay`, () => {
    assert.equal(applePayOf(page), null);
  });
}
