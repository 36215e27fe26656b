import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { createLog, redact } from "./log.ts";

function logged(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lines: string[] = [];
  createLog((line) => lines.push(line)).warn("something happened", fields);
  assert.equal(lines.length, 1);
  return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
}

const cards: readonly string[] = [
  "4508750015741019.",
  "x.4508750015741019",
  "4508750015741019 12",
  "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩",
  "4508\u00a07500\u00a01574\u00a01019",
  "4508  7500  1574  1019",
  "4508.7500.1574.1019",
];

for (const text of cards) {
  test(`no card number of "${text}" reaches the log, wherever it stands`, () => {
    const line = logged({
      text,
      list: [text],
      nested: { text },
      error: new Error(text),
    });
    assert.match(String(line["text"]), /\[PAN\]/);
    assert.doesNotMatch(JSON.stringify(line), /4508|1019|٤٥٠٨/);
  });
}

test("a card number that came as a number is kept out", () => {
  assert.equal(redact(4508750015741019), "[PAN]");
  assert.deepEqual(logged({ value: 371881887105009 })["value"], "[PAN]");
});

test("a card number is not cut in half, and so let through, where a long text ends", () => {
  for (let before = 1984; before <= 2001; before += 1) {
    const text = redact(`${"x".repeat(before)}4508750015741019`);
    assert.doesNotMatch(String(text), /4/, `after ${before} characters`);
  }
  assert.equal(redact("x".repeat(3000)), `${"x".repeat(2000)}…`);
});

test("what the log is for stays readable", () => {
  const fields = {
    amount: "1250.00",
    amountHalalas: 125_000,
    at: "2026-11-20T08:30:00.123Z",
    atMs: 1_763_625_600_004,
    orderNumber: "3F7K2M9QX4T8WB1Z",
    digitsOnly: "0000000000000001",
    phone: "+966551234567",
    attemptId: "mi7k2x9qa0000b3f8d1c5e7h2",
    requestId: "req-1234",
  };
  const line = logged(fields);
  for (const [name, value] of Object.entries(fields)) assert.equal(String(line[name]), String(value), name);
});

test("values under names that sound secret are dropped, at every depth", () => {
  const line = logged({ cvv: "100", nested: { otpCode: 1234, accessToken: "t", amount: "1.00" } });
  assert.equal(line["cvv"], "[redacted]");
  assert.deepEqual(line["nested"], { otpCode: "[redacted]", accessToken: "[redacted]", amount: "1.00" });
});

for (const [how, end] of [
  ["ends", ""],
  ["is ended", "process.exit(3);"],
  ["fails", "throw new Error('a bug');"],
] as const)
  test(`what was logged last is there when a program ${how}`, () => {
    const log = JSON.stringify(join(import.meta.dirname, "log.ts"));
    const program = `import { createLog } from ${log}; const log = createLog(); log.info("first"); log.error("last"); ${end}`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program]);
    const events = String(stdout)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
    assert.deepEqual(events, ["first", "last"]);
  });

test("what is logged last is the last line, also while an earlier line is still being written", () => {
  const log = JSON.stringify(join(import.meta.dirname, "log.ts"));
  // One thread writes files, and it is busy: the first line waits for it, as on a busy machine.
  const program = `
    import { pbkdf2 } from "node:crypto";
    import { createLog } from ${log};
    const log = createLog();
    pbkdf2("", "", 1_000_000, 64, "sha512", () => {});
    log.info("first".padEnd(5_000));
    log.info("stopped");
    await log.written();
    process.exit();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, UV_THREADPOOL_SIZE: "1" },
    encoding: "utf8",
  });
  const events = stdout.split("\n").map((line) => (line === "" ? "" : JSON.parse(line).msg.trim()));
  assert.deepEqual(events, ["first", "stopped", ""], stderr);
});
