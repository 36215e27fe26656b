/**
 * A simulator of Tabby for development and tests: its REST calls, its checkout page, its page about instalments and
 * its messages, with payments that remember what was done to them and run out of time.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - what the buyer does on Tabby's page: identity, card, contract; here a code and a button stand for all of it;
 * - background pre-scoring, links by message, promo scripts, changing a reference;
 * - disputes, the age limit of refunds, rate limits, keys of other countries;
 * - what a payment's status is after the merchant has ended its session: here it is EXPIRED at once.
 */

import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { defaultAccount, type TabbyAccount } from "./account.ts";
import { describeTabby } from "./description.ts";
import { createMoves } from "./moves.ts";
import { createNotifier, type Registration, registrationSchema } from "./notifications.ts";
import { registerPages } from "./page-routes.ts";
import { createPayments } from "./payments.ts";
import { registerPayments, registerSessions, registerWebhooks } from "./rest-api.ts";
import { createRoutes } from "./routes.ts";

/** The simulated Tabby, to be mounted under `/tabby`. */
export function tabbySimulator(account: TabbyAccount = defaultAccount): Simulator {
  return defineSimulator({
    name: "tabby",
    describe: () => describeTabby(account),
    register(app, tools) {
      const registrations = tools.store<Registration>({ name: "webhooks", persist: registrationSchema });
      const payments = createPayments(tools);
      const moves = createMoves(tools, payments);
      const parts = { payments, moves, notify: createNotifier(registrations) };
      const route = createRoutes(app, tools, account);
      registerSessions(route, parts, account);
      registerPayments(route, parts);
      registerWebhooks(route, tools, registrations);
      registerPages(app, tools, parts);
    },
  });
}
