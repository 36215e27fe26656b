/** A token is renewed in time, asked for once, replaced when it is refused, and written down nowhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { HttpRequest, HttpResult } from "#core/ports.ts";
import { createTestClock } from "#test/clock.ts";
import { createTokenCall } from "./access-token.ts";

const lifetimeMs = 600_000;
const answer = (status: number, body: object = {}): HttpResult => ({
  kind: "answer",
  status,
  headers: {},
  body: JSON.stringify(body),
});

/** A provider that gives the tokens t1, t2 and so on, and knows which of them it accepts. */
function provider() {
  const clock = createTestClock();
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const presented: string[] = [];
  const state = {
    given: 0,
    isAccepted: (_: string): boolean | Promise<boolean> => true,
    tokenAnswer: null as HttpResult | null,
  };
  const http = async ({ url, headers }: HttpRequest): Promise<HttpResult> => {
    if (url.endsWith("/token")) {
      state.given += 1;
      return state.tokenAnswer ?? answer(200, { secret_token: `t${state.given}` });
    }
    const token = headers?.["authorization"] ?? "";
    presented.push(token);
    return (await state.isAccepted(token)) ? answer(200, { id: "a1" }) : answer(401);
  };
  const call = createTokenCall({
    http,
    clock,
    log: { info: write, warn: write, error: write },
    provider: "somebody",
    baseUrl: "https://api.example",
    tokenRequest: () => ({ method: "POST", url: "https://api.example/token", body: "s3cret", timeoutMs: 5 }),
    readToken: (body) => {
      const token: unknown = Object(body).secret_token;
      return typeof token === "string" ? { token, lifetimeMs } : null;
    },
    readRefusal: () => ({ code: "unnamed" }),
  });
  const ask = () =>
    call(z.object({ id: z.string() }), { operation: "ASK", method: "GET", path: "/a1", timeoutMs: 5 });
  return { clock, state, presented, logged, ask };
}

const good = { kind: "answer", value: { id: "a1" } };

test("one token serves until a minute before its end, and the next call brings another", async () => {
  const { clock, presented, ask } = provider();
  await ask();
  clock.advance(lifetimeMs - 65_000);
  await ask();
  clock.advance(5_000);
  assert.deepEqual(await ask(), good);
  assert.deepEqual(presented, ["Bearer t1", "Bearer t1", "Bearer t2"]);
});

test("calls at the same time ask for one token together", async () => {
  const { state, presented, ask } = provider();
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [good, good, good]);
  assert.deepEqual([state.given, presented], [1, ["Bearer t1", "Bearer t1", "Bearer t1"]]);
});

test("a token that is refused is replaced by one that calls at the same time share, however late the second refusal comes", async () => {
  const { state, presented, ask } = provider();
  await ask();
  const held = Promise.withResolvers<void>();
  state.isAccepted = async (token) => {
    if (token === "Bearer t1" && presented.length === 3) await held.promise;
    return token !== "Bearer t1";
  };
  const calls = [ask(), ask()];
  assert.deepEqual(await Promise.race(calls), good);
  held.resolve();
  assert.deepEqual(await Promise.all(calls), [good, good]);
  assert.equal(state.given, 2);
  assert.deepEqual(presented.slice(1), ["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2"]);
});

test("a call whose second token is refused, too, was not sent: it is not tried without an end", async () => {
  const { state, presented, ask } = provider();
  state.isAccepted = () => false;
  assert.deepEqual(await ask(), { kind: "not_sent", why: "HTTP 401" });
  assert.deepEqual(presented, ["Bearer t1", "Bearer t2"]);
});

const failures: readonly [string, HttpResult, string][] = [
  ["refused credentials", answer(401), "HTTP 401"],
  ["an answer of another shape", answer(200, { token: "t1" }), "HTTP 200"],
  ["no answer", { kind: "no_answer", reason: "timeout" }, "timeout"],
];
for (const [what, result, why] of failures)
  test(`without a token nothing is sent, and the next call asks for one: ${what}`, async () => {
    const { state, presented, ask } = provider();
    state.tokenAnswer = result;
    assert.deepEqual(await ask(), { kind: "not_sent", why: `no access token: ${why}` });
    assert.deepEqual(presented, []);
    state.tokenAnswer = null;
    assert.deepEqual(await ask(), good);
  });

test("neither the token nor what it was asked for with is written down", async () => {
  const { state, logged, ask } = provider();
  state.isAccepted = (token) => token === "Bearer t3";
  const results = [await ask(), await ask()];
  state.tokenAnswer = answer(500, { secret_token: "t4" });
  state.isAccepted = () => false;
  results.push(await ask());
  assert.ok(logged.length > 0);
  assert.doesNotMatch([...logged, JSON.stringify(results)].join("\n"), /s3cret|\bt\d\b|bearer/i);
});
