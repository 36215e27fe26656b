/** As many inputs as fit into a test run; `npm run fuzz` sends as many as are wanted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runFuzz } from "./run-fuzz.ts";

/** Stories that lead through each part of the server. */
const only = new Set(["pay by card", "issue invoices", "read hostile"]);

test("whatever is wrong in a request that is valid else: it is answered, refused or done, and the books stay right", async () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const report = await runFuzz({ inputs: 250, seed: 20_261_123, from: 1, lanes: 12, only, say });
  assert.deepEqual(report.faults, [], lines.join("\n"));
  assert.ok(report.sent > 220, `${report.sent} of 250 were sent`);
  assert.ok(report.pastValidation > 0.3, `${report.pastValidation} of the inputs got past validation`);
});
