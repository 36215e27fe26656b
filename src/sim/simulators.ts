/** Every simulator of a payment provider, with its default profiles. Adding one is one line here. */

import { mpgsSimulator } from "#gateways/mpgs/simulator/simulator.ts";
import { vibanSimulator } from "#methods/a2a/simulator/simulator.ts";
import { applePaySimulator } from "#methods/applepay/simulator/simulator.ts";
import { googlePaySimulator } from "#methods/googlepay/simulator/simulator.ts";
import { moyasarSimulator } from "#methods/sadad/simulator/simulator.ts";
import { stcPaySimulator } from "#methods/stcpay/simulator/simulator.ts";
import { tabbySimulator } from "#methods/tabby/simulator/simulator.ts";
import { tamaraSimulator } from "#methods/tamara/simulator/simulator.ts";
import { arbSimulator } from "#methods/urpay/simulator/arb/simulator.ts";
import { urpaySimulator } from "#methods/urpay/simulator/direct/simulator.ts";
import type { Simulator } from "./kit.ts";

/** New instances on every call: a server owns the state of its simulators. */
export function simulators(): Simulator[] {
  return [
    mpgsSimulator(),
    stcPaySimulator(),
    arbSimulator(),
    urpaySimulator(),
    tamaraSimulator(),
    tabbySimulator(),
    moyasarSimulator(),
    vibanSimulator(),
    applePaySimulator(),
    googlePaySimulator(),
  ];
}
