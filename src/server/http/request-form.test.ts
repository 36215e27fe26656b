import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";

/** Sends bytes as they are and gives all that came back. */
async function send(
  shop: TestApp,
  ...lines: readonly string[]
): Promise<{ status: number; body: string; head: string }> {
  const { port } = new URL(shop.app.listeningOrigin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.setEncoding("utf8");
  let received = "";
  socket.on("data", (part: string) => {
    received += part;
  });
  socket.on("error", () => {});
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await once(socket, "close");
  const [head = "", body = ""] = received.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head, body };
}

async function listening(): Promise<TestApp> {
  const shop = await startTestApp({ env: { WASL_WEB_URL: "https://pay.example" } });
  await shop.app.listen({ host: "127.0.0.1", port: 0 });
  return shop;
}

/** Lines that tell of requests which are none, or can be read in two ways. */
function formLines(shop: TestApp) {
  return shop.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "security.form");
}

const withoutEnd = "connection: close";

test("another site's name is refused on every address but the health check, and logged", async () => {
  await using shop = await listening();
  for (const path of ["/rest/pay/terms", "/api/v1/invoices", "/nothing"]) {
    const reply = await send(shop, `GET ${path} HTTP/1.1`, "host: evil.example", withoutEnd);
    assert.equal(reply.status, 421);
    assert.equal(JSON.parse(reply.body).code, "host_not_allowed");
  }
  assert.equal(shop.logLines.filter((line) => line.includes('"security.host"')).length, 3);
  assert.equal((await send(shop, "GET /healthz HTTP/1.1", "host: probe.example", withoutEnd)).status, 204);
  for (const host of ["pay.example", "127.0.0.1:3000", "localhost", "wasl:3000"])
    assert.equal((await send(shop, "GET /rest/pay/terms HTTP/1.1", `host: ${host}`, withoutEnd)).status, 200);
});

test("the simulators answer to no other site's name, whatever is asked", async () => {
  await using shop = await startTestApp();
  const { port } = new URL(shop.simulatorUrl);
  for (const path of ["/", "/mail", "/_control/ledger"]) {
    const socket = connect(Number(port), "127.0.0.1");
    socket
      .setEncoding("utf8")
      .write(`GET ${path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [string];
    assert.match(answer, /^HTTP\/1\.1 421 /, path);
  }
});

for (const { what, lines } of [
  {
    what: "several Host headers",
    lines: ["GET /healthz HTTP/1.1", "host: pay.example", "host: evil.example"],
  },
  { what: "no version of HTTP", lines: ["GET /healthz"] },
  { what: "bytes that are no request", lines: ["\u0016\u0003\u0001 hello"] },
  {
    what: "a header with a line end of another kind",
    lines: ["GET /healthz HTTP/1.1", "host: pay.example\n x: y"],
  },
  { what: "no Host header", lines: ["GET /healthz HTTP/1.1", "accept: */*"] },
  {
    what: "an address that names another host than its header",
    lines: ["GET http://evil.example/rest/pay/terms HTTP/1.1", "host: pay.example"],
  },
  {
    what: "a length and chunks at once",
    lines: [
      "POST /rest/pay/checkPaymentStatus HTTP/1.1",
      "host: pay.example",
      "content-length: 4",
      "transfer-encoding: chunked",
    ],
  },
]) {
  test(`${what} is refused with a problem that names the request, and logged`, async () => {
    await using shop = await listening();
    const reply = await send(shop, ...lines, ...(lines.length > 1 ? [withoutEnd] : []));
    assert.equal(reply.status, 400, reply.head);
    assert.match(reply.head, /^content-type: application\/problem\+json/im);
    const { code, requestId, detail } = JSON.parse(reply.body);
    assert.equal(code, "malformed_request");
    assert.ok(detail.length > 0);
    assert.match(reply.head, new RegExp(`^x-request-id: ${requestId}`, "im"));
    assert.deepEqual(
      formLines(shop).map((line) => [line.code, line.address, line.requestId]),
      [["malformed_request", "127.0.0.1", requestId]],
    );
  });
}

test("an address that names our own host again is taken, and so is an old request without a host", async () => {
  await using shop = await listening();
  const whole = "GET http://pay.example/rest/pay/terms HTTP/1.1";
  assert.equal((await send(shop, whole, "host: pay.example", withoutEnd)).status, 200);
  assert.equal((await send(shop, "GET /rest/pay/terms HTTP/1.0", "accept: */*")).status, 200);
});

test("a body that says that it is packed, or in another alphabet, is not read", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  const payload = JSON.stringify({ orderNumber });
  const call = { method: "POST", url: "/rest/pay/checkPaymentStatus" } as const;
  const json = "application/json";
  for (const [headers, body] of [
    [{ "content-type": json, "content-encoding": "gzip" }, gzipSync(payload)],
    [{ "content-type": json, "content-encoding": "gzip" }, payload],
    [{ "content-type": json, "content-encoding": "identity, br" }, payload],
    [{ "content-type": `${json}; charset=utf-16` }, Buffer.from(payload, "utf16le")],
    [{ "content-type": `${json};charset="iso-8859-1"` }, payload],
  ] as const) {
    const reply = await shop.app.inject({ ...call, headers, payload: body });
    assert.deepEqual([reply.statusCode, reply.json().code], [415, "unsupported_media_type"]);
  }
  assert.equal(formLines(shop).length, 5, "each is told in the log");
  for (const type of [json, `${json}; charset=utf-8`, `${json};charset="UTF-8"`]) {
    const reply = await shop.app.inject({ ...call, headers: { "content-type": type }, payload });
    assert.equal(reply.statusCode, 200, type);
  }
});

test("a member that is named twice is refused, by buyers' calls and by the merchant API", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  const headers = { "content-type": "application/json" };
  const buyer = await shop.app.inject({
    method: "POST",
    url: "/rest/pay/checkPaymentStatus",
    headers,
    payload: `{"orderNumber":"0000000000000000","orderNumber":"${orderNumber}"}`,
  });
  const merchant = await shop.app.inject({
    method: "POST",
    url: "/api/v1/invoices",
    headers: { ...headers, authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "twice" },
    payload: '{"client":{"name":"a"},"lines":[{"title":"t","quantity":1,"quantity":2,"unitPrice":"1.00"}]}',
  });
  for (const reply of [buyer, merchant])
    assert.deepEqual([reply.statusCode, reply.json().code], [400, "malformed_json"]);
  assert.equal(formLines(shop).length, 2, "each is told in the log");
});
