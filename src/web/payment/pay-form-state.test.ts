import assert from "node:assert/strict";
import { test } from "node:test";
import { afterMove, isLocked, moves, needBefore, payFormStart } from "./pay-form-state.ts";

type Channel = Parameters<typeof payFormStart>[1]["channel"];

const plain = { needsEmail: false, emailSignature: null };
const withTerms = { hasAgreement: true };

function start(channel: Channel, order = plain) {
  return payFormStart(order, { channel, asksPayer: channel === "info" });
}

function after(channel: Channel, ...made: Parameters<typeof afterMove>[1][]) {
  return made.reduce(afterMove, start(channel));
}

test("a form of an order with terms is locked until its tick is set, but where a press accepts them", () => {
  const locked = (["info", "frame", "applePay", "simple"] as const).map((channel) =>
    isLocked(start(channel), withTerms),
  );
  assert.deepEqual(locked, [true, true, true, false]);
  assert.equal(isLocked(after("frame", moves.tick(true)), withTerms), false);
  assert.equal(isLocked(after("frame", moves.tick(true), moves.tick(false)), withTerms), true);
  assert.equal(isLocked(start("info"), { hasAgreement: false }), false);
});

test("a press without the tick marks it, and setting or taking it away ends the mark", () => {
  const marked = after("info", moves.ask("agreement"));
  assert.equal(marked.isAgreementMissing, true);
  for (const isAgreed of [true, false]) {
    assert.equal(afterMove(marked, moves.tick(isAgreed)).isAgreementMissing, false);
  }
});

test("an unconfirmed e-mail address is asked for at once where the page has a window for it", () => {
  const digital = { needsEmail: true, emailSignature: null };
  assert.equal(start("info", digital).isEmailAsked, true);
  assert.equal(start("frame", digital).isEmailAsked, true);
  assert.equal(start("applePay", digital).isEmailAsked, false);
  assert.equal(
    payFormStart({ ...digital, emailSignature: "p" }, { channel: "info", asksPayer: true }).isEmailAsked,
    false,
  );
});

test("the e-mail address comes before the tick, and its proof stays when it is asked for again", () => {
  const asked = after("info", moves.ask("email"));
  assert.equal(needBefore(asked, withTerms), "email");
  const signed = afterMove(asked, moves.sign("proof"));
  assert.deepEqual([signed.emailProof, needBefore(signed, withTerms)], ["proof", "agreement"]);
  const again = afterMove(signed, moves.ask("email"));
  assert.deepEqual([again.emailProof, again.isEmailAsked], ["proof", true]);
  assert.equal(needBefore(afterMove(signed, moves.tick(true)), withTerms), null);
});

test("a payer whom the server misses is asked for from then on", () => {
  assert.equal(start("frame").isPayerAsked, false);
  assert.equal(after("frame", moves.ask("payer"), moves.press("card")).isPayerAsked, true);
});

test("a service that fails is known by the method that was pressed, and a wallet's failure by none", () => {
  const down = after("info", moves.press("stcpay"), moves.fail(), moves.press(null), moves.fail());
  assert.deepEqual([down.down, down.pressed], [["stcpay"], null]);
});
