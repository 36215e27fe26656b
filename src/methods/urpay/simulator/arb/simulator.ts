/**
 * A simulator of Al Rajhi's payment gateway as far as UR Pay needs it, for development and tests: purchases with
 * hidden messages, the page where the buyer types the code, the way back, inquiries, refunds and unsigned messages.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - cards, Apple Pay, SADAD, payouts, recurring payments, captures and voids;
 * - two keys per account, other initialisation vectors, messages that are not percent-encoded;
 * - the notification that is waited for before the buyer comes back (an option of an account: leave it off), and the
 *   repetition of messages until they are acknowledged by their body;
 * - how long a page lives, whether a name is refused before anything was paid under it, what an inquiry says of a page
 * that expired: the documents do not say, so these are guesses;
 * - new codes, and every error code but those of the table.
 */

import { z } from "zod";
import { registerDesk } from "#methods/otp-wallets/simulator/desk.ts";
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { type ArbAccount, defaultAccount } from "./account.ts";
import { describeArb } from "./description.ts";
import { createDesk } from "./desk.ts";
import { registerGateway } from "./gateway-routes.ts";
import { registerPage, registerPortal } from "./page-routes.ts";
import { createPayments } from "./payments.ts";

/** The simulated gateway, to be mounted under `/arb`. */
export function arbSimulator(account: ArbAccount = defaultAccount): Simulator {
  return defineSimulator({
    name: "arb",
    describe: () => describeArb(account),
    register(app, tools) {
      const addresses = tools.store<string>({ name: "addresses", persist: z.string() });
      const parts = {
        payments: createPayments(tools, account.tranportalId),
        account,
        webhookUrl: () => (addresses.get("webhook") ?? typed(tools.notificationUrl, account)) || null,
      };
      registerGateway(app, tools, parts);
      registerPage(app, tools, parts);
      registerPortal(app, tools, addresses);
      registerDesk(app, tools, createDesk(parts));
    },
  });
}

/** Our address as a person types it into the portal. */
function typed(url: string | null, { webhookKey }: ArbAccount): string | null {
  return url === null ? null : `${url}?key=${webhookKey}`;
}
