/**
 * A simulator of Tamara for development and tests: its REST calls, its checkout page and its signed notifications,
 * with orders that remember what was done to them and run out of time.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - what the buyer does on Tamara's page: code, card, identity; here one button stands for all of it;
 * - auto-authorisation, expires_in_minutes, captures and cancels by item, disputes, settlement, in-store checkout;
 * - whether the real one refuses a reference that it has seen, or the same merchant_refund_id twice: the documents do
 * not say, so the simulator does the worst and takes both;
 * - the codes of errors that no document lists, and the repetition of notifications.
 */

import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { defaultAccount, type TamaraAccount } from "./account.ts";
import { describeTamara } from "./description.ts";
import { createMoves } from "./moves.ts";
import { createNotifier, type Registration, registrationSchema } from "./notifications.ts";
import { createOrders } from "./orders.ts";
import { registerPages } from "./page-routes.ts";
import { registerAvailability, registerMoney, registerOrders, registerWebhooks } from "./rest-api.ts";
import { createRoutes } from "./routes.ts";

/** The simulated Tamara, to be mounted under `/tamara`. */
export function tamaraSimulator(account: TamaraAccount = defaultAccount): Simulator {
  return defineSimulator({
    name: "tamara",
    describe: () => describeTamara(account),
    register(app, tools) {
      const registrations = tools.store<Registration>({ name: "webhooks", persist: registrationSchema });
      const orders = createOrders(tools);
      const parts = {
        orders,
        moves: createMoves(tools, orders),
        notify: createNotifier(tools, account, registrations),
      };
      const route = createRoutes(app, tools, account);
      registerAvailability(route);
      registerOrders(route, parts);
      registerMoney(route, parts);
      registerWebhooks(route, tools, registrations);
      registerPages(app, tools, parts);
    },
  });
}
