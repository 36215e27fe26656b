/** Shows or replaces the secret that signs a merchant's return addresses (docs/return-address.md). */
import type { Database } from "#db/open.ts";
import type { Config } from "#server/config.ts";
import { masterSecret } from "#server/master-secret.ts";
import { readReturnSecret, replaceReturnSecret } from "#server/orders/return-secret.ts";
import { systemClock } from "#server/ports.ts";
import { createSealing } from "#server/sealing.ts";

/** Gives the secret that is in force now, with what there is to know about it, for the terminal. */
export async function returnSecret(
  { config, db }: { readonly config: Config; readonly db: Database },
  { merchantId, isReplaced }: { readonly merchantId: number; readonly isReplaced: boolean },
): Promise<string> {
  const sealing = createSealing(config.secretKey?.reveal() ?? (await masterSecret(config.dataDir)));
  const parts = { sealing, clock: systemClock };
  const present = await readReturnSecret(parts, db.kysely, merchantId);
  if (!isReplaced) return `${present.secret}\nIn force since ${present.since.toISOString()}.`;
  const replaced = await replaceReturnSecret(parts, db.kysely, { merchantId, replaces: present.since });
  return `${replaced.secret}\nFor 24 hours addresses carry the signature of the earlier secret, too.`;
}
