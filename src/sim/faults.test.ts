import assert from "node:assert/strict";
import test from "node:test";
import { createFaultQueue } from "./faults.ts";

test("a fault hits as many times as it was armed for", () => {
  const faults = createFaultQueue();
  faults.arm({ fault: "drop_before", times: 2 });
  const hits = [1, 2, 3].map(() => faults.take("drop_before", "PAY") !== null);
  assert.deepEqual(hits, [true, true, false]);
});

test("a fault for one operation leaves the others alone", () => {
  const faults = createFaultQueue();
  faults.arm({ fault: "drop_before", times: 1, operation: "REFUND" });
  assert.equal(faults.take("drop_before", "PAY"), null);
  assert.notEqual(faults.take("drop_before", "REFUND"), null);
});

test("asking for one fault does not use up another", () => {
  const faults = createFaultQueue();
  faults.arm({ fault: "delay_ms", times: 1, delayMs: 5 });
  assert.equal(faults.take("drop_before", "PAY"), null);
  assert.equal(faults.take("delay_ms", "PAY")?.delayMs, 5);
});
