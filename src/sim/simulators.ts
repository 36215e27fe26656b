/** Every provider simulator, with its default profiles. Adding one is one line here. */

import { mpgsSimulator } from "#gateways/mpgs/simulator/simulator.ts";
import type { Simulator } from "./kit.ts";

/** New instances on every call: a server owns the state of its simulators. */
export function simulators(): Simulator[] {
  return [mpgsSimulator()];
}
