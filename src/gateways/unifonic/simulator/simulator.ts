/**
 * A simulator of Unifonic's SMS API for development and tests: sending, asking, reports of delivery, and a page with what was
 * sent.
 *
 * NOT simulated: registration of senders' names and hosts, balances, operators, the form of the current reports (it sends
 * the one of the old platform), and how soon the same text counts as a repetition.
 */
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { describeUnifonic } from "./description.ts";
import { registerApi } from "./rest-api.ts";
import { registerSent } from "./sent-page.ts";
import { createTexts } from "./texts.ts";

/** The simulated account: public, worth nothing. */
export const defaultAppSid = "unifonic-app-sid-of-tests";

/** The simulated Unifonic, to be mounted under `/unifonic`. */
export function unifonicSimulator(appSid: string = defaultAppSid): Simulator {
  return defineSimulator({
    name: "unifonic",
    describe: () => describeUnifonic(appSid),
    register(app, tools) {
      const texts = createTexts(tools);
      registerApi(app, tools, { texts, appSid });
      registerSent(app, tools, texts);
    },
  });
}
