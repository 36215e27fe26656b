import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { HttpRequest } from "#core/ports.ts";
import { startInnerService } from "#test/inner-service.ts";
import { resolver } from "#test/resolver.ts";
import { createLog } from "../log/log.ts";
import { createHttpClient, type HttpClientOptions } from "./http-client.ts";
import { isPrivateAddress, publicOnly, refusalOf } from "./public-address.ts";

test("addresses of machines, networks and of no single host are private, in every way to write them", () => {
  for (const address of [
    ...[
      "127.0.0.1",
      "127.8.8.8",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
    ],
    ...["100.64.0.1", "0.0.0.0", "198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.7"],
    ...["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1"],
    ...[
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "::ffff:7f00:1",
      "::7f00:1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::",
    ],
    ...["not an address", ""],
  ])
    assert.ok(isPrivateAddress(address), address);
  for (const address of [
    "8.8.8.8",
    "172.15.0.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450::5",
    "::ffff:8.8.8.8",
  ])
    assert.ok(!isPrivateAddress(address), address);
});

test("in live an address must be https and must not name a private host", () => {
  const refusal = (url: string) => refusalOf(new URL(url));
  assert.equal(refusal("http://shop.example.sa/"), "https_required");
  for (const host of [
    "127.0.0.1",
    "[::1]",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "localhost",
    "a.localhost",
  ])
    assert.equal(refusal(`https://${host}/`), "address_not_allowed", host);
  assert.equal(refusal("https://shop.example.sa/"), null);
});

test("a name that leads to public addresses alone is resolved to them, as it was asked for", () => {
  const answers: unknown[] = [];
  const addresses = ["8.8.8.8", "2606:4700::1111"];
  for (const all of [true, false])
    publicOnly(resolver(addresses))("bank.example", { all }, (...answer) => answers.push(answer));
  publicOnly(resolver([]))("bank.example", { all: true }, (error) => answers.push(error?.message));
  const [first, second] = [
    { address: "8.8.8.8", family: 4 },
    { address: "2606:4700::1111", family: 6 },
  ];
  assert.deepEqual(answers, [[null, [first, second]], [null, "8.8.8.8", 4], "not a public address"]);
});

function createSender(t: TestContext, options: Omit<HttpClientOptions, "log">) {
  const { http, close } = createHttpClient({ log: createLog(() => {}), ...options });
  t.after(close);
  return (url: string, request: Partial<HttpRequest>) =>
    http({ method: "GET", url, timeoutMs: 20_000, ...request });
}

const refused = { kind: "not_sent", reason: "address_not_allowed" } as const;

test("a request to public hosts alone reaches none by a name that leads elsewhere, with a client certificate and without", async (t) => {
  await using inner = await startInnerService();
  for (const addresses of [
    ["127.0.0.1"],
    ["8.8.8.8", "127.0.0.1"],
    ["::ffff:127.0.0.1"],
    ["169.254.169.254"],
  ]) {
    const send = createSender(t, { lookup: resolver(addresses) });
    for (const certificate of [{}, { clientCertificate: inner.identity }]) {
      const request = { isPublicOnly: true, ...certificate };
      assert.deepEqual(await send(`https://bank.example:${inner.port}/`, request), refused);
    }
  }
  assert.equal(inner.connections(), 0);
});

test("a request to public hosts alone is not sent without TLS or to a private number", async (t) => {
  await using inner = await startInnerService();
  const send = createSender(t, {});
  for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "localhost"])
    assert.deepEqual(await send(`https://${host}:${inner.port}/`, { isPublicOnly: true }), refused, host);
  const plain = await send(`http://127.0.0.1:${inner.port}/`, { isPublicOnly: true });
  assert.deepEqual(plain, { kind: "not_sent", reason: "https_required" });
  assert.equal(inner.connections(), 0);
});

test("a connection that is kept from a request to any host carries none to public hosts alone", async (t) => {
  await using inner = await startInnerService();
  const { certPem } = inner.identity;
  const send = createSender(t, { trustedCaPem: certPem, lookup: resolver(["127.0.0.1"]) });
  const url = `https://bank.example:${inner.port}/`;
  // The certificate is localhost's, whose own name is refused before it is resolved.
  const headers = { host: "localhost" };
  for (const certificate of [{}, { clientCertificate: inner.identity }]) {
    const open = await send(url, { headers, ...certificate });
    assert.equal(open.kind === "answer" && open.body, "reached");
    assert.deepEqual(await send(url, { headers, ...certificate, isPublicOnly: true }), refused);
  }
  assert.equal(inner.connections(), 2);
});
