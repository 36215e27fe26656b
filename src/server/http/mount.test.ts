/** What leaves by a call of the contract: the reply as its schema has it, and nothing that a handler has besides. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import type { CallMap } from "#contract/contract.ts";
import { Problem } from "#core/problem.ts";
import { strictLog } from "#test/strict-log.ts";
import { mountCall } from "./mount.ts";
import { mountProblems } from "./problems.ts";

const calls = {
  "GET /shops/:id": {
    summary: "A shop",
    audience: "buyer",
    params: z.object({ id: z.string() }),
    replies: {
      200: z.object({ name: z.string(), lines: z.array(z.object({ title: z.string() })) }),
      201: z.object({ made: z.literal(true) }),
    },
  },
} as const satisfies CallMap;

type Row = { readonly name: string; readonly lines: { readonly title: string }[] };

async function answerOf(row: Row, status?: number) {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  mountCall(app, calls, "GET /shops/:id", async (_parsed, { reply }) => {
    if (status !== undefined) reply.code(status);
    return { ...row };
  });
  return await app.inject("/shops/1");
}

test("a column too many of a spread row never leaves, however deep it is", async () => {
  const row = {
    name: "متجر",
    secretHash: "s3cret",
    lines: [{ title: "a", costHalalas: 100 }],
    owner: { mobile: "+966500000000" },
  };
  const reply = await answerOf(row);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(reply.body, '{"name":"متجر","lines":[{"title":"a"}]}');
});

test("a reply of another shape than that of its status is a 500 that shows nothing of it", async () => {
  const wrong = { name: 17, lines: [] } as unknown as Row;
  for (const reply of [await answerOf(wrong), await answerOf({ name: "a", lines: [] }, 201)]) {
    assert.equal(reply.statusCode, 500);
    assert.doesNotMatch(reply.body, /"name"/);
  }
});

test("a refusal that the contract does not name for its call is logged, and tests refuse it", async () => {
  const answers: number[] = [];
  for (const code of ["not_found", "zero_total"] as const) {
    const app = fastify();
    app.setValidatorCompiler(validatorCompiler);
    const lines: string[] = [];
    mountProblems(app, strictLog(lines));
    mountCall(app, calls, "GET /shops/:id", async () => {
      throw new Problem(code);
    });
    answers.push((await app.inject("/shops/1")).statusCode);
    assert.equal(lines.join().includes("undeclared_problem"), code === "zero_total");
  }
  assert.deepEqual(answers, [404, 500]);
});
