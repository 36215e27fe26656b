/** Faults of money and recovery that the first version really had, put back as they were. */
import type { Mutant } from "../mutant.ts";

export const examined: readonly Mutant[] = [
  {
    id: "repetition-declines",
    kind: "doubt",
    what: "a repetition that was not taken declines a payment whose first sending was never answered",
    file: "src/server/payments/next-state.ts",
    search: "  if (before.unanswered_at === null) {",
    replace: "  if (before.unanswered_at === null || now > 0) {",
    tests: ["src/server/payments/next-state.test.ts", "src/server/payments/races/repeats.test.ts"],
  },
  {
    id: "refunds-leased-together",
    kind: "lock",
    what: "refunds are leased together for 90 s and sent one after another, without a look at the lease",
    file: "src/server/payments/refund-jobs.ts",
    search:
      "    for (let sent = 0; ; sent += 1) {\n      const refund = lanes.isEnding ? null : await takeDueRefund(services, account);",
    replace:
      "    const leased: NonNullable<Awaited<ReturnType<typeof takeDueRefund>>>[] = [];\n    for (let due = await takeDueRefund(services, account); due; due = await takeDueRefund(services, account)) leased.push(due);\n    for (let sent = 0; ; sent += 1) {\n      const refund = lanes.isEnding ? null : leased.shift();",
    tests: ["src/server/payments/races/refunds.test.ts"],
    also: [
      {
        file: "src/server/payments/refund-jobs.ts",
        search: "const widthOfLane = 4;",
        replace: "const widthOfLane = 1;",
      },
      {
        file: "src/server/payments/refund-lease.ts",
        search: "  return numUpdatedRows > 0n;",
        replace: "  return numUpdatedRows >= 0n;",
      },
      {
        file: "src/core/timing.ts",
        search: "export const refundLeaseMs = 2 * gatewayPaymentTimeoutMs + 3 * gatewaySessionTimeoutMs;",
        replace: "export const refundLeaseMs = 90_000;",
      },
    ],
  },
  {
    id: "pages-put-questions-off",
    kind: "books",
    what: "every question of a page puts the job's next one off",
    file: "src/server/payments/next-state.ts",
    search: '  if (before.state !== "in_flight") return null;',
    replace:
      '  if (before.state !== "in_flight")\n    return { to: before.state, set: { check_count: before.check_count + 1, next_check_at: nextCheck(before, now) } };',
    tests: ["src/server/payments/status-questions.test.ts", "src/server/payments/races/recovery.test.ts"],
  },
  {
    id: "lost-start-locks",
    kind: "lock",
    what: "a start without an answer holds its order until its lifetime is over",
    file: "src/core/attempt-status.ts",
    search: '  return state === "unknown" && step === "start" ?',
    replace: '  return state === "unknown" && step === "start" && state.length > 99 ?',
    tests: ["src/server/payments/races/lost-starts.test.ts", "src/core/attempt-status.test.ts"],
  },
];
