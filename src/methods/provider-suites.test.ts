/** The provider suite is asked by each way on that a method's start may give its buyers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { WayOn } from "#core/outcome.ts";
import { listFiles, root } from "#test/source-tree.ts";
import { allMethods } from "./allowed.ts";
import type { PaymentMethod } from "./payment-method.ts";
import type { ProviderUnderTest } from "./provider-suite.ts";

/** A card that its bank lets through at once is asked about by the card's own tests: it is paid by the same step. */
const waysOfFlow: Readonly<Record<PaymentMethod["flow"], WayOn>> = {
  card: "challenge",
  wallet: "ready",
  otp: "otp_sent",
  redirect: "redirect",
  reference: "reference_issued",
};

for (const method of allMethods) {
  const ways = [
    waysOfFlow[method.flow],
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

test("a driver hands on the messages that its simulator sent, and cannot write any", async () => {
  // @ts-expect-error a message of the driver's own
  const notifications: ProviderUnderTest["notifications"] = async () => [
    { headers: { "x-signature": "as the adapter wants it" }, query: {}, body: "{}" },
  ];
  assert.ok(notifications);
});
