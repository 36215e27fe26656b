/** UR Pay's other driver: a system of its own, whose account is one at Al Rajhi's gateway. */
import { test as shared } from "../fixtures.ts";
import { startSystem } from "../running-system.ts";
import { outcomesOfUrpayPage } from "./outcomes-of-urpay-page.ts";
import { playOutcomes } from "./play-outcomes.ts";

const test = shared.extend<object, { readonly dataDir: string }>({
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's parameters
    async ({}, use) => {
      const system = await startSystem({ URPAY_DRIVER: "arb", DATABASE_URL: undefined }, "made");
      await use(system.dataDir);
      await system.stop();
    },
    { scope: "worker" },
  ],
});

// One worker takes them all: the system is started once for each project.
test.describe.configure({ mode: "default" });

playOutcomes(test, { "UR Pay on the bank's page": outcomesOfUrpayPage });
