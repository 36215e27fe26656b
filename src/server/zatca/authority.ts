/** Where the tax authority's systems are for this installation, and which of them it may use. */

import type { Clock, Http } from "#core/ports.ts";
import { authorityUrls, createFatooraClient, type FatooraClient } from "#gateways/fatoora/client.ts";
import type { Config } from "../settings/config.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import type { ZatcaEnvironment } from "./csr.ts";

/** Settings that name another address, such as that of a proxy. */
export const authorityVariables = {
  sandbox: "ZATCA_SANDBOX_URL",
  simulation: "ZATCA_SIMULATION_URL",
  production: "ZATCA_PRODUCTION_URL",
} as const satisfies Record<ZatcaEnvironment, string>;

/**
 * The systems that an installation may make units for, the usual one first: where money is real the documents are, and
 * what is no invoice must not become one.
 */
export const authorityChoices: Readonly<Record<EnvironmentName, readonly ZatcaEnvironment[]>> = {
  local: ["sandbox", "simulation", "production"],
  test: ["sandbox", "simulation", "production"],
  stage: ["simulation", "sandbox"],
  pilot: ["production", "simulation"],
  live: ["production"],
};

/** The same for a test world, wherever it is: what it sells is not sold (docs/decisions/0106). */
export const choicesOfTestWorlds: readonly ZatcaEnvironment[] = ["sandbox", "simulation"];

/**
 * The address of one of the authority's systems: the setting's, else the simulator's where payments are simulated, else
 * the published one. Without a final slash.
 */
export function authorityUrl(
  { variables, simulatorUrl }: Pick<Config, "variables" | "simulatorUrl">,
  environment: ZatcaEnvironment,
): string {
  const given = variables[authorityVariables[environment]]?.replace(/\/+$/, "");
  return given ?? (simulatorUrl === null ? authorityUrls[environment] : `${simulatorUrl}/fatoora`);
}

/** The client of one of the authority's systems. */
export function authorityClient(
  config: Pick<Config, "variables" | "simulatorUrl">,
  environment: ZatcaEnvironment,
  ports: { readonly http: Http; readonly clock: Pick<Clock, "now"> },
): FatooraClient {
  return createFatooraClient({ ...ports, baseUrl: authorityUrl(config, environment) });
}
