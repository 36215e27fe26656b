/**
 * The simulators of payment providers, with their default profiles: one line for each method. A method of the catalogue that
 * is missing here does not compile.
 */

import { mpgsSimulator } from "#gateways/mpgs/simulator/simulator.ts";
import { vibanSimulator } from "#methods/a2a/simulator/simulator.ts";
import { applePaySimulator } from "#methods/applepay/simulator/simulator.ts";
import type { MethodId } from "#methods/catalog.ts";
import { googlePaySimulator } from "#methods/googlepay/simulator/simulator.ts";
import { moyasarSimulator } from "#methods/sadad/simulator/simulator.ts";
import { stcPaySimulator } from "#methods/stcpay/simulator/simulator.ts";
import { tabbySimulator } from "#methods/tabby/simulator/simulator.ts";
import { tamaraSimulator } from "#methods/tamara/simulator/simulator.ts";
import { arbSimulator } from "#methods/urpay/simulator/arb/simulator.ts";
import { urpaySimulator } from "#methods/urpay/simulator/direct/simulator.ts";
import type { Simulator } from "./kit.ts";

/** Which providers play a method; cards and American Express are two profiles of one gateway. */
const byMethod: Readonly<Record<MethodId, readonly (() => Simulator)[]>> = {
  card: [mpgsSimulator],
  amex: [mpgsSimulator],
  stcpay: [stcPaySimulator],
  urpay: [arbSimulator, urpaySimulator],
  tamara: [tamaraSimulator],
  tabby: [tabbySimulator],
  sadad: [moyasarSimulator],
  a2a: [vibanSimulator],
  applepay: [applePaySimulator],
  googlepay: [googlePaySimulator],
};

/** New instances on every call: a server owns the state of its simulators. */
export function simulators(): Simulator[] {
  return [...new Set(Object.values(byMethod).flat())].map((simulator) => simulator());
}

/**
 * What is typed into the portal of a provider that takes our address for notifications there: the installation's address of the
 * method that the simulator plays, of cards where it plays several. Those that are given it with a request do not ask.
 * @param serverUrl where our server's calls are (`WASL_API_URL`)
 */
export function notificationUrlAt(serverUrl: string): (simulator: string) => string {
  const played = Object.entries(byMethod).flatMap(([method, plays]) =>
    plays.map((make) => ({ method, simulator: make().name })),
  );
  return (simulator) => {
    const method = played.find((one) => one.simulator === simulator)?.method ?? simulator;
    return `${serverUrl}/rest/pay/notify/${method}`;
  };
}
