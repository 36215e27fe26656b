import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "../timing.ts";
import { mayMessageBecome, messageMoves, messageStates } from "./message-state.ts";
import { afterQuietHours, usualQuietHours } from "./quiet-hours.ts";
import { refusalClasses, retryAfterMs } from "./refusal-class.ts";
import { shortestSms, smsParts, smsSize } from "./sms-text.ts";

test("a message that was delivered is never taken for failed, and a late delivery overrides an expiry", () => {
  assert.equal(mayMessageBecome("delivered", "failed"), false);
  assert.equal(mayMessageBecome("read", "delivered"), false);
  assert.equal(mayMessageBecome("expired", "delivered"), true);
  assert.deepEqual(
    messageStates.filter((state) => messageMoves[state].length === 0),
    ["read", "failed", "suppressed"],
  );
});

test("what may have been taken is never queued as if it had not been", () => {
  assert.equal(mayMessageBecome("unknown", "queued"), false);
  for (const state of ["accepted", "held", "sent", "expired"] as const)
    assert.equal(mayMessageBecome(state, "submitting"), false, state);
});

test("parts of a text message are counted as operators do, at each boundary", () => {
  const cases: readonly [string, number][] = [
    ["a".repeat(160), 1],
    ["a".repeat(161), 2],
    ["a".repeat(306), 2],
    ["a".repeat(307), 3],
    ["[".repeat(80), 1],
    ["[".repeat(81), 2],
    ["ا".repeat(70), 1],
    ["ا".repeat(71), 2],
    ["ا".repeat(134), 2],
    ["ا".repeat(135), 3],
    [`${"a".repeat(70)}ا`, 2],
    ["متجر الواحة: فاتورة 1042 بمبلغ 230 ر.س https://pay.example.sa/7Hk2Qp", 1],
  ];
  for (const [text, parts] of cases) assert.equal(smsParts(text), parts, text);
});

test("a text's size says why it takes so many parts", () => {
  assert.deepEqual(smsSize("Dates {1 kg}"), { encoding: "GSM_7", letters: 14, parts: 1 });
  assert.deepEqual(smsSize(`${"a".repeat(70)}ت`), { encoding: "UCS_2", letters: 71, parts: 2 });
});

test("the fullest wording that fits into the fewest parts is sent", () => {
  assert.equal(shortestSms(["ا".repeat(80), "ا".repeat(70), "ا".repeat(10)]), "ا".repeat(70));
  assert.equal(shortestSms(["ا".repeat(130), "ا".repeat(100)]), "ا".repeat(130));
});

test("reminders wait for the end of quiet hours in Riyadh, over midnight too", () => {
  const at = (time: string) => Date.parse(`2026-11-22T${time}:00+03:00`);
  assert.equal(afterQuietHours(at("12:00"), usualQuietHours), at("12:00"));
  assert.equal(afterQuietHours(at("20:00"), usualQuietHours), at("09:00") + 24 * 3_600_000);
  assert.equal(afterQuietHours(at("03:30"), usualQuietHours), at("09:00"));
  assert.equal(afterQuietHours(at("09:00"), usualQuietHours), at("09:00"));
  assert.equal(afterQuietHours(at("13:00"), { from: "12:00", until: "14:00" }), at("14:00"));
  assert.equal(afterQuietHours(at("13:00"), { from: "13:00", until: "13:00" }), at("13:00"));
});

test("a refused message is tried again a few times and then given up; what an account must fix waits", () => {
  assert.equal(retryAfterMs("transient", 1), timing.messageRetriesMs[0]);
  assert.equal(retryAfterMs("transient", timing.messageRetriesMs.length + 1), null);
  assert.deepEqual(
    [1, 2, 3].map((tries) => retryAfterMs("pair_throttle", tries)),
    [4_000, 16_000, 64_000],
  );
  assert.equal(retryAfterMs("account", 1_000), timing.messageAccountRetryMs);
  const final = Object.keys(refusalClasses).filter(
    (name) => retryAfterMs(name as keyof typeof refusalClasses, 1) === null,
  );
  assert.deepEqual(final, ["recipient", "content", "template", "malformed"]);
});
