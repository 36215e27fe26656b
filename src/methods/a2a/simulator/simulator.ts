/**
 * A simulator of a bank that keeps virtual IBANs, for development and tests: accounts for one payment each, the
 * transfers on them, signed messages, and a page where a person sends money. Accounts remember what came and run out.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - any bank's real service: no Saudi bank publishes one; a connector has to speak this contract (contract.md);
 * - when a transfer arrives: here at once, really within seconds or on the next banking day;
 * - transfers that a bank stops or calls back after they were booked.
 */

import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { type BankAccount, defaultAccount } from "./account.ts";
import { registerBank } from "./bank.ts";
import { describeViban } from "./description.ts";
import { createNotifier } from "./responses.ts";
import { registerApi } from "./rest-api.ts";
import { createVirtualAccounts } from "./virtual-accounts.ts";

/** The simulated bank, to be mounted under `/viban`. */
export function vibanSimulator(account: BankAccount = defaultAccount): Simulator {
  return defineSimulator({
    name: "viban",
    describe: () => describeViban(account),
    register(app, tools) {
      const notify = createNotifier(tools, account);
      const accounts = createVirtualAccounts(tools, account, (ended) =>
        notify(ended, undefined).forEach(tools.notify),
      );
      registerApi(app, tools, account, accounts);
      registerBank(app, tools, { accounts, notify });
    },
  });
}
