import assert from "node:assert/strict";
import { test } from "node:test";
import { permissionsOf } from "#core/roles.ts";
import type { Shop } from "./me.ts";
import { addressedShop, basePathOf, inWorld } from "./world.ts";

const shop = (merchantId: number, liveMerchantId: number | null): Shop => ({
  merchantId,
  liveMerchantId,
  name: "متجر",
  world: liveMerchantId === null ? "live" : "test",
  role: "owner",
  permissions: [...permissionsOf.owner],
  isApproved: true,
});
const [live, twin, other] = [shop(7, null), shop(12, 7), shop(9, null)];
const me = { shops: [live, twin, other] };

test("an address of a test world opens that one, and no address opens one that is not the person's", () => {
  assert.deepEqual([live, twin].map(basePathOf), ["", "/test/12"]);
  for (const path of ["/test/12", "/test/12/invoices"]) assert.equal(addressedShop(me, path), twin);
  for (const path of ["/", "/invoices", "/test/7/invoices", "/test/13", "/test/0", "/test/12x", "/tests/12"])
    assert.equal(addressedShop(me, path), null, path);
});

test("each world of a shop leads to the other, and a shop without a test world to none", () => {
  assert.equal(inWorld(me, live, "test"), twin);
  assert.equal(inWorld(me, twin, "live"), live);
  assert.equal(inWorld(me, live, "live"), live);
  assert.equal(inWorld(me, other, "test"), null);
});
