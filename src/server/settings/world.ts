/** What the world of a merchant makes of the installation's settings (docs/decisions/0105). */
import type { World } from "#core/world.ts";
import type { Config } from "./config.ts";
import type { EnvironmentName } from "./variables.ts";

/** In which environment a merchant is served: a test world is in `test` wherever it is, a live one in the installation's. */
export function environmentOf(
  installation: EnvironmentName,
  { world }: { readonly world: World },
): EnvironmentName {
  return world === "test" ? "test" : installation;
}

/** Where a merchant's payments, messages and e-invoices are simulated; null where they are real. */
export function simulatorUrlOf(
  { simulatorUrl, testSimulatorUrl }: Pick<Config, "simulatorUrl" | "testSimulatorUrl">,
  { world }: { readonly world: World },
): string | null {
  return world === "test" ? testSimulatorUrl : simulatorUrl;
}

/** Whether a merchant's money is real. */
export function isLivemode(
  { environment }: Pick<Config, "environment">,
  merchant: { readonly world: World },
): boolean {
  return environmentOf(environment, merchant) === "live";
}

/** What the names of files with a test world's entries begin with, wherever they are saved; nothing for real ones. */
export function testMark({ world }: { readonly world: World }): "test-" | "" {
  return world === "test" ? "test-" : "";
}
