/** Faults that turn "we do not know" into "no", or leave a question out: the kind that charges twice. */
import type { Mutant } from "../mutant.ts";

export const doubt: readonly Mutant[] = [
  {
    id: "page-reads-unpaid",
    kind: "doubt",
    what: "a buyer who is on the provider's page, and may have paid there, reads that nothing was paid",
    file: "src/methods/flow.ts",
    search: 'waitsFor: "page", mayBePaidMeanwhile: true',
    replace: 'waitsFor: "page"',
    tests: ["src/server/payments/redirects.test.ts"],
  },
  {
    id: "adapter-throws",
    kind: "doubt",
    what: "an adapter that throws counts as not sent, so the payment is declined",
    file: "src/server/payments/confirm.ts",
    search: 'return { kind: "unknown", why: "adapter failed" };',
    replace: 'return { kind: "not_sent", why: "adapter failed" };',
    tests: ["src/server/payments/failing-adapter.test.ts"],
  },
  {
    id: "silence-closes",
    kind: "doubt",
    what: "an unanswered question closes an attempt past its lifetime",
    file: "src/server/payments/refresh.ts",
    search: 'const isUndecided = outcome.kind === "pending" || outcome.kind === "ready";',
    replace:
      'const isUndecided = outcome.kind === "pending" || outcome.kind === "ready" || outcome.kind === "unknown";',
    tests: ["src/server/payments/races/silence.test.ts"],
  },
  {
    id: "no-grace",
    kind: "doubt",
    what: "a payment that was not found is sent again at once",
    file: "src/server/payments/refresh.ts",
    search: "const isGone = now - attempt.step_started_at.getTime() >= timing.notFoundGraceMs;",
    replace: "const isGone = now >= attempt.step_started_at.getTime();",
    tests: ["src/server/payments/races/silence.test.ts"],
  },
  {
    id: "older-not-asked",
    kind: "doubt",
    what: "the older attempt is put aside without asking whether it was paid",
    file: "src/server/payments/pay.ts",
    search: "  await settleOlderAttempt(services, order);\n",
    replace: "  if (order.id < 0) await settleOlderAttempt(services, order);\n",
    tests: ["src/server/payments/races/starts.test.ts"],
  },
  {
    id: "grace-to-the-answer",
    kind: "doubt",
    what: "that there is no record of a payment is believed by when that was said, not by when it was asked",
    file: "src/server/payments/refresh.ts",
    search: "{ ...found, askedAt: now }",
    replace: "{ ...found, askedAt: services.clock.now() }",
    tests: ["src/server/payments/races/silence.test.ts"],
  },
  {
    id: "stcpay-2009",
    kind: "doubt",
    what: "STC Pay's 2009 (already paid) with no payment found is a decline",
    file: "src/methods/stcpay/provider.ts",
    search: "if (isOpen && refused.code !== alreadyPaid) return declined(refused);",
    replace: "if (isOpen || refused.code === alreadyPaid) return declined(refused);",
    tests: ["src/methods/stcpay/wire.test.ts"],
  },
  {
    id: "tamara-authorise-not-sent",
    kind: "doubt",
    what: "an authorisation at Tamara that could not be sent is a decline",
    file: "src/methods/tamara/provider.ts",
    search: '  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };',
    replace:
      '  if (result.kind === "not_sent") return result;\n  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };',
    tests: ["src/methods/tamara/tamara.test.ts", "src/server/payments/races/silence.test.ts"],
  },
];
