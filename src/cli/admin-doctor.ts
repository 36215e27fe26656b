/** The operator's command that asks everything the installation depends on. */
import { examine } from "#server/doctor/examine.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { createLog } from "#server/log/log.ts";
import { systemClock } from "#server/ports.ts";
import { readMasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import { type AdminCommand, type AdminParts, UsageError } from "./admin-command.ts";
import { table } from "./table.ts";

export const doctorCommands: Readonly<Record<string, AdminCommand>> = {
  doctor: {
    words: "",
    summary: "ask providers, mail, SMS, store, public address and clocks whether all is well",
    details:
      "Every question is harmless: providers are asked about a payment that cannot be there, no mail and no message is sent. Ends with 1 when something is wrong.",
    run: examineAll,
  },
};

async function examineAll({ config, db }: AdminParts): Promise<string> {
  const keys = await readMasterKeys(config);
  await claimSecrets(db.kysely, keys, "command");
  const log = createLog(() => {});
  const client = createHttpClient({ log });
  try {
    const ports = { http: client.http, clock: systemClock, log };
    const findings = await examine({ config, db: db.kysely, sealing: createSealing(keys), ports });
    const lines = table([
      ["what", "state", "detail"],
      ...findings.map(({ what, state, detail }) => [what, state === "wrong" ? "WRONG" : state, detail]),
    ]);
    const wrong = findings.filter(({ state }) => state === "wrong").length;
    if (wrong > 0) throw new UsageError(`${lines}\n\n${wrong} of ${findings.length} are wrong.`);
    return lines;
  } finally {
    await client.close();
  }
}
