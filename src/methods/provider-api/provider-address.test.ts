import assert from "node:assert/strict";
import { test } from "node:test";
import { isProviderAddress } from "./provider-address.ts";

const origins = ["https://checkout.example"];
const places: readonly [string, boolean][] = [
  ["https://checkout.example/a?b=c", true],
  ["https://checkout.example:443/", true],
  ["https://checkout.example:8443/", false],
  ["http://checkout.example/", false],
  ["https://checkout.example.evil/", false],
  ["https://evil/checkout.example", false],
  ["https://user:pass@checkout.example/", false],
  ["https://user@checkout.example/", false],
  ["javascript:alert(1)", false],
  ["//checkout.example/", false],
  ["", false],
];

test("what an account states of its pages counts by its origin, in whatever form a person typed it", () => {
  for (const page of [
    "https://Checkout.example/pay",
    "https://checkout.example:443",
    "https://checkout.example/",
  ])
    assert.ok(isProviderAddress("https://checkout.example/a?b=c", [page]), page);
  for (const page of ["http://checkout.example", "checkout.example", "javascript:alert(1)", ""])
    for (const address of ["https://checkout.example/", "javascript:alert(2)"])
      assert.ok(!isProviderAddress(address, [page]), page);
});

for (const [address, expected] of places) {
  test(`${JSON.stringify(address)} is ${expected ? "" : "not "}the provider's`, () => {
    assert.equal(isProviderAddress(address, origins), expected);
  });
}
