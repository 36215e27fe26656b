import assert from "node:assert/strict";
import { test } from "node:test";
import { addressGroup } from "./address-group.ts";

for (const { address, group } of [
  { address: "203.0.113.7", group: "203.0.113.7" },
  { address: "::ffff:203.0.113.7", group: "203.0.113.7" },
  { address: "2001:db8:1:2:3:4:5:6", group: "2001:db8:1:2::/64" },
  { address: "2001:0DB8:0001:0002::9", group: "2001:db8:1:2::/64" },
  { address: "2001:db8::1", group: "2001:db8:0:0::/64" },
  { address: "2001:db8::1:2:3:4:5", group: "2001:db8:0:1::/64" },
  { address: "::1", group: "0:0:0:0::/64" },
  { address: "fe80::1%eth0", group: "fe80:0:0:0::/64" },
  { address: "not an address", group: "not an address" },
]) {
  test(`${address} is counted as ${group}`, () => {
    assert.equal(addressGroup(address), group);
  });
}
