import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type AppleServers, sessionAddress } from "./apple-hosts.ts";

const production: AppleServers = { kind: "production" };
const sandbox: AppleServers = { kind: "sandbox" };
const simulator: AppleServers = { kind: "simulator", url: "http://127.0.0.1:3001/applepay" };

const start = "/paymentservices/startSession";

const taken: readonly [string, AppleServers, string][] = [
  [`https://apple-pay-gateway.apple.com${start}`, production, "https://apple-pay-gateway.apple.com"],
  [
    `https://apple-pay-gateway-nc-pod5.apple.com${start}`,
    production,
    "https://apple-pay-gateway-nc-pod5.apple.com",
  ],
  [
    `https://cn-apple-pay-gateway-tj-pod3.apple.com${start}`,
    production,
    "https://cn-apple-pay-gateway-tj-pod3.apple.com",
  ],
  [`https://apple-pay-gateway-cert.apple.com${start}`, sandbox, "https://apple-pay-gateway-cert.apple.com"],
  ["HTTPS://APPLE-PAY-GATEWAY.APPLE.COM/", production, "https://apple-pay-gateway.apple.com"],
  // Nothing but the host is used.
  [
    "https://apple-pay-gateway.apple.com:443/elsewhere?x=1#y",
    production,
    "https://apple-pay-gateway.apple.com",
  ],
  [`https://apple-pay-gateway.apple.com${start}`, simulator, simulator.url],
  [`https://apple-pay-gateway-cert.apple.com${start}`, simulator, simulator.url],
  [`http://127.0.0.1:3001/applepay${start}`, simulator, simulator.url],
];

for (const [address, servers, root] of taken) {
  test(`${servers.kind}: ${address} is asked at ${root}`, () => {
    assert.equal(sessionAddress(address, servers), `${root}/paymentservices/paymentSession`);
  });
}

const refused: readonly [string, string, AppleServers][] = [
  ["another host", "https://evil.example/", production],
  ["Apple's name in front of another", "https://apple-pay-gateway.apple.com.evil.example/", production],
  ["Apple's name behind another", "https://evil-apple-pay-gateway.apple.com/", production],
  ["another host of Apple's", "https://www.apple.com/", production],
  ["a pod that does not exist", "https://apple-pay-gateway-nc-pod6.apple.com/", production],
  ["a host with a final dot", "https://apple-pay-gateway.apple.com./", production],
  ["Apple's name as user", "https://apple-pay-gateway.apple.com@evil.example/", production],
  ["a user in front of Apple's name", "https://user:secret@apple-pay-gateway.apple.com/", production],
  ["another port", "https://apple-pay-gateway.apple.com:8443/", production],
  ["no TLS", "http://apple-pay-gateway.apple.com/", production],
  ["another scheme", "file://apple-pay-gateway.apple.com/", production],
  ["an address within", "https://169.254.169.254/", production],
  ["look-alike letters", "https://аpple-pay-gateway.apple.com/", production],
  ["no scheme", "apple-pay-gateway.apple.com", production],
  ["nothing", "", production],
  ["the sandbox in production", "https://apple-pay-gateway-cert.apple.com/", production],
  ["production in the sandbox", "https://apple-pay-gateway.apple.com/", sandbox],
  ["the simulator in production", "http://127.0.0.1:3001/applepay", production],
  ["the simulator in the sandbox", "http://127.0.0.1:3001/applepay", sandbox],
  ["another port beside the simulator", "http://127.0.0.1:3002/applepay", simulator],
  ["another host with the simulator", "https://evil.example/", simulator],
];

for (const [what, address, servers] of refused) {
  test(`${what} is not asked`, () => {
    assert.equal(sessionAddress(address, servers), null);
  });
}

test("whatever the browser sends, only Apple's hosts are asked, and only at one path", () => {
  const hosts = fc.constantFrom(
    "apple-pay-gateway.apple.com",
    "evil.example",
    "apple-pay-gateway.apple.com.evil.example",
    "127.0.0.1",
  );
  const addresses = fc
    .tuple(fc.constantFrom("https://", "http://", "//", "https:/\\"), fc.webPath(), hosts, fc.string())
    .map(([scheme, path, host, rest]) => `${scheme}${rest}${host}${path}`);
  fc.assert(
    fc.property(addresses, (address) => {
      const url = sessionAddress(address, production);
      return (
        url === null || /^https:\/\/apple-pay-gateway\.apple\.com\/paymentservices\/paymentSession$/.test(url)
      );
    }),
  );
});
