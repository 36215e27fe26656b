/**
 * The simulators of what is no payment: the tax authority and those who deliver messages. They need development packages, and
 * show to any caller what they were sent: they are not for test worlds (docs/decisions/0106).
 */
import { fatooraSimulator } from "#gateways/fatoora/simulator/simulator.ts";
import { unifonicSimulator } from "#gateways/unifonic/simulator/simulator.ts";
import { whatsappSimulator } from "#gateways/whatsapp/simulator/simulator.ts";
import type { Simulator } from "./kit.ts";

/** New instances on every call. */
export function otherSimulators(): Simulator[] {
  return [fatooraSimulator(), unifonicSimulator(), whatsappSimulator()];
}
