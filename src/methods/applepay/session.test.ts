import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentResult } from "#contract/payment.ts";
import * as timing from "#core/timing.ts";
import type { CallOutcome } from "#web/browser/api.ts";
import type { WalletReply } from "../device-wallets/wallet-call.ts";
import type { ApplePayRequest, AppleSheet } from "./apple-pay-api.ts";
import { openSheet, type SheetCalls, type SheetEnd, timeoutMark } from "./session.ts";

const result: PaymentResult = {
  msg: "Order 1 was processed.",
  orderAmount: 115,
  orderNumber: "1",
  statusCode: 200,
  webUrl: "https://pay.example",
  callbackUrl: null,
  mode: null,
  secure3DHtmlKey: null,
  paymentSessionId: null,
  signature: "s",
  externalOrderNumber: null,
};
const checking: PaymentResult = { ...result, statusCode: 202, msg: "being checked" };
const unpaid: PaymentResult = { ...result, statusCode: 400, msg: "Order 1 was declined" };
const paid: CallOutcome<WalletReply> = { kind: "ok", reply: result };
const silence = { kind: "no_answer", isTimeout: false } as const;
const declined = {
  kind: "refused",
  refusal: { code: "payment_declined", text: "Payment declined", fields: [] },
} as const;

const request = { countryCode: "SA" } as ApplePayRequest;
const payment = { token: { paymentData: {} } };

type Script = {
  readonly version?: number;
  readonly validate?: () => Promise<CallOutcome<object>>;
  readonly pay?: () => Promise<CallOutcome<WalletReply>>;
  /** Answers to the question about the payment's status, in order; the last one repeats. */
  readonly standings?: readonly CallOutcome<PaymentResult>[];
  readonly opens?: "throws";
  /** The sheet's twenty seconds have ended before the answer to `pay`. */
  readonly timesOut?: true;
};

const never = () => new Promise<never>(() => undefined);

/** A sheet as the device has it, our server's answers, and time that passes as fast as it is waited for. */
function open(script: Script) {
  const done: unknown[] = [];
  const waits: number[] = [];
  let sheet: AppleSheet | undefined;
  class Sheet implements AppleSheet {
    onvalidatemerchant: AppleSheet["onvalidatemerchant"] = null;
    onpaymentauthorized: AppleSheet["onpaymentauthorized"] = null;
    oncancel: AppleSheet["oncancel"] = null;
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    static supportsVersion = () => true;

    constructor(version: number, given: ApplePayRequest) {
      if (script.opens === "throws") throw new DOMException("no press", "InvalidAccessError");
      done.push(["new", version, given]);
      sheet = this;
    }

    begin(): void {
      done.push("begin");
    }

    abort(): void {
      done.push("abort");
    }

    completeMerchantValidation(session: object): void {
      done.push(["validated", session]);
    }

    completePayment(status: unknown): void {
      done.push(["completed", status]);
    }
  }
  const standings = [...(script.standings ?? [])];
  const calls: SheetCalls = {
    validate: script.validate ?? (async () => ({ kind: "ok", reply: { nonce: "n" } })),
    pay: script.pay ?? (async () => paid),
    checkStatus: async () => (standings.length > 1 ? standings.shift() : standings[0]) ?? silence,
    sleep: (ms) => {
      waits.push(ms);
      const isOver = ms !== timing.applePayAuthorizationTimeoutMs || script.timesOut === true;
      return isOver ? Promise.resolve() : never();
    },
  };
  const end = openSheet({ api: Sheet, version: script.version ?? 6 }, request, calls);
  return {
    end,
    done,
    waits,
    validate: () => sheet?.onvalidatemerchant?.({ validationURL: "https://apple.example" }),
    authorize: () => sheet?.onpaymentauthorized?.({ payment }),
    cancel: () => sheet?.oncancel?.(),
  };
}

test("the sheet is made and begun at once, inside of the press", () => {
  const { done } = open({});
  assert.deepEqual(done, [["new", 6, request], "begin"]);
});

test("a browser that does not let the sheet open says so by throwing", () => {
  assert.throws(() => open({ opens: "throws" }), /no press/);
});

test("Apple's session from our server is handed to the sheet as it is", async () => {
  const sheet = open({});
  sheet.validate();
  await new Promise(setImmediate);
  assert.deepEqual(sheet.done.at(-1), ["validated", { nonce: "n" }]);
});

const unopened: readonly [string, CallOutcome<object>, SheetEnd][] = [
  ["refused", declined, declined],
  ["offline", { kind: "offline" }, { kind: "offline" }],
  ["silent", silence, { kind: "not_opened" }],
];

for (const [what, outcome, end] of unopened) {
  test(`a validation that is ${what} closes the sheet and is no doubt about money`, async () => {
    const sheet = open({ validate: async () => outcome });
    sheet.validate();
    assert.deepEqual(await sheet.end, end);
    assert.equal(sheet.done.at(-1), "abort");
  });
}

test("a paid order closes the sheet as a success, and its result stands for three seconds", async () => {
  const sheet = open({ pay: async () => paid });
  sheet.authorize();
  assert.deepEqual(await sheet.end, {
    kind: "result",
    result,
    stands: true,
  });
  assert.deepEqual(sheet.done.at(-1), ["completed", { status: 0 }]);
});

test("versions before 3 receive the number only", async () => {
  const sheet = open({ version: 2 });
  sheet.authorize();
  await sheet.end;
  assert.deepEqual(sheet.done.at(-1), ["completed", 0]);
});

const failures: readonly [string, CallOutcome<WalletReply>, SheetEnd][] = [
  ["a decline", declined, declined],
  ["silence, after which money may have moved", silence, { kind: "unknown" }],
];

for (const [what, outcome, end] of failures) {
  test(`${what} closes the sheet as a failure`, async () => {
    const sheet = open({ pay: async () => outcome });
    sheet.authorize();
    assert.deepEqual(await sheet.end, end);
    assert.deepEqual(sheet.done.at(-1), ["completed", { status: 1 }]);
  });
}

test("a fault of ours in the call is silence", async () => {
  const sheet = open({
    pay: async () => {
      throw new Error("a bug");
    },
  });
  sheet.authorize();
  assert.deepEqual(await sheet.end, { kind: "unknown" });
});

test("a buyer who closes the sheet is charged nothing", async () => {
  const sheet = open({});
  sheet.cancel();
  assert.deepEqual(await sheet.end, { kind: "cancelled" });
});

test("a sheet that is closed after the approval changes nothing: the server's word counts", async () => {
  const answer = Promise.withResolvers<CallOutcome<WalletReply>>();
  const sheet = open({ pay: () => answer.promise, standings: [{ kind: "ok", reply: checking }] });
  sheet.authorize();
  sheet.cancel();
  answer.resolve(paid);
  assert.equal((await sheet.end).kind, "result");
});

test("after twenty seconds the sheet is closed as a success, which marks nothing paid", async () => {
  const sheet = open({ timesOut: true, pay: never, standings: [{ kind: "ok", reply: checking }] });
  sheet.authorize();
  assert.deepEqual(await sheet.end, { kind: "unknown" });
  assert.deepEqual(sheet.done.at(-1), ["completed", { status: 0 }]);
  assert.deepEqual(sheet.waits, [20_000, 2_000, 2_000, 2_000, 2_000, 2_000]);
});

test("a payment that turns out paid while it is watched is a result with the mark of the timeout", async () => {
  const sheet = open({
    timesOut: true,
    pay: never,
    standings: [
      { kind: "ok", reply: checking },
      { kind: "ok", reply: result },
    ],
  });
  sheet.authorize();
  assert.deepEqual(await sheet.end, {
    kind: "result",
    result: { ...result, mode: timeoutMark },
    stands: true,
  });
  assert.equal(sheet.waits.length, 3, "nobody is asked once it is known");
});

test('"not paid" is no news while the call may still be carried out', async () => {
  const sheet = open({ timesOut: true, pay: never, standings: [{ kind: "ok", reply: unpaid }] });
  sheet.authorize();
  assert.deepEqual(await sheet.end, { kind: "unknown" });
});

test("a server that cannot be asked leaves the payment unknown", async () => {
  const sheet = open({ timesOut: true, pay: never, standings: [silence] });
  sheet.authorize();
  assert.deepEqual(await sheet.end, { kind: "unknown" });
});

/** An answer that comes after the sheet was closed, and what the server says when it is asked. */
const lateAnswers: readonly [string, CallOutcome<WalletReply>, PaymentResult, SheetEnd][] = [
  ["a decline", declined, checking, declined],
  [
    "the good news",
    paid,
    checking,
    { kind: "result", result: { ...result, mode: timeoutMark }, stands: true },
  ],
  [
    "silence, with an order that is not paid",
    silence,
    unpaid,
    { kind: "result", result: { ...unpaid, mode: timeoutMark } },
  ],
  ["silence, with a payment that is still checked", silence, checking, { kind: "unknown" }],
];

for (const [what, answer, standing, end] of lateAnswers) {
  test(`${what} that comes late is taken`, async () => {
    const late = Promise.withResolvers<CallOutcome<WalletReply>>();
    const sheet = open({
      timesOut: true,
      pay: () => late.promise,
      standings: [{ kind: "ok", reply: standing }],
    });
    sheet.authorize();
    // The sheet is closed before the answer comes.
    while (sheet.done.length < 3) await Promise.resolve();
    late.resolve(answer);
    assert.deepEqual(await sheet.end, end);
    assert.deepEqual(sheet.done.at(-1), ["completed", { status: 0 }]);
  });
}
