import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProblemCode, problemStatuses } from "#core/problem.ts";
import { createLog } from "./log.ts";
import { createSecurityLog, securityEventOf } from "./security-log.ts";

const codes = Object.keys(problemStatuses) as ProblemCode[];

function collect() {
  const lines: Record<string, unknown>[] = [];
  let now = 1_000_000;
  const log = createLog((line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const security = createSecurityLog(log, () => now);
  return { lines, security, advance: (ms: number) => (now += ms) };
}

test("every refusal of a key, a proof or a limit is one that the log tells", () => {
  const untold = codes.filter(
    (code) => [401, 403, 429].includes(problemStatuses[code]) && securityEventOf(code) === null,
  );
  assert.deepEqual(untold, []);
});

test("everyday refusals, such as a field that is missing, are none", () => {
  for (const code of ["validation_failed", "order_not_found", "payment_declined", "internal"] as const)
    assert.equal(securityEventOf(code), null);
});

test("a flood from one address is ten lines a minute, and then one that counts the rest", () => {
  const { lines, security, advance } = collect();
  for (let i = 0; i < 5_000; i += 1)
    security.note("security.key", { code: "unauthorized", address: "203.0.113.7" });
  assert.equal(lines.length, 10);
  security.note("security.key", { code: "unauthorized", address: "203.0.113.8" });
  assert.equal(lines.length, 11, "another address is heard all the same");
  advance(60_000);
  security.note("security.key", { code: "unauthorized", address: "203.0.113.7" });
  assert.equal(lines.length, 13);
  const { msg, code, leftOut, sources, level } = lines[11] ?? {};
  assert.deepEqual(
    { msg, code, leftOut, sources, level },
    { msg: "security.repeated", code: "unauthorized", leftOut: 4_990, sources: 1, level: "warn" },
  );
});

test("a flood from a hundred thousand addresses is bounded as well, and counted to the last", () => {
  const { lines, security, advance } = collect();
  for (let i = 0; i < 100_000; i += 1)
    security.note("security.signature", {
      code: "signature_invalid",
      address: `2001:db8:${i.toString(16)}::/64`,
    });
  assert.equal(lines.length, 100);
  advance(60_000);
  security.flush();
  assert.equal(lines.length, 101);
  assert.equal(lines.at(-1)?.["leftOut"], 99_900);
});

test("a flood of one kind leaves room in its minute for the others", () => {
  const { lines, security } = collect();
  for (let i = 0; i < 1_000; i += 1)
    security.note("security.csp", { code: "script-src-elem", address: `203.0.${i % 100}.${i % 7}` });
  security.note("security.key", { code: "unauthorized", address: "203.0.113.7" });
  assert.equal(lines.at(-1)?.["code"], "unauthorized");
});
