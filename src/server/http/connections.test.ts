/** Clients that are slow, many, gone or unreadable, on real sockets; the limits are short, the mechanism is the real one. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { startTestApp, type TestApp, type TestAppOptions } from "#test/app-harness.ts";
import { until } from "#test/until.ts";
import { createApp } from "../app.ts";
import type { ConnectionLimits } from "./connections.ts";

const short = {
  headersTimeoutMs: 600,
  bodyTimeoutMs: 400,
  uploadTimeoutMs: 1_500,
  checkIntervalMs: 50,
} as const;

type Listening = TestApp & { readonly port: number };

async function listen(limits: Partial<ConnectionLimits>, options: TestAppOptions = {}): Promise<Listening> {
  const base = await startTestApp(options);
  const app = await createApp(base.services, { distDir: null, connections: limits });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    ...base,
    app,
    port: (app.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections();
      await app.close();
      await base[Symbol.asyncDispose]();
    },
  };
}

async function open(port: number): Promise<Socket> {
  const socket = createConnection({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Sends a byte at a time until the other side ends, or `bytes` are out. */
function drip(socket: Socket, bytes = "x".repeat(10_000)): void {
  let at = 0;
  const timer = setInterval(() => {
    if (at >= bytes.length || !socket.writable) return clearInterval(timer);
    socket.write(bytes.charAt(at));
    at += 1;
  }, 20);
  socket.once("close", () => clearInterval(timer));
}

const postLines = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

type Answer = { readonly status: number; readonly head: string; readonly code: string };

/** The one answer of a connection that the server ends. */
/** What was received until the connection ended, also by an error: a byte that is sent then has no receiver. */
async function answerOf(socket: Socket): Promise<Answer> {
  let all = "";
  socket.on("data", (chunk) => {
    all += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  const [head = "", body = ""] = all.split("\r\n\r\n", 2);
  return { status: Number(head.split(" ")[1]), head, code: body === "" ? "" : JSON.parse(body).code };
}

function assertProblem({ status, head, code }: Answer, expected: { status: number; code: string }): void {
  assert.deepEqual({ status, code }, expected, head);
  for (const line of [
    /^content-type: application\/problem\+json; charset=utf-8$/im,
    /^x-content-type-options: nosniff$/im,
    /^content-security-policy: default-src 'none'/im,
    /^cache-control: no-store$/im,
    /^connection: close$/im,
  ])
    assert.match(head, line);
}

test("bodies that drip are cut with 408, and others are served meanwhile", async () => {
  await using server = await listen(short);
  const slow = await Promise.all(Array.from({ length: 40 }, () => open(server.port)));
  for (const socket of slow) {
    socket.write(postLines("/rest/pay/checkPaymentStatus", 5_000));
    drip(socket);
  }
  const answers = slow.map(answerOf);
  const other = await fetch(`http://127.0.0.1:${server.port}/healthz`);
  assert.equal(other.status, 204);
  for (const answer of await Promise.all(answers))
    assertProblem(answer, { status: 408, code: "request_timeout" });
  assert.ok(!server.logLines.some((line) => line.includes('"failed"')), server.logLines.join(""));
});

test("a body that stops in the middle is cut as well", async () => {
  await using server = await listen(short);
  const socket = await open(server.port);
  socket.write(`${postLines("/rest/pay/checkPaymentStatus", 50)}{`);
  assertProblem(await answerOf(socket), { status: 408, code: "request_timeout" });
});

test("a body that drips behind a refusal of its headers is cut as well", async () => {
  await using server = await listen(short);
  const socket = await open(server.port);
  const lines = postLines("/rest/pay/checkPaymentStatus", 5_000);
  socket.write(lines.replace("\r\n", "\r\nsec-fetch-site: cross-site\r\n"));
  drip(socket);
  const { status, code } = await answerOf(socket);
  assert.deepEqual([status, code], [403, "origin_not_allowed"]);
});

test("headers that drip, and connections that say nothing, are cut with 408", async () => {
  await using server = await listen(short);
  const [dripping, silent] = [await open(server.port), await open(server.port)];
  dripping.write("GET /healthz HTTP/1.1\r\nx-slow: ");
  drip(dripping);
  assertProblem(await answerOf(dripping), { status: 408, code: "request_timeout" });
  assertProblem(await answerOf(silent), { status: 408, code: "request_timeout" });
});

test("an upload may take longer than a form, but not indefinitely", async () => {
  await using server = await listen(short);
  const path = "/api/v1/images";
  const auth = `authorization: Bearer ${server.apiKey}\r\n\r\n`;
  const [patient, endless] = [await open(server.port), await open(server.port)];
  const lines = (length: number): string =>
    postLines(path, length).replace("application/json", "image/png").replace(/\r\n$/, auth);
  const began = performance.now();
  patient.write(lines(30));
  drip(patient, "x".repeat(30));
  endless.write(lines(5_000));
  drip(endless);
  const [head] = (await once(patient, "data")) as [Buffer];
  assert.ok(performance.now() - began > short.bodyTimeoutMs);
  assert.doesNotMatch(head.toString(), / 408 /);
  assertProblem(await answerOf(endless), { status: 408, code: "request_timeout" });
});

test("connections beyond the cap are closed at once, and served when there is room again", async () => {
  await using server = await listen({ mostConnections: 2 });
  const [first, second] = [await open(server.port), await open(server.port)];
  const third = await open(server.port);
  assert.equal(await text(third), "");
  first.destroy();
  second.destroy();
  await until(async () => {
    const reply = await fetch(`http://127.0.0.1:${server.port}/healthz`).catch(() => null);
    return reply?.status === 204;
  });
});

const unreadable = [
  { what: "no HTTP at all", sent: "hello\r\n\r\n", status: 400, code: "malformed_request" },
  {
    what: "two lengths",
    sent: "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    status: 400,
    code: "malformed_request",
  },
  {
    what: "headers without end",
    sent: `GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(40_000)}\r\n\r\n`,
    status: 431,
    code: "headers_too_large",
  },
];
for (const { what, sent, status, code } of unreadable) {
  test(`${what}: a problem like any other refusal`, async () => {
    await using server = await listen({}, { env: { WASL_WEB_URL: "https://pay.example" } });
    const socket = await open(server.port);
    socket.write(sent);
    const answer = await answerOf(socket);
    assertProblem(answer, { status, code });
    assert.match(answer.head, /^strict-transport-security: max-age=/im);
  });
}

test("nonsense after an answered request on the same connection is logged, too", async () => {
  await using server = await listen({});
  const socket = await open(server.port);
  socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  const [first] = (await once(socket, "data")) as [Buffer];
  assert.match(first.toString(), / 204 /);
  socket.write("hello\r\n\r\n");
  assertProblem(await answerOf(socket), { status: 400, code: "malformed_request" });
});

test("a client that is gone before its request is looked at is not reported as a fault", async () => {
  await using server = await listen({}, { env: { WASL_RATE_LIMITS: "true" } });
  for (let round = 0; round < 60; round += 1) {
    const socket = await open(server.port);
    socket.write("GET /rest/pay/order/7QK4M2XPB9TNW3HC HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(3));
    socket.resetAndDestroy();
  }
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status, 204);
  assert.deepEqual(
    server.logLines.filter((line) => line.includes('"failed"')),
    [],
  );
});
