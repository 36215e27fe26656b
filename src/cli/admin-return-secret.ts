/** Shows or replaces the secret that signs a merchant's return addresses (docs/return-address.md). */

import { readReturnSecret, replaceReturnSecret } from "#server/orders/return-secret.ts";
import { systemClock } from "#server/ports.ts";
import { readMasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
} from "./admin-command.ts";

export const returnSecretCommands: Readonly<Record<string, AdminCommand>> = {
  "return-secret": {
    words: "<username>",
    summary: "what signs the addresses at which a merchant's buyers come back",
    details: "Options:\n  --replace   make a new one; for 24 hours the earlier one signs beside it",
    options: { replace: { type: "boolean" } },
    run: returnSecret,
  },
};

async function returnSecret(parts: AdminParts, { words, options }: Given): Promise<string> {
  const [username = ""] = words;
  const merchantId = await merchantIdOf(parts, username);
  const keys = await readMasterKeys(parts.config);
  await claimSecrets(parts.db.kysely, keys, "command");
  const ports = { sealing: createSealing(keys), clock: systemClock };
  return await runAdminAct(parts, { name: "return-secret", subject: username }, async (trx) => {
    const present = await readReturnSecret(ports, trx, merchantId);
    if (!options["replace"]) return `${present.secret}\nIn force since ${present.since.toISOString()}.`;
    const replaced = await replaceReturnSecret(ports, trx, { merchantId, replaces: present.since });
    return `${replaced.secret}\nFor 24 hours addresses carry the signature of the earlier secret, too.`;
  });
}
