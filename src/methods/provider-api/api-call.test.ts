import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { HttpRequest, HttpResult } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import {
  type ApiResult,
  createApiCall,
  presenting,
  refusalRecord,
  type SentRequest,
  whyOf,
} from "./api-call.ts";

const schema = z.object({ id: z.string() });

async function ask(result: HttpResult, wanted = "a1") {
  const requests: HttpRequest[] = [];
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const call = createApiCall({
    http: async (request) => {
      requests.push(request);
      return result;
    },
    log: { info: write, warn: write, error: write },
    provider: "somebody",
    baseUrl: "https://api.example",
    authorise: presenting(new Secret("the-token")),
    readRefusal: (body) => ({ code: String(Object(body).code), text: String(Object(body).text) }),
  });
  const answer: ApiResult<{ id: string }> = await call(schema, {
    operation: "ASK",
    method: "POST",
    path: "/things/a1",
    headers: { "x-shop": "s" },
    body: { secret: "of the buyer" },
    timeoutMs: 5,
    isExpected: ({ id }) => id === wanted,
  });
  return { answer, requests, logged };
}

const http = (status: number, body: unknown = { id: "a1" }): HttpResult => ({
  kind: "answer",
  status,
  headers: {},
  body: typeof body === "string" ? body : JSON.stringify(body),
});

const readings: readonly [string, HttpResult, ApiResult<{ id: string }>][] = [
  ["a good answer", http(200), { kind: "answer", value: { id: "a1" } }],
  ["a created thing", http(201), { kind: "answer", value: { id: "a1" } }],
  [
    "an answer about another thing",
    http(200, { id: "b2" }),
    { kind: "no_answer", why: "answer about something else" },
  ],
  ["an answer of another shape", http(200, { id: 1 }), { kind: "no_answer", why: "unexpected shape at id" }],
  ["no JSON", http(200, "<html>"), { kind: "no_answer", why: "unexpected shape at " }],
  ["a redirect", http(302), { kind: "no_answer", why: "HTTP 302" }],
  [
    "a refusal",
    http(400, { code: "c", text: "card 4111 1111 1111 1111" }),
    { kind: "refused", httpStatus: 400, code: "c", text: "card ***" },
  ],
  ["wrong credentials", http(401), { kind: "not_sent", why: "HTTP 401" }],
  ["a timeout on the way", http(408), { kind: "no_answer", why: "HTTP 408" }],
  ["too many requests", http(429), { kind: "not_sent", why: "HTTP 429" }],
  ["a failure", http(500, { code: "c" }), { kind: "no_answer", why: "HTTP 500" }],
  ["a busy proxy", http(503, ""), { kind: "no_answer", why: "HTTP 503" }],
  ["no connection", { kind: "not_sent", reason: "ECONNREFUSED" }, { kind: "not_sent", why: "ECONNREFUSED" }],
  ["silence", { kind: "no_answer", reason: "timeout" }, { kind: "no_answer", why: "timeout" }],
];

for (const [what, result, expected] of readings) {
  test(`${what} proves ${expected.kind}`, async () => {
    assert.deepEqual((await ask(result)).answer, expected);
  });
}

test("the token goes into the header of the request and nowhere else", async () => {
  const { requests, logged } = await ask(http(400, { code: "c", text: "the buyer's words" }));
  assert.deepEqual(requests, [
    {
      method: "POST",
      url: "https://api.example/things/a1",
      headers: {
        authorization: "Bearer the-token",
        accept: "application/json",
        "content-type": "application/json",
        "x-shop": "s",
      },
      body: '{"secret":"of the buyer"}',
      timeoutMs: 5,
    },
  ]);
  assert.deepEqual(logged, [
    'provider.no_result {"provider":"somebody","operation":"ASK","result":"refused","why":"HTTP 400 c"}',
  ]);
});

test("codes and words of a refusal are kept, but never more than fits a record", async () => {
  const { answer } = await ask(http(400, { code: "c".repeat(500), text: "t".repeat(5_000) }));
  assert.ok(answer.kind === "refused");
  const { providerCode, providerText } = refusalRecord(answer);
  assert.deepEqual([providerCode.length, providerText?.length], [100, 500]);
  assert.equal(whyOf(answer), `HTTP 400 ${"c".repeat(100)}`);
});

test("a signature is over the bytes that are sent", async () => {
  const sent: (HttpRequest | SentRequest)[] = [];
  const call = createApiCall({
    http: async (request) => {
      sent.push(request);
      return http(200);
    },
    provider: "somebody",
    baseUrl: "https://api.example",
    authorise: (signed) => {
      sent.push(signed);
      return { "x-signature": "s" };
    },
    readRefusal: () => ({ code: "" }),
  });
  await call(schema, { operation: "ASK", method: "POST", path: "/a?b=1", body: { ä: 1 }, timeoutMs: 5 });
  await call(schema, { operation: "ASK", method: "GET", path: "/a", timeoutMs: 5 });
  const [posted, post, got, get] = sent;
  assert.deepEqual(posted, { method: "POST", url: "https://api.example/a?b=1", body: '{"ä":1}' });
  assert.equal(post?.body, posted?.body);
  assert.deepEqual(got, { method: "GET", url: "https://api.example/a", body: null });
  assert.deepEqual(Object(get).headers, { "x-signature": "s", accept: "application/json" });
});
