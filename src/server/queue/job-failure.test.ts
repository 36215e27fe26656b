import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "../log/log.ts";
import { logJobFailure } from "./job-failure.ts";

function world() {
  const lines: Record<string, unknown>[] = [];
  let now = 1_000_000;
  const log = createLog((line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const clock = { now: () => now, sleep: async () => {} };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { services: { log, clock }, lines, pass };
}

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

test("while the database is away the log says so once in ten seconds, not for every job that fails", () => {
  const { services, lines, pass } = world();
  for (let tick = 0; tick < 100; tick += 1) {
    logJobFailure(services, away, { work: "startDueRefunds" });
    pass(125);
  }
  assert.deepEqual(
    lines.map(({ msg, outage, sqlState, failuresBefore, work }) => [
      msg,
      outage,
      sqlState,
      failuresBefore,
      work,
    ]),
    [
      ["jobs wait for the database", "unreachable", "ECONNREFUSED", 0, "startDueRefunds"],
      ["jobs wait for the database", "unreachable", "ECONNREFUSED", 79, "startDueRefunds"],
    ],
  );
});

test("a failure of a job itself is logged each time, with its work and its stack", () => {
  const { services, lines } = world();
  const fault = new Error("a bug");
  logJobFailure(services, away, {});
  logJobFailure(services, fault, { work: "expireInvoices" });
  logJobFailure(services, fault, { work: "expireInvoices" });
  const failures = lines.filter(({ msg }) => msg === "job failed");
  assert.deepEqual(
    failures.map(({ work }) => work),
    ["expireInvoices", "expireInvoices"],
  );
  for (const { error } of failures) assert.match(JSON.stringify(error), /"stack":".*job-failure\.test/);
});
