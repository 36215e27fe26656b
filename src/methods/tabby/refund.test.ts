import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { HttpResult } from "#core/ports.ts";
import type { RefundOutcome } from "../payment-method.ts";
import { toSend } from "../provider-run.ts";
import { broken, context, full, json, moved, payment, providerOf, refusal } from "./documented-examples.ts";

const closed = { ...payment, ...full, status: "CLOSED" };
const refunds: readonly [string, readonly HttpResult[], RefundOutcome][] = [
  [
    "made",
    [json({ ...closed, refunds: [moved("10", "another"), moved("25.5", "rf0001")] })],
    { kind: "refunded", reference: "id-of-rf0001", amount: minor(2_550), currency: "SAR" },
  ],
  [
    "refused because it was made before",
    [
      refusal("conflict", "Refund already processed with this reference_id", 409),
      json({ ...closed, refunds: [moved("25.50", "rf0001")] }),
    ],
    { kind: "refunded", reference: "id-of-rf0001", amount: minor(2_550), currency: "SAR" },
  ],
  [
    "refused",
    [refusal("conflict", "payment is disputed", 409), json(closed)],
    { kind: "declined", isOfRequest: true, providerCode: "conflict", providerText: "payment is disputed" },
  ],
  [
    "refused without a reason",
    [refusal("bad_data", "no", 400), broken],
    { kind: "unknown", why: "refused, and the payment did not answer" },
  ],
  ["answered without being listed", [json(closed)], { kind: "unknown", why: "the refund is not listed" }],
  ["not answered", [broken], { kind: "unknown", why: "timeout" }],
  ["not sent", [{ kind: "not_sent", reason: "ECONNREFUSED" }], { kind: "not_sent", why: "ECONNREFUSED" }],
];

for (const [what, answers, expected] of refunds) {
  test(`a refund that is ${what} is ${expected.kind}`, async () => {
    const { provider, requests } = providerOf(...answers);
    const refund = toSend({ id: "rf0001", amount: minor(2_550) });
    assert.deepEqual(await provider.refund?.(context, refund), expected);
    assert.equal(requests.length, answers.length);
  });
}
