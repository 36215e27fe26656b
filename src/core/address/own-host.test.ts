import assert from "node:assert/strict";
import { test } from "node:test";
import { isOwnHost } from "./own-host.ts";

const known = ["https://pay.example", "https://api.example:8443"];

for (const host of [
  "pay.example",
  "PAY.example:443",
  "pay.example.",
  "api.example",
  "localhost:3000",
  "wasl",
  "127.0.0.1:3000",
  "192.168.1.20:3000",
  "[::1]:3000",
  "shop.localhost",
  "my-mac.local:3000",
  "wasl.svc.cluster.local",
]) {
  test(`${host} is answered`, () => {
    assert.equal(isOwnHost(host, known), true);
  });
}

for (const host of [
  "evil.example",
  "pay.example.evil.example",
  "evil.example:3000",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "xpay.example",
  "pay.example@evil.example",
  "pay.example, evil.example",
  "",
  "[::1",
  "pay.example/",
]) {
  test(`"${host}" is not`, () => {
    assert.equal(isOwnHost(host, known), false);
  });
}
