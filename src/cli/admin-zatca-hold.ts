/** The operator's commands about stamping units that are held (docs/decisions/0110). */
import { systemClock } from "#server/ports.ts";
import { findHeldUnit, type HeldChain, holdUnit, releaseUnit } from "#server/zatca/hold-unit.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";

const confirmation = "nothing-issued-since";

export const zatcaHoldCommands: Readonly<Record<string, AdminCommand>> = {
  "zatca-hold": {
    words: "<username>",
    summary: "stop a merchant's unit from stamping and sending: its tax documents wait, payments go on",
    details:
      "A restore does this to every unit. Do it by hand where a database came back by means of your own, after a failover that\n" +
      "may have lost something, or when the unit's key may be in other hands.",
    run: hold,
  },
  "zatca-release": {
    words: "<username>",
    summary:
      "let a held unit go on with its chain, once it is certain that it stamped nothing since the backup",
    details:
      "Without the option it says where the chain ends, to be compared with the last document that the tax authority has.\n\nOptions:\n" +
      `  --${confirmation}   it is certain: nothing was issued after that document`,
    options: { [confirmation]: { type: "boolean" } },
    run: release,
  },
};

async function hold(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  return await runAdminAct(parts, { name: "zatca-hold", subject: username }, async (trx) => {
    const held = await holdUnit(trx, merchantId);
    if (held)
      return `The unit of ${username} is held: its tax documents wait. "zatca-status ${username}" says what to do.`;
    const isHeld = (await findHeldUnit(trx, merchantId)) !== null;
    throw new UsageError(
      `${isHeld ? `The unit of ${username} is held already.` : `${username} has no unit that stamps.`} Nothing was changed.`,
    );
  });
}

async function release(parts: AdminParts, { words: [username = ""], options }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  return await runAdminAct(parts, { name: "zatca-release", subject: username }, async (trx) => {
    const unit = await findHeldUnit(trx, merchantId);
    if (!unit) throw new UsageError(`${username} has no unit that is held. Nothing was changed.`);
    if (options[confirmation] !== true) throw new UsageError(whatToConfirm(username, unit));
    await releaseUnit(trx, unit, new Date(systemClock.now()));
    return `The unit of ${username} stamps again. Tax documents that waited are issued now, in the order of the payments.`;
  });
}

function whatToConfirm(username: string, { stamped, last, serial, environment }: HeldChain): string {
  const end = last
    ? `ends with ${last.number} of ${last.issuedAt.toISOString()} (counter ${stamped})`
    : "has no document";
  return [
    `Nothing was changed. The chain of unit ${serial} (${environment}) ${end} here.`,
    "Compare that with the authority's portal, with the merchant's papers and with the mails that went out.",
    `Is there nothing after it: zatca-release ${username} --${confirmation}.`,
    `Is there more, or do you not know: set-numbering ${username} …, then zatca-onboard ${username} <otp> --environment ${environment}.`,
  ].join("\n");
}
