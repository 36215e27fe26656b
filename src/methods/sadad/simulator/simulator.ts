/**
 * A simulator of Moyasar for development and tests, as far as SADAD bills go: issuing and asking, the messages, and a
 * bank where a person pays. Bills remember what was done to them, settle automatically as in the real sandbox, and run
 * out.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - the SADAD network itself: biller names, cut-off times, sums that a bank refuses;
 * - what Moyasar asks of an account before bills are enabled in live mode;
 * - the least amount: its form refuses less than 100 riyals, of its API the documents do not say;
 * - the types of errors that no document lists.
 */

import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { defaultAccount, type MoyasarAccount } from "./account.ts";
import { registerBank } from "./bank.ts";
import { createBills } from "./bills.ts";
import { describeMoyasar } from "./description.ts";
import { registerApi } from "./rest-api.ts";
import { createRegistrations } from "./webhooks.ts";

/** The simulated Moyasar, to be mounted under `/moyasar`. */
export function moyasarSimulator(given: Partial<MoyasarAccount> = {}): Simulator {
  const account = { ...defaultAccount, ...given };
  return defineSimulator({
    name: "moyasar",
    describe: () => describeMoyasar(account),
    register(app, tools) {
      const registrations = createRegistrations(tools, account);
      const bills = createBills(tools, account, (bill) => registrations.about(bill).forEach(tools.notify));
      registerApi(app, tools, account, { bills, registrations });
      registerBank(app, tools, { bills, registrations });
    },
  });
}
