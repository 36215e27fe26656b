/** The provider suite is asked by each way on that a method's start may give its buyers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { WayOn } from "#core/outcome.ts";
import { listFiles, root } from "#test/source-tree.ts";
import { allMethods } from "./allowed.ts";
import { flowFacts } from "./flow.ts";
import type { PaymentProvider } from "./payment-method.ts";
import { isTakenByBuyer } from "./provider-run.ts";
import type { ProviderUnderTest } from "./provider-suite.ts";

// A card that its bank lets through at once is asked about by the card's own tests: it is paid by the same step.
for (const method of allMethods) {
  const ways = [
    flowFacts[method.flow].way,
    ...(method.flow === "otp" && method.mayLeadToPage ? ["redirect"] : []),
  ];
  test(`${method.id}: the provider suite is asked by ${ways.join(" and by ")}`, () => {
    const asked = listFiles(`src/methods/${method.id}`)
      .filter((path) => path.endsWith(".test.ts"))
      .flatMap((path) => readFileSync(join(root, path), "utf8").split("askProvider(").slice(1));
    for (const way of ways)
      assert.ok(
        asked.some((driver) => driver.includes(`way: "${way}"`)),
        way,
      );
  });
}

test("a method that is paid by a number is asked about a payment whose start was not answered", () => {
  for (const { way, isPaidWithoutAnswer } of Object.values(flowFacts))
    assert.ok(way !== "reference_issued" || isPaidWithoutAnswer);
});

test("whether the buyer alone takes the money is read from the provider's steps, whatever the way on is called", () => {
  const check = async () => ({ kind: "pending" }) as const;
  const start = async () => ({ kind: "not_sent", why: "busy" }) as const;
  const bare: PaymentProvider = { id: "x", start, check };
  const collecting: PaymentProvider = { ...bare, capture: check };
  const asking: PaymentProvider = { ...bare, confirm: check };
  const isTaken = (name: string, way: WayOn, provider: PaymentProvider) =>
    isTakenByBuyer({ name, way }, provider);
  assert.deepEqual(
    [
      isTaken("tamara", "redirect", collecting),
      isTaken("tamara", "redirect", bare),
      // What is not a page is asked, too.
      isTaken("card", "challenge", bare),
      isTaken("card", "challenge", asking),
      // The code's step does not take what the page took.
      isTaken("urpay-arb", "redirect", asking),
      isTaken("urpay-direct", "otp_sent", asking),
      isTaken("sadad", "reference_issued", bare),
    ],
    [false, true, true, false, true, false, false],
  );
});

test("a driver hands on the messages that its simulator sent, and cannot write any", async () => {
  // @ts-expect-error a message of the driver's own
  const notifications: ProviderUnderTest["notifications"] = async () => [
    { headers: { "x-signature": "as the adapter wants it" }, query: {}, body: "{}" },
  ];
  assert.ok(notifications);
});
